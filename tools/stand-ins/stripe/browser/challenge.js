/** Shows the 3-D Secure dialog in place of a page from the cardholder's bank. */

const formatAmount = ({ amount, currency }) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(amount / 100);

/**
 * Asks the user to pass or fail the authentication of the payment or setup intent `intent`. `answer(name)` sends
 * 'complete' or 'fail' to the API and rejects if that fails. Resolves after the API has responded.
 */
export function askChallenge(intent, answer) {
  return new Promise((resolve) => {
    const returnTo = document.activeElement;
    const dialog = document.createElement('dialog');
    dialog.className = 'StandIn-dialog';
    dialog.setAttribute('aria-labelledby', 'standin-3ds-title');
    dialog.setAttribute('aria-describedby', 'standin-3ds-text');
    const what = intent.object === 'setup_intent' ? 'this card' : `a payment of ${formatAmount(intent)}`;

    const title = document.createElement('h2');
    title.id = 'standin-3ds-title';
    title.textContent = '3D Secure authentication';
    const text = document.createElement('p');
    text.id = 'standin-3ds-text';
    text.textContent = `Test mode: your bank asks you to confirm ${what}.`;
    const problem = document.createElement('p');
    problem.setAttribute('role', 'alert');

    const button = (label, name, quiet) => {
      const made = document.createElement('button');
      made.type = 'button';
      made.textContent = label;
      if (quiet) made.className = 'StandIn-quiet';
      made.addEventListener('click', () => void send(name));
      return made;
    };
    const buttons = [button('Complete authentication', 'complete', false), button('Fail authentication', 'fail', true)];

    let sending = false;
    const send = async (name) => {
      if (sending) return;
      sending = true;
      try {
        await answer(name);
      } catch {
        problem.textContent = 'The bank could not be reached. Please try again.';
        sending = false;
        return;
      }
      dialog.close();
      dialog.remove();
      if (returnTo instanceof HTMLElement && returnTo.isConnected) returnTo.focus();
      resolve();
    };
    // Escape fails the authentication. Prevent the default, so that the dialog stays open until the API has
    // responded.
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      void send('fail');
    });
    // Stop these events, because an open modal in the page with a focus trap would take the focus away.
    for (const type of ['focusin', 'focusout', 'keydown'])
      dialog.addEventListener(type, (event) => event.stopPropagation());
    dialog.append(title, text, problem, ...buttons);
    document.body.append(dialog);
    dialog.showModal();
    buttons[0].focus();
  });
}
