import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { isDeep } from './marquee.ts';

/**
 * Rules to run in dark mode. Dark mode differs from light mode only in its colors, so the other rules are not
 * repeated.
 */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Color schemes to check. `npm test` skips dark mode, because the dark colors of every screen come from the same
 * theme.
 */
const COLOR_SCHEMES = isDeep ? (['light', 'dark'] as const) : (['light'] as const);

/**
 * Checks that axe reports no violations on the page, or in the elements that match the selector `within`. The deep
 * run also checks dark mode.
 */
export async function expectNoViolations(page: Page, within?: string): Promise<void> {
  const { pathname, search } = new URL(page.url());
  for (const scheme of COLOR_SCHEMES) {
    await showColorScheme(page, scheme);
    // Legacy mode skips cross-origin frames, and unlike the default mode does not open a blank page for every
    // analysis.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ rules: { 'target-size': { enabled: true } } });
    if (within !== undefined) axe.include(within);
    if (scheme === 'dark') axe.withRules(COLOR_RULES);
    const { violations } = await axe.analyze();
    expect(
      violations.map(
        ({ id, nodes }) =>
          `${pathname}${search} in ${scheme}, ${id}: ${nodes
            .map((node) => node.html)
            .join(' | ')
            .slice(0, 300)}`,
      ),
    ).toEqual([]);
  }
  await showColorScheme(page, 'light');
}

/** Opens a screen and checks that axe reports no violations. */
export async function expectNoViolationsAt(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoViolations(page);
}

/**
 * Switches the color scheme by setting the same attribute as the app, so that it works before the app has started.
 * Waits for the color transitions to end.
 */
async function showColorScheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.evaluate(async (wanted) => {
    document.documentElement.dataset['mantineColorScheme'] = wanted;
    // Wait two frames, because the app receives the event in the next frame and has re-rendered in the frame after
    // that.
    for (let frames = 0; frames < 2; frames++)
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
    // Ignore elements inside a closed <details>. They are not rendered, so their transitions never end while it is
    // closed.
    const changes = document.getAnimations().filter((each) => {
      const of = each.effect instanceof KeyframeEffect ? each.effect.target : null;
      return each instanceof CSSTransition && (of?.checkVisibility() ?? false);
    });
    // Use `allSettled`, because `finished` rejects if a newer transition replaces this one.
    await Promise.allSettled(changes.map((each) => each.finished));
  }, scheme);
}
