/** What axe says about a screen. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** axe finds nothing in what is shown. */
export async function noViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const { pathname, search } = new URL(page.url());
  expect(
    violations.map(
      ({ id, nodes }) =>
        `${pathname}${search} ${id}: ${nodes
          .map((node) => node.html)
          .join(' | ')
          .slice(0, 300)}`,
    ),
  ).toEqual([]);
}

/** Opens a screen, in which axe finds nothing. */
export async function noViolationsAt(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await noViolations(page);
}
