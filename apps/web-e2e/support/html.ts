import { expect, type Page } from '@playwright/test';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';

const validator = new HtmlValidate(new StaticConfigLoader({ extends: ['html-validate:standard'] }));

/** Opens a screen and checks that its rendered HTML follows the standard, with the standard rules of html-validate. */
export async function expectValidHtmlAt(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectValidHtml(page);
}

/** Checks the HTML of the current screen, including open dialogs. */
export async function expectValidHtml(page: Page): Promise<void> {
  const { results } = await validator.validateString(await page.content());
  expect(
    results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, selector }) => `${page.url()}: ${ruleId}, ${message}, at ${selector}`),
    ),
  ).toEqual([]);
}
