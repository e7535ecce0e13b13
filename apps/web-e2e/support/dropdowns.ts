import type { Locator } from '@playwright/test';

/**
 * Clicks an option or a menu item of an open dropdown, which is always inside the viewport.
 *
 * Does not scroll, because Mantine hides a dropdown while its field or button is outside the viewport. If the item
 * moved during the first try, Playwright would scroll it to an edge of the viewport before the next one. That can move
 * the field outside the viewport, and then the item stays hidden.
 */
export const clickInDropdown = (item: Locator): Promise<void> => item.click({ scroll: 'none' });
