/**
 * The first script of every page. It decides when to start the app. Visitors' pages without forms start it on the
 * first interaction (pointer, wheel, key or focus). Pages of signed-in users start it after the first paint, because
 * they show live updates. All other pages start it at once. Until the app has started, links work as usual, and this
 * script records clicks, submitted forms and typed text and replays them afterwards.
 */
import './fonts.css';
import './theme/mantine.css';
import { tabStorage } from './lib/storage.ts';
import { hasPendingToast } from './lib/pendingToast.ts';

const FIELD_SELECTOR = '#root :is(input, textarea, select)';
const TOUCH_EVENTS = ['pointermove', 'pointerdown', 'wheel', 'keydown', 'focusin'];
/** Storage key that is set while the tab is reloading a page whose scripts could not be loaded. */
const RELOADED_KEY = 'marquee-failed';

/** Set by the inline script in index.html: the buttons clicked and forms submitted before the app started. */
declare global {
  var earlyPresses: { elements: HTMLElement[]; stop: AbortController; onHold: () => void };
}

/** The start trigger and the app's script URLs, as sent by the server (ssr/handover.ts). */
const handedOver = document.getElementById('handover')?.dataset;
const startTrigger = handedOver?.['start'];
const scripts = handedOver?.['scripts']?.split(' ') ?? [];

// Reloads a page that "back" restored from the browser's cache, because the user may have signed in, signed out or
// paid on Stripe's page since.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

const replayHeldEvents = holdTyped();
if (startTrigger === undefined || hasPendingToast() || isTouched()) beginStart();
else if (startTrigger === 'touch') startAtTouch();
else startAfterPaint();

/**
 * Returns true if the user acted before this script ran: they clicked something, or a field is focused or changed.
 */
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

function beginStart(): void {
  for (const href of scripts) addLink({ rel: 'modulepreload', href });
  startApp().then(() => tabStorage.remove(RELOADED_KEY), reloadOnce);
}

/**
 * Reloads the page because one of the app's files could not be loaded. Either the connection failed or a newer
 * release replaced the file. If this happens again after the reload, shows a message instead. Clicks are not passed
 * on to the browser, because it would put the content of a submitted form, even a password, in the URL.
 */
function reloadOnce(): void {
  // Reloads only if the key can be stored. Otherwise the page might reload endlessly.
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

/**
 * Starts the app after the first frame, which the browser paints between the two callbacks. A page in the background
 * starts when it becomes visible.
 */
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
    // When a page appears below a resting pointer, browsers report a pointermove event without movement.
    if (touch instanceof PointerEvent && touch.type === 'pointermove' && touch.movementX === 0 && touch.movementY === 0)
      return;
    stopWaiting();
  };
  for (const type of TOUCH_EVENTS)
    addEventListener(type, atTouch, { capture: true, passive: true, signal: waiting.signal });
  // The inline script reports clicks without a pointer, for example by voice control, because they happen before
  // these listeners run.
  earlyPresses.onHold = stopWaiting;
}

function addLink(made: Partial<HTMLLinkElement>): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), made);
  document.head.append(link);
  return link;
}

/**
 * Keeps track of user input until the app has started. Returns a function that opens the sections that the user has
 * opened, restores typed text, and then replays clicks and submits in their original order.
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
  const opened = new Set<HTMLDetailsElement>();
  addEventListener(
    'toggle',
    ({ target }) => {
      if (target instanceof HTMLDetailsElement) opened[target.open ? 'add' : 'delete'](target);
    },
    listen,
  );
  // If the app has replaced the typed text with its state since the last key press, restores the text before the next
  // character is added to it.
  addEventListener(
    'beforeinput',
    ({ target }) => {
      const content = typed.get(target as FormField);
      if (typeof content === 'string' && (target as FormField).value !== content) (target as FormField).value = content;
    },
    listen,
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
    for (const section of opened) currentOf(section)?.setAttribute('open', '');
    if (focused?.isConnected === false) currentOf(focused as HTMLElement)?.focus();
    for (const [field, content] of typed) {
      const current = currentOf(field);
      if (current !== undefined) replayContent(current, content);
    }
    // Finds all elements before the first click is replayed, because a click may add or remove elements.
    for (const current of elements.map(currentOf)) {
      if (current instanceof HTMLFormElement) current.requestSubmit();
      else current?.click();
      // Waits for a new task, as there would be between real clicks, so that the app has handled this click.
      await new Promise((resolve) => {
        setTimeout(resolve);
      });
    }
  };
}

/**
 * Returns a function that finds the current version of a field, button, form or section. This is the element itself,
 * unless the app has rendered the page from scratch because of a different time zone (main.tsx). In that case it is the
 * element at the same position, or undefined if that one looks different.
 */
function followElements(): <E extends Element>(element: E) => E | undefined {
  const all = () => [...document.querySelectorAll('#root :is(input, textarea, select, button, form, details)')];
  const before = all();
  return <E extends Element>(element: E) => {
    if (element.isConnected) return element;
    const current = all()[before.indexOf(element)];
    return current !== undefined && looksOf(current) === looksOf(element) ? (current as E) : undefined;
  };
}

/**
 * Describes an element, to recognize it after rendering. Omits the content of forms and sections, because it may
 * contain times.
 */
const looksOf = (element: Element) =>
  JSON.stringify([
    element.tagName,
    element.matches('form, details') ? '' : element.textContent,
    ...['type', 'name', 'aria-label', 'placeholder'].map((name) => element.getAttribute(name)),
  ]);

type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function listFields(page: Document): FormField[] {
  return [...page.querySelectorAll<FormField>(FIELD_SELECTOR)];
}

function isCheckboxOrRadio(field: FormField): field is FormField & HTMLInputElement {
  return field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type);
}

/**
 * Tells whether the user has changed a field. A select is changed if neither its first option nor its default option
 * is selected.
 */
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
 * Restores a field's input and makes the app notice it. On hydration, React either takes the field's content as the
 * initial value without an event, or replaces it with the value in the app's state.
 */
function replayContent(field: FormField, content: string | boolean): void {
  if (isCheckboxOrRadio(field)) {
    if (field.checked !== content) return field.click();
    // Skips an unselected radio button. Another button of its group was selected, and replaying that selection
    // informs the app.
    if (field.type === 'radio' && !field.checked) return;
    setValueBehindReact(field, 'checked', !field.checked, field.checked);
    field.dispatchEvent(new Event('click', { bubbles: true }));
  } else if (field instanceof HTMLSelectElement) {
    field.value = String(content);
    field.dispatchEvent(new Event('change', { bubbles: true }));
  } else {
    // Keeps the caret position. If the app has emptied the field, the caret moves to the end of the text.
    const caret = field.value === content ? field.selectionStart : null;
    const end = field.selectionEnd;
    setValueBehindReact(field, 'value', `${String(content)}.`, String(content));
    // Some types of fields, such as email, do not support caret positions.
    if (caret !== null) field.setSelectionRange(caret, end);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/**
 * Sets a field's value as if the user had entered it. React intercepts assignments to the property and ignores
 * events if the field still contains the last assigned value. Therefore, this first assigns `seen` to the property,
 * and then sets `real` with the browser's own setter, which React does not notice.
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
