/**
 * The first script of a page, and on pages that only want to be read the only one: there the app starts at the first touch
 * (pointer, wheel, key, focus). Links work before that; what was pressed meanwhile is pressed again once the app is there.
 */
import './fonts.css';
import 'virtual:mantine.css';
import { hasWaitingToast } from './ui/waitingToast.ts';

const TOUCHES = ['pointermove', 'pointerdown', 'wheel', 'keydown', 'focusin'];

/** The server says so, and which files the app will be (handover.ts). */
const files = document.getElementById('handover')?.dataset['later'];

/** The page carries its styles (entry-server.tsx): links that fetch nothing tell the loader of the app's chunks so. */
for (const href of document.querySelector<HTMLElement>('style[data-of]')?.dataset['of']?.split(' ') ?? []) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', disabled: true, href }));
}

const start = () => import('./main.tsx').then(({ isStarted }) => isStarted);

if (files === undefined || hasWaitingToast()) void start();
else startLater(files.split(' '));

function startLater(scripts: readonly string[]): void {
  const waiting = new AbortController();
  let pressed: HTMLElement | null = null;

  const pressAgain = () => {
    waiting.abort();
    return pressed?.click();
  };
  const begin = (touch: Event) => {
    // Browsers also tell of a pointer that only lies there when the page appears below it.
    if (touch instanceof PointerEvent && touch.type === 'pointermove' && touch.movementX === 0 && touch.movementY === 0) return;
    for (const type of TOUCHES) removeEventListener(type, begin, true);
    for (const href of scripts) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    void start().then(pressAgain);
  };
  for (const type of TOUCHES) addEventListener(type, begin, { capture: true, passive: true, signal: waiting.signal });
  addEventListener('click', ({ target }) => { pressed = target instanceof Element ? target.closest('button') : null; }, { capture: true, signal: waiting.signal });
}
