/** What axe says about a screen. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { isDeep } from './marquee.ts';

/** In the dark a page is the same but for its colours: these rules look at them. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** The colours of the dark are the theme's, the same on every screen: `npm test` looks at the light ones. */
const COLOR_SCHEMES = isDeep ? (['light', 'dark'] as const) : (['light'] as const);

/** axe finds nothing in what is shown; in the deep run in either colour scheme. `within`: only this part of it. */
export async function expectNoViolations(page: Page, within?: string): Promise<void> {
  const { pathname, search } = new URL(page.url());
  for (const scheme of COLOR_SCHEMES) {
    await showColorScheme(page, scheme);
    // Frames of other sites are left out, and with them a page that would be opened for each look.
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

/** Opens a screen, in which axe finds nothing. */
export async function expectNoViolationsAt(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoViolations(page);
}

/** Changes the colours as the app does, also where it is not there yet, and waits until they have changed. */
async function showColorScheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.evaluate(async (wanted) => {
    document.documentElement.dataset['mantineColorScheme'] = wanted;
    // The app hears of it in the next frame, and what it then changes is there in the one after.
    for (let frames = 0; frames < 2; frames++)
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
    // What a closed <details> hides is not drawn, and a change of it does not end before somebody opens it.
    const changes = document.getAnimations().filter((each) => {
      const of = each.effect instanceof KeyframeEffect ? each.effect.target : null;
      return each instanceof CSSTransition && (of?.checkVisibility() ?? false);
    });
    // One that is cut short by another is over as well.
    await Promise.allSettled(changes.map((each) => each.finished));
  }, scheme);
}
