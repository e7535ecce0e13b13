/**
 * The first script of a page, and on pages that only want to be read the only one:
 * there the app starts at the first touch (pointer, wheel, key, focus). On those of who is signed in, which follow what
 * others do, it starts after the first paint. Links work
 * before that; what was pressed meanwhile is pressed again once the app is there.
 */
import '../fonts.css';
import '../theme/mantine.css';
import { tabStorage } from '../lib/storage.ts';
import { hasWaitingToast } from '../ui/waitingToast.ts';

const FIELDS = '#root :is(input, textarea, select)';
const TOUCHES = ['pointermove', 'pointerdown', 'wheel', 'keydown', 'focusin'];
/** Remembers for this tab that a page was loaded once more because its app could not be. */
const FAILED = 'marquee-failed';

/** Ends the keeping of what is pressed. */
const stopHolding = new AbortController();

/** The server says when, and which files the app will be (handover.ts). */
const handedOver = document.getElementById('handover')?.dataset;
const when = handedOver?.['start'];
const scripts = handedOver?.['scripts']?.split(' ') ?? [];

// The browser may bring a left page back as it was ("back" after signing in or out, or from Stripe): it is loaded anew.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

const catchUp = document.getElementById('root')?.hasChildNodes() === true ? holdPresses() : undefined;
if (when === undefined || hasWaitingToast() || isTouched()) begin();
else if (when === 'touch') startAtTouch();
else startAfterPaint();

/** Somebody was faster than this script: a field has the focus, or holds what was typed. */
function isTouched(): boolean {
  return document.activeElement?.matches(FIELDS) === true || fieldsOf(document).some(isChanged);
}

async function start(): Promise<void> {
  // One file after the other, dependencies first: run together, they would block the page for as long as all of them.
  for (const href of scripts) await import(/* @vite-ignore */ href);
  const { isStarted } = await import('../main.tsx');
  await isStarted;
  await catchUp?.();
}

/** Starts the app now and fetches all its files at once. */
function begin(): void {
  for (const href of scripts) addLink({ rel: 'modulepreload', href });
  start().then(() => tabStorage.remove(FAILED), restart);
}

/**
 * A file of the app did not come (the connection, or another version since the page was made): the page is loaded once
 * more, and when that does not help it says so instead of holding what is pressed.
 */
function restart(): void {
  // Without storage the page might reload again and again.
  if (tabStorage.getText(FAILED) === null && tabStorage.setText(FAILED, location.href)) {
    location.reload();
    return;
  }
  tabStorage.remove(FAILED);
  stopHolding.abort();
  const words = 'This page could not be loaded completely. Check your connection and load it again.';
  const note = Object.assign(document.createElement('p'), { role: 'alert', textContent: words });
  note.style.cssText = 'margin: 0; padding: 12px 20px; text-align: center; font-weight: 600';
  document.body.prepend(note);
}

/** A frame is painted between the two; a page in the background paints none, and starts when it is looked at. */
function startAfterPaint(): void {
  requestAnimationFrame(() => setTimeout(begin));
}

function startAtTouch(): void {
  const atTouch = (touch: Event) => {
    // Browsers also tell of a pointer that only lies there when the page appears below it.
    if (touch instanceof PointerEvent && touch.type === 'pointermove' && touch.movementX === 0 && touch.movementY === 0)
      return;
    for (const type of TOUCHES) removeEventListener(type, atTouch, true);
    begin();
  };
  for (const type of TOUCHES) addEventListener(type, atTouch, { capture: true, passive: true });
}

function addLink(made: Partial<HTMLLinkElement>): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), made);
  document.head.append(link);
  return link;
}

/**
 * Keeps what is pressed or sent on a page whose app is not there yet; the
 * function it returns passes it on in its order, after what was typed.
 */
function holdPresses(): () => Promise<void> {
  const held: (() => void)[] = [];
  const hold = (event: Event, again: () => void) => {
    event.preventDefault();
    // While React takes the page over, it answers to what reaches its root: that press would then count twice.
    event.stopImmediatePropagation();
    held.push(again);
  };
  const listen = { capture: true, signal: stopHolding.signal };
  const typed = new Map<Field, string | boolean>(
    fieldsOf(document)
      .filter(isChanged)
      .map((field) => [field, contentOf(field)]),
  );
  for (const type of ['input', 'change']) {
    addEventListener(
      type,
      ({ target }) => {
        if (target instanceof Element && target.matches(FIELDS)) typed.set(target as Field, contentOf(target as Field));
      },
      listen,
    );
  }
  addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (button !== null && isOurs(button.form)) hold(event, () => button.click());
    },
    listen,
  );
  addEventListener(
    'submit',
    (event) => {
      const form = event.target;
      if (form instanceof HTMLFormElement && isOurs(form)) hold(event, () => form.requestSubmit());
    },
    listen,
  );
  return async () => {
    stopHolding.abort();
    for (const [field, content] of typed) tell(field, content);
    for (const again of held) {
      again();
      // The app takes one in before the next comes, as from a person.
      await new Promise((resolve) => {
        setTimeout(resolve);
      });
    }
  };
}

/** A form with an address to ask is the browser's own business. */
const isOurs = (form: HTMLFormElement | null) => form?.hasAttribute('action') !== true;

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function fieldsOf(page: Document): Field[] {
  return [...page.querySelectorAll<Field>(FIELDS)];
}

function isChoice(field: Field): field is Field & HTMLInputElement {
  return field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type);
}

/** A list has no value of its own to compare with: it counts as changed once it does not show its first choice. */
function isChanged(field: Field): boolean {
  if (isChoice(field)) return field.checked !== field.defaultChecked;
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected !== option.defaultSelected && option.index !== 0);
  return field.value !== field.defaultValue;
}

function contentOf(field: Field): string | boolean {
  return isChoice(field) ? field.checked : field.value;
}

/**
 * React takes what a field holds when it arrives for its first value and tells the form nothing, or (where the app
 * holds the value) puts its own there: what was typed is put back and told here.
 */
function tell(field: Field, content: string | boolean): void {
  if (isChoice(field)) {
    if (field.checked !== content) return field.click();
    // Another one of its group was chosen, which is told by that one.
    if (field.type === 'radio' && !field.checked) return;
    putBehindReact(field, 'checked', !field.checked, field.checked);
    field.dispatchEvent(new Event('click', { bubbles: true }));
  } else if (field instanceof HTMLSelectElement) {
    field.value = String(content);
    field.dispatchEvent(new Event('change', { bubbles: true }));
  } else {
    // The caret stays where it is; in a field that the app has emptied, it is behind what was typed.
    const caret = field.value === content ? field.selectionStart : null;
    const end = field.selectionEnd;
    putBehindReact(field, 'value', `${String(content)}.`, String(content));
    // Null, too, where the type of field does not say.
    if (caret !== null) field.setSelectionRange(caret, end);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/**
 * React passes on no event of a field that holds what was last assigned to it, and it sees assignments to the field:
 * it gets to see another one, and the browser's own setter then puts the real one there, as a person's hand does.
 */
function putBehindReact(
  field: HTMLInputElement | HTMLTextAreaElement,
  name: 'value' | 'checked',
  seen: string | boolean,
  real: string | boolean,
): void {
  Reflect.set(field, name, seen);
  Reflect.set(Object.getPrototypeOf(field) as object, name, real, field);
}
