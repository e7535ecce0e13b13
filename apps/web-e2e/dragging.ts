/** Putting a list in order as people do: by mouse and by keyboard, at the pace of the page. */
import { expect, type Locator, type Page } from '@playwright/test';

export interface DragMove {
  /** What is listed, as it is told to screen readers: 'Question' for 'Question 3 of 5 picked up.' */
  noun: string;
  from: number;
  to: number;
  of: number;
}

const expectPickedUp = (page: Page, { noun, from, of }: DragMove) =>
  expect(page.getByText(`${noun} ${from} of ${of} picked up.`, { exact: true })).toBeAttached();
const expectMoved = (page: Page, { to, of }: DragMove) =>
  expect(page.getByText(`Now at position ${to} of ${of}.`, { exact: true })).toBeAttached();

/**
 * Picks up what `handle` carries and moves it with one press of an arrow key. Space then drops it, Escape puts it back.
 */
export async function moveWithKeyboard(
  handle: Locator,
  arrow: `Arrow${'Up' | 'Down' | 'Left' | 'Right'}`,
  move: DragMove,
): Promise<void> {
  const page = handle.page();
  await handle.press('Space');
  await expectPickedUp(page, move);
  // The list listens for the next key from a timer that it set before it said so: a timer set now runs after that one.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        setTimeout(resolve);
      }),
  );
  await page.keyboard.press(arrow);
  await expectMoved(page, move);
}

/** Carries `handle` to `target` in small steps, as a hand does, and lets go. */
export async function dragWithMouse(handle: Locator, target: Locator, move: DragMove): Promise<void> {
  const page = handle.page();
  // High enough that nothing scrolls by itself while something is dragged to the edge.
  await page.setViewportSize({ width: 1280, height: 1800 });
  await handle.hover();
  const from = await handle.boundingBox();
  const to = await target.boundingBox();
  if (from === null || to === null) throw new Error('Nothing to drag');
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2 + 10, { steps: 4 });
  await expectPickedUp(page, move);
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 12 });
  // It falls where the list last drew it, which may be behind the hand.
  await expectMoved(page, move);
  await page.mouse.up();
}
