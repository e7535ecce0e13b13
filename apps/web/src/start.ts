/**
 * The first script of a page. It decides when the app starts: at the first touch (pointer, wheel, key or focus) on
 * pages that are only read, after the first paint on pages of signed-in users, which show live updates, and at once on
 * all others. Links work without the app. Clicks, submits and typed text are held and repeated once it has started.
 */
import './fonts.css';
import './theme/mantine.css';
import { tabStorage } from './lib/storage.ts';
import { hasPendingToast } from './lib/pendingToast.ts';

const FIELD_SELECTOR = '#root :is(input, textarea, select)';
const TOUCH_EVENTS = ['pointermove', 'pointerdown', 'wheel', 'keydown', 'focusin'];
/** The key under which the tab remembers that it reloaded a page because the app could not be loaded. */
const RELOADED_KEY = 'marquee-failed';

/** The buttons that were clicked, and the forms that were submitted, since the page came (index.html). */
declare global {
  var earlyPresses: { elements: HTMLElement[]; stop: AbortController; onHold: () => void };
}

/** When the app starts, and from which files, as the server says (handover.ts). */
const handedOver = document.getElementById('handover')?.dataset;
const startTrigger = handedOver?.['start'];
const scripts = handedOver?.['scripts']?.split(' ') ?? [];

// "Back" may restore a page as it was before signing in or out, or before paying on Stripe's page, so it is reloaded.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

const replayHeldEvents = holdTyped();
if (startTrigger === undefined || hasPendingToast() || isTouched()) beginStart();
else if (startTrigger === 'touch') startAtTouch();
else startAfterPaint();

/** Whether the reader was faster than this script: something was pressed, or a field has the focus or was changed. */
function isTouched(): boolean {
  return (
    earlyPresses.elements.length > 0 ||
    document.activeElement?.matches(FIELD_SELECTOR) === true ||
    listFields(document).some(isFieldChanged)
  );
}

async function startApp(): Promise<void> {
  const { appStarted } = await import('./main.tsx');
  await appStarted;
  await replayHeldEvents();
}

/** Starts the app now and fetches all its files at once. */
function beginStart(): void {
  for (const href of scripts) addLink({ rel: 'modulepreload', href });
  startApp().then(() => tabStorage.remove(RELOADED_KEY), reloadOnce);
}

/**
 * Reloads the page after a file of the app could not be loaded, because the connection failed or a newer version of the
 * product replaced the file. If the reload fails, too, shows a message. Presses stay held, because the browser would
 * put the content of a submitted form, even a password, in the URL.
 */
function reloadOnce(): void {
  // Without storage the page might reload again and again.
  if (tabStorage.getText(RELOADED_KEY) === null && tabStorage.setText(RELOADED_KEY, location.href)) {
    location.reload();
    return;
  }
  tabStorage.remove(RELOADED_KEY);
  const words = 'This page could not be loaded completely. Check your connection and load it again.';
  const note = Object.assign(document.createElement('p'), { role: 'alert', textContent: words });
  note.style.cssText = 'margin: 0; padding: 12px 20px; text-align: center; font-weight: 600';
  document.body.prepend(note);
}

/** The browser paints a frame between the two callbacks. A page in the background starts when it becomes visible. */
function startAfterPaint(): void {
  requestAnimationFrame(() => setTimeout(beginStart));
}

function startAtTouch(): void {
  const waiting = new AbortController();
  const stopWaiting = () => {
    if (waiting.signal.aborted) return;
    waiting.abort();
    beginStart();
  };
  const atTouch = (touch: Event) => {
    // Browsers also report a pointer that does not move when the page appears below it.
    if (touch instanceof PointerEvent && touch.type === 'pointermove' && touch.movementX === 0 && touch.movementY === 0)
      return;
    stopWaiting();
  };
  for (const type of TOUCH_EVENTS)
    addEventListener(type, atTouch, { capture: true, passive: true, signal: waiting.signal });
  // A press without a pointer, for example by voice control, is held before these listeners see it.
  earlyPresses.onHold = stopWaiting;
}

function addLink(made: Partial<HTMLLinkElement>): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), made);
  document.head.append(link);
  return link;
}

/**
 * Holds input until the app has started. Returns the function that restores it and then repeats clicks and submits
 * in their order.
 */
