/** A person's figures over time: the picture, the table and the file say the same. */
import { readFile } from 'node:fs/promises';
import { noViolations } from './axe.ts';
import { demoPage, expect, test } from './marquee.ts';

for (const [email, first, second] of [
  ['maya@demo.marquee.test', 'Earned', 'Paid out'],
  ['northwind@demo.marquee.test', 'Spent', 'Bookings'],
] as const)
  test(`${first.toLowerCase()}, by month, week and day`, async ({ browser, baseURL }) => {
    const page = await demoPage(browser, baseURL, email);
    await page.goto('/dashboard');
    const analytics = page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Analytics' });
    await analytics.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: `${first} by month` })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: second })).toBeVisible();

    const figures = page.getByRole('region', { name: '12 months' });
    const total = cents(
      await figures
        .getByText(/^-?\$[\d,]+\.\d\d$/)
        .first()
        .innerText(),
    );
    expect(total).toBeGreaterThan(0);
    const shown = await page.getByRole('row').getByRole('cell', { name: '.' }).allInnerTexts();
    const column = first === 'Spent' ? shown : shown.filter((_, at) => at % 2 === 0);
    expect(column.map(cents).reduce((sum, each) => sum + each, 0)).toBe(total);

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`marquee-${first.toLowerCase()}-12m.csv`);
    const [head, ...rows] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(head).toBe(`From,To,${first},${second}`);
    expect(rows).toHaveLength(12);
    expect(rows.map((row) => cents(row.split(',')[2] ?? '')).reduce((sum, each) => sum + each, 0)).toBe(total);
    await noViolations(page);

    for (const [span, unit] of [
      ['13 weeks', 'week'],
      ['30 days', 'day'],
    ] as const) {
      await page.getByRole('link', { name: span }).click();
      await expect(page.getByRole('heading', { name: `${first} by ${unit}` })).toBeVisible();
    }
    await page.close();
  });

const cents = (amount: string) => Math.round(Number(amount.replaceAll(/[$,]/g, '')) * 100);
