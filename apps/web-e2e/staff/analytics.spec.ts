/** Tests that the chart, the table and the CSV file on the analytics page contain the same numbers. */
import { readFile } from 'node:fs/promises';
import { expectNoViolations } from '../support/axe.ts';
import { DEEP_TAG, openDemoPage, expect, test } from '../support/marquee.ts';

for (const [email, first, second] of [
  ['maya@demo.marquee.test', 'Earned', 'Paid out'],
  ['northwind@demo.marquee.test', 'Spent', 'Bookings'],
] as const)
  test(`shows the amount ${first.toLowerCase()} by month, week and day on the analytics page`, async ({
    browser,
    baseURL,
  }) => {
    const page = await openDemoPage(browser, baseURL, email);
    await page.goto('/dashboard');
    const analytics = page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Analytics' });
    await analytics.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: `${first} by month` })).toBeVisible();
    // The page names both periods that the percentages compare, and the chart has an axis with amounts.
    await expect(
      page.getByText(/^\w+ 1, \d{4} – \w+ \d+, \d{4}, compared with \w+ 1, \d{4} – \w+ \d+, \d{4}$/),
    ).toBeVisible();
    const chart = page.getByRole('region', { name: `${first} by month` }).getByRole('figure');
    await expect(chart.getByText('$0', { exact: true })).toBeVisible();
    await expect(chart.getByText(/^\$[\d.]+K?$/)).not.toHaveCount(1);
    const table = page.getByRole('region', { name: 'Every month' });
    await expect(table.getByRole('columnheader', { name: second })).toBeVisible();

    const figures = page.getByRole('region', { name: '12 months' });
    const total = cents(
      await figures
        .getByText(/^-?\$[\d,]+\.\d\d$/)
        .first()
        .innerText(),
    );
    expect(total).toBeGreaterThan(0);
    const shown = await table.getByRole('cell', { name: '.' }).allInnerTexts();
    const column = first === 'Spent' ? shown : shown.filter((_, at) => at % 2 === 0);
    expect(column.map(cents).reduce((sum, each) => sum + each, 0)).toBe(total);

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).first().click(),
    ]);
    expect(file.suggestedFilename()).toBe(`marquee-${first.toLowerCase()}-12m.csv`);
    const [head, ...rows] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(head).toBe(`From,To,${first},${second}`);
    expect(rows).toHaveLength(12);
    expect(rows.map((row) => cents(row.split(',')[2] ?? '')).reduce((sum, each) => sum + each, 0)).toBe(total);
    await expectNoViolations(page);

    for (const [span, unit] of [
      ['13 weeks', 'week'],
      ['30 days', 'day'],
    ] as const) {
      await page.getByRole('link', { name: span }).click();
      await expect(page.getByRole('heading', { name: `${first} by ${unit}` })).toBeVisible();
    }
    await page.close();
  });

test(
  'shows a creator the outcomes of orders by step and by package, with matching totals',
  DEEP_TAG,
  async ({ browser, baseURL }) => {
    const page = await openDemoPage(browser, baseURL, 'maya@demo.marquee.test');
    await page.goto('/analytics');
    const steps = page.getByRole('region', { name: 'From profile view to completed work' }).getByRole('listitem');
    const numberOf = async (label: string) =>
      Number(
        (await steps.filter({ hasText: new RegExp(`^${label}`) }).innerText())
          .match(/\n(\d[\d,]*)/)?.[1]
          ?.replaceAll(',', ''),
      );
    const orders = await numberOf('Orders');
    expect(orders).toBeGreaterThan(0);
    expect(await numberOf('Completed')).toBeLessThanOrEqual(await numberOf('Accepted'));
    for (const name of ['Orders by outcome', 'Orders by package']) {
      const rows = page.getByRole('region', { name }).getByRole('row');
      const counts = await rows
        .getByRole('cell', { name: /^\d+$/ })
        .and(page.locator('td:nth-of-type(1)'))
        .allInnerTexts();
      expect(counts.map(Number).reduce((sum, each) => sum + each, 0)).toBe(orders);
    }
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('region', { name: 'By package' }).getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('marquee-orders-12m.csv');
    await expect(page.getByText(/^Usually replies within /)).toBeVisible();
    await page.close();
  },
);

test(
  'shows a brand its spending by creator and by category, with lists that add up to the total',
  DEEP_TAG,
  async ({ browser, baseURL }) => {
    const page = await openDemoPage(browser, baseURL, 'northwind@demo.marquee.test');
    await page.goto('/analytics');
    const all = cents(
      await page
        .getByRole('region', { name: '12 months' })
        .getByText(/^\$[\d,]+\.\d\d$/)
        .first()
        .innerText(),
    );
    for (const name of ['Spent by creator', 'Spent by category']) {
      const amounts = await page.getByRole('region', { name }).getByRole('cell', { name: '$' }).allInnerTexts();
      expect(
        amounts.map(cents).reduce((sum, each) => sum + each, 0),
        name,
      ).toBe(all);
    }
    await page.getByRole('region', { name: 'Spent by creator' }).getByRole('link', { name: 'Maya Lindqvist' }).click();
    await expect(page).toHaveURL(/\/profile\//);
    await page.close();
  },
);

const cents = (amount: string) => Math.round(Number(amount.replaceAll(/[$,]/g, '')) * 100);