function holdTyped(): () => Promise<void> {
  const { elements, stop } = earlyPresses;
  const currentOf = followElements();
  const listen = { capture: true, signal: stop.signal };
  let focused = document.activeElement;
  addEventListener('focusin', () => (focused = document.activeElement), listen);
  const typed = new Map<FormField, string | boolean>(
    listFields(document)
      .filter(isFieldChanged)
      .map((field) => [field, getFieldContent(field)]),
  );
  for (const type of ['input', 'change']) {
    addEventListener(
      type,
      ({ target }) => {
        if (target instanceof Element && target.matches(FIELD_SELECTOR))
          typed.set(target as FormField, getFieldContent(target as FormField));
      },
      listen,
    );
  }
  return async () => {
    stop.abort();
    if (focused?.isConnected === false) currentOf(focused as HTMLElement)?.focus();
    for (const [field, content] of typed) {
      const current = currentOf(field);
      if (current !== undefined) replayContent(current, content);
    }
    // All elements are looked up before the first press, which may add or remove some of them.
    for (const current of elements.map(currentOf)) {
      if (current instanceof HTMLFormElement) current.requestSubmit();
      else current?.click();
      // The app handles each press before the next one, as it does when a person presses.
      await new Promise((resolve) => {
        setTimeout(resolve);
      });
    }
  };
}

/**
 * Returns the function that finds the current element for a field, button or form of the page. That is the element
 * itself unless the app rendered the page anew, which it does for another time zone (main.tsx). Then it is the element
 * at the same position, or undefined if that one looks different.
 */
function followElements(): <E extends Element>(element: E) => E | undefined {
  const all = () => [...document.querySelectorAll('#root :is(input, textarea, select, button, form)')];
  const before = all();
  return <E extends Element>(element: E) => {
    if (element.isConnected) return element;
    const current = all()[before.indexOf(element)];
    return current !== undefined && looksOf(current) === looksOf(element) ? (current as E) : undefined;
  };
}

/** Describes an element without its content if it is a form, because that may contain times. */
const looksOf = (element: Element) =>
  JSON.stringify([
    element.tagName,
    element instanceof HTMLFormElement ? '' : element.textContent,
    ...['type', 'name', 'aria-label', 'placeholder'].map((name) => element.getAttribute(name)),
  ]);

type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function listFields(page: Document): FormField[] {
  return [...page.querySelectorAll<FormField>(FIELD_SELECTOR)];
}

function isCheckboxOrRadio(field: FormField): field is FormField & HTMLInputElement {
  return field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type);
}

/** A select counts as changed if neither its first option nor one marked as the default is selected. */
function isFieldChanged(field: FormField): boolean {
  if (isCheckboxOrRadio(field)) return field.checked !== field.defaultChecked;
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected !== option.defaultSelected && option.index !== 0);
  return field.value !== field.defaultValue;
}

function getFieldContent(field: FormField): string | boolean {
  return isCheckboxOrRadio(field) ? field.checked : field.value;
}

/**
 * Restores a field's input and informs the app. When React hydrates a field, it takes the current content as the
 * initial value without an event, or replaces it with the value in the app's state.
 */
function replayContent(field: FormField, content: string | boolean): void {
  if (isCheckboxOrRadio(field)) {
    if (field.checked !== content) return field.click();
    // Another radio button of the group was chosen, and that one tells the app.
    if (field.type === 'radio' && !field.checked) return;
    setValueBehindReact(field, 'checked', !field.checked, field.checked);
    field.dispatchEvent(new Event('click', { bubbles: true }));
  } else if (field instanceof HTMLSelectElement) {
    field.value = String(content);
    field.dispatchEvent(new Event('change', { bubbles: true }));
  } else {
    // The caret stays where it is. In a field that the app has emptied, it moves to the end of the text.
    const caret = field.value === content ? field.selectionStart : null;
    const end = field.selectionEnd;
    setValueBehindReact(field, 'value', `${String(content)}.`, String(content));
    // Fields of some types, such as email, have no caret position.
    if (caret !== null) field.setSelectionRange(caret, end);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/**
 * Changes a field as user input does. React observes assignments to the property and ignores an event if the field
 * holds the value that was assigned last. So this assigns `seen` first, and then sets `real` with the browser's own
 * setter.
 */
function setValueBehindReact(
  field: HTMLInputElement | HTMLTextAreaElement,
  name: 'value' | 'checked',
  seen: string | boolean,
  real: string | boolean,
): void {
  Reflect.set(field, name, seen);
  Reflect.set(Object.getPrototypeOf(field) as object, name, real, field);
}
