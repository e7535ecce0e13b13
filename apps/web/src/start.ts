/**
 * The first script of every page. It starts the app after the first paint. Until the app has started, links work as
 * usual, clicks reach React as soon as it hydrates the page, and this script holds submitted forms and typed text, so
 * that they reach the app.
 */
import './fonts.css';
import './theme/mantine.css';

const FIELD_SELECTOR = '#root :is(input, textarea, select)';
/** After this time without a new page, the browser has probably downloaded a file instead of leaving the page. */
const MAX_LEAVING_MS = 10_000;

declare global {
  /** Set by an inline script in index.html: the forms submitted before the app started, each with its submit button. */
  var earlySubmits: { forms: Map<HTMLFormElement, HTMLElement | null>; stop: AbortController };
  /** Set by an inline script in index.html, which also handles an error of this script. */
  var failedStart: { reloadOnce: () => void; show: () => void; forget: () => void };
}

/** The data and the URLs of the app's scripts, as sent by the server (ssr/handover.ts). */
const handover = document.getElementById('handover');

// Reloads a page that "back" restored from the browser's cache, because the user may have signed in, signed out or
// paid on Stripe's page since.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

let isLeaving = false;
const untilStarted = { signal: earlySubmits.stop.signal };
addEventListener('beforeunload', () => (isLeaving = true), untilStarted);
// Safari on iOS sends no beforeunload event.
addEventListener(
  'click',
  ({ target }) => {
    isLeaving ||= target instanceof Element && target.closest('a[href]') !== null;
  },
  { ...untilStarted, capture: true },
);

const replayHeldInput = holdInput();
// The browser paints between the two callbacks. It paints no page in the background, so the app starts there at once.
if (document.hidden) beginStart();
else requestAnimationFrame(() => setTimeout(beginStart));

async function startApp(): Promise<void> {
  const { appStarted } = await import('./main.tsx');
  await appStarted;
  replayHeldInput();
  handover?.remove();
}

function beginStart(): void {
  for (const href of handover?.dataset['scripts']?.split(' ') ?? []) addLink({ rel: 'modulepreload', href });
  startApp().then(failedStart.forget, handleFailedStart);
}

/**
 * Reloads the page because one of the app's files could not be loaded. Either the connection failed or a newer
 * release replaced the file. If this happens again after the reload, shows a message instead. Forms are not passed
 * on to the browser, because it would put their content, even a password, in the URL.
 */
function handleFailedStart(): void {
  // The user has followed a link, which canceled the loading. A reload would cancel the link in turn.
  if (isLeaving) {
    setTimeout(failedStart.show, MAX_LEAVING_MS);
    return;
  }
  failedStart.reloadOnce();
}

function addLink(attributes: Partial<HTMLLinkElement>): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), attributes);
  document.head.append(link);
  return link;
}

/**
 * Keeps track of user input until the app has started. Returns a function that opens the sections that the user has
 * opened, restores typed text, and then submits the forms that the user has submitted.
 */
function holdInput(): () => void {
  const { forms, stop } = earlySubmits;
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
  return () => {
    stop.abort();
    for (const section of opened) currentOf(section)?.setAttribute('open', '');
    if (focused?.isConnected === false) currentOf(focused as HTMLElement)?.focus();
    for (const [field, content] of typed) {
      const current = currentOf(field);
      if (current !== undefined) replayContent(current, content);
    }
    for (const [form, submitter] of forms) currentOf(form)?.requestSubmit(submitter && currentOf(submitter));
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
