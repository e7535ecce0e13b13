/** Operates a page with the keyboard alone. */
import { expect, type Locator, type Page } from '@playwright/test';

/** A control that needs more presses of Tab is too far away for a person without a mouse. */
const MAX_TABS = 60;

/** Presses Tab until `target` has the focus. Fails after `MAX_TABS` presses or if the focused control is not visible. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let tabs = 0; tabs <= MAX_TABS; tabs++) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expect(target).toBeInViewport();
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(target)} cannot be reached with ${MAX_TABS} presses of Tab`);
}

/** Moves the focus to a button or link and presses Enter. */
export async function pressEnterOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Moves the focus to a text field and types `text`. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}
