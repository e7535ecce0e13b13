/** Reorders lists by mouse and keyboard, and waits for the page to update after each step. */
import { expect, type Locator, type Page } from '@playwright/test';

export interface DragMove {
  /** Name of a list item in screen reader announcements, for example 'Question' in 'Question 3 of 5 picked up.' */
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
 * Picks up the list item with the drag handle `handle` and moves it with one press of `arrow`. The caller then
 * presses Space to drop it or Escape to cancel.
 */
export async function moveWithKeyboard(
  handle: Locator,
  arrow: `Arrow${'Up' | 'Down' | 'Left' | 'Right'}`,
  move: DragMove,
): Promise<void> {
  const page = handle.page();
  await handle.press('Space');
  await expectPickedUp(page, move);
  // After the announcement, the list starts to listen for the next key only when a timer fires. A timer that is set
  // now fires after that timer.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        setTimeout(resolve);
      }),
  );
  await page.keyboard.press(arrow);
  await expectMoved(page, move);
}

/** Drags the item with the drag handle `handle` to `target` in small steps and drops it. */
export async function dragWithMouse(handle: Locator, target: Locator, move: DragMove): Promise<void> {
  const page = handle.page();
  // Make the viewport so high that dragging to the edge does not scroll the page.
  await page.setViewportSize({ width: 1280, height: 1800 });
  await handle.hover();
  const from = await handle.boundingBox();
  const to = await target.boundingBox();
  if (from === null || to === null) throw new Error('Nothing to drag');
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2 + 10, { steps: 4 });
  await expectPickedUp(page, move);
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 12 });
  // The item is dropped at the position that the list last rendered, which can lag behind the pointer, so wait for
  // the rendering.
  await expectMoved(page, move);
  await page.mouse.up();
}
