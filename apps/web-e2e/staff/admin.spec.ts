/**
 * Tests the staff screens: access, suspending an account, hiding a package, deciding a dispute, and accessibility.
 */
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { expectNoViolations, expectNoViolationsAt } from '../support/axe.ts';
import { clickInDropdown } from '../support/dropdowns.ts';
import { DEEP_TAG, openDemoContext, openDemoPage, expect, publishPackage, test } from '../support/marquee.ts';

const staffPage = (browser: Browser, baseURL: string | undefined) =>
  openDemoPage(browser, baseURL, 'admin@demo.marquee.test');

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test('shows the admin area only to staff', DEEP_TAG, async ({ creator, brand, page }) => {
  for (const { page: own } of [creator, brand]) {
    for (const path of ['/admin', '/admin/users', '/admin/revenue', '/admin/market', '/admin/nothing']) {
      await own.goto(path);
      await expect(own).toHaveURL(/\/(dashboard)?$/);
    }
    await own.getByRole('button', { name: /^Account of/ }).click();
    await expect(own.getByRole('menuitem', { name: 'Settings' })).toBeVisible();
    await expect(own.getByRole('menuitem', { name: 'Admin' })).toHaveCount(0);
  }
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/login\?next=%2Fadmin$/);
});

test(
  'lets staff suspend an account with a reason and lift the suspension',
  DEEP_TAG,
  async ({ browser, baseURL, creator }) => {
    const pack = await publishPackage(creator);
    const page = await staffPage(browser, baseURL);
    await page.goto('/');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await clickInDropdown(page.getByRole('menuitem', { name: 'Admin' }));
    await expect(heading(page, 'Inbox')).toBeVisible();
    await expect(page.getByText(/^Marquee \d+\.\d+\.\d+$/)).toBeVisible();
    await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Marketplace' }).click();
    await page.getByRole('navigation', { name: 'Marketplace' }).getByRole('link', { name: 'Users' }).click();
    await page.getByRole('searchbox', { name: 'Name, email or username' }).fill(creator.email);
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/search=/);
    await page.getByRole('listitem').filter({ hasText: creator.email }).getByRole('link').click();
    await expect(heading(page, creator.fullName)).toBeVisible();
    await expect(page.getByRole('heading', { name: pack.name })).toBeVisible();

    await page.getByRole('button', { name: /^Suspend:/ }).click();
    const dialog = page.getByRole('dialog', { name: `Suspend ${creator.fullName}?` });
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await expect(dialog.getByText('Please give a reason')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Sold followers');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await expect(page.getByText('This account is suspended')).toBeVisible();

    await creator.page.goto('/login');
    await creator.page.getByRole('textbox', { name: 'Email' }).fill(creator.email);
    await creator.page.getByLabel('Password', { exact: true }).fill('a-sound-enough-password');
    await creator.page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(creator.page.getByText(/This account is suspended/)).toBeVisible();

    await page.getByRole('button', { name: /^Lift suspension:/ }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Cleared up');
    await page.getByRole('dialog').getByRole('button', { name: 'Lift suspension' }).click();
    await expect(page.getByText('This account is suspended')).toHaveCount(0);
    await page.getByRole('link', { name: 'Staff actions on this account' }).click();
    await expect(page.getByText('Sold followers')).toBeVisible();
    await expect(page.getByText('Cleared up')).toBeVisible();
  },
);

test(
  'lets staff hide a package, and shows the reason to its owner',
  DEEP_TAG,
  async ({ browser, baseURL, creator }) => {
    const pack = await publishPackage(creator, { name: `Reel ${Date.now()}` });
    const page = await staffPage(browser, baseURL);
    await page.goto(`/admin/packages?search=${encodeURIComponent(pack.name)}`);
    await page.getByRole('button', { name: `Hide: ${pack.name}` }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('The description is misleading.');
    await page.getByRole('dialog').getByRole('button', { name: 'Hide' }).click();
    await expect(page.getByText('Reason for hiding: The description is misleading.')).toBeVisible();
    await creator.page.goto('/packages');
    await expect(creator.page.getByText(/Hidden by Marquee: The description is misleading\./)).toBeVisible();
  },
);

test(
  'shows staff the number of open items of each admin screen, which updates after every action',
  DEEP_TAG,
  async ({ browser, baseURL }) => {
    const page = await staffPage(browser, baseURL);
    const subject = `How do invoices work? ${Date.now()}`;
    const sent = await page.request.post('/trpc/support.contact', {
      data: {
        name: 'Nora Field',
        email: 'nora@example.test',
        subject,
        category: 'Bug Report',
        message: 'I would like to know how it is done.',
      },
    });
    expect(sent.ok()).toBe(true);
    await page.goto('/admin');
    const tab = page.getByRole('navigation', { name: 'Inbox' }).getByRole('link', { name: /^Messages/ });
    const counted = async () => Number(/\d+$/.exec((await tab.textContent()) ?? '')?.[0] ?? 0);
    expect(await counted()).toBeGreaterThan(0);
    await tab.click();
    await page.getByRole('link', { name: subject }).click();
    // Wait until the thread has opened, because the list of threads has Close buttons, too.
    await expect(page).toHaveURL(/\/admin\/messages\/.+/);
    await page.getByRole('button', { name: /^Close: / }).click();
    const dialog = page.getByRole('dialog', { name: 'Close this thread?' });
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Answered by phone.');
    const anew = page.waitForResponse((response) => response.url().includes('admin.overview'));
    await dialog.getByText('Close', { exact: true }).click();
    await expect(page.getByText('Thread closed')).toBeVisible();
    // Other tests change the number of unanswered messages at the same time, so take the expected count from the
    // server's response.
    const body = await (await anew).text();
    await page.getByRole('link', { name: 'All messages' }).click();
    const unanswered = Number(/"unansweredMessages":(\d+)/.exec(body)?.[1]);
    await expect.poll(counted).toBe(unanswered);
  },
);

test('shows staff everything that needs action in one inbox, earliest deadline first', async ({ browser, baseURL }) => {
  const page = await staffPage(browser, baseURL);
  const subject = `Where is my invoice? ${Date.now()}`;
  for (const each of [`First: ${subject}`, subject]) {
    const sent = await page.request.post('/trpc/support.contact', {
      data: {
        name: 'Nora Field',
        email: 'nora@example.test',
        subject: each,
        category: 'Bug Report',
        message: 'I cannot find the invoice of last month.',
      },
    });
    expect(sent.ok()).toBe(true);
  }
  await page.goto('/admin');
  await expect(heading(page, 'Inbox')).toBeVisible();
  const areas = page.getByRole('navigation', { name: 'Administration' }).getByRole('link');
  await expect(areas).toHaveText([/^Inbox\d+ open$/, 'Money', 'Marketplace', 'Settings']);
  const items = page.getByRole('main').getByRole('listitem');
  const deadlines = await items
    .filter({ hasText: /Due |Overdue since / })
    .locator('time')
    .evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''));
  expect(deadlines.length).toBeGreaterThan(0);
  expect(deadlines).toEqual([...deadlines].sort());
  // Items without a deadline are at the end.
  const texts = await items.allInnerTexts();
  expect(texts.findIndex((text) => text.includes('Since '))).toBe(deadlines.length);
  await items.filter({ hasText: subject }).first().getByRole('link', { name: 'Answer message' }).click();
  await expect(heading(page, `First: ${subject}`)).toBeVisible();
});

test('lets staff download the revenue as CSV', DEEP_TAG, async ({ browser, baseURL }) => {
  const page = await staffPage(browser, baseURL);
  await page.goto('/admin/revenue');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toBe('revenue.csv');
});

test(
  'lets staff see and download marketplace metrics by month, week and day',
  DEEP_TAG,
  async ({ browser, baseURL }) => {
    const page = await staffPage(browser, baseURL);
    await page.goto('/admin');
    await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Marketplace' }).click();
    await page.getByRole('navigation', { name: 'Marketplace' }).getByRole('link', { name: 'Market' }).click();
    await expect(heading(page, 'Market')).toBeVisible();
    await expect(page.getByText(/Data until \w+ \d+, \d{4}/)).toBeVisible();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).first().click(),
    ]);
    expect(file.suggestedFilename()).toBe('marquee-market-12m.csv');
    const [head, ...rows] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    const paid = rows.reduce((sum, row) => sum + Number(row.split(',')[head?.split(',').indexOf('Paid') ?? 0]), 0);
    expect(rows).toHaveLength(12);
    expect(paid).toBeGreaterThan(0);
    // The CSV file, the total above the chart and the table contain the same number of paid orders.
    const figure = page.getByRole('region', { name: '12 months' }).locator('div', { hasText: /^Paid orders/ });
    await expect(figure.getByRole('definition').first()).toHaveText(String(paid));
    const shown = page.getByRole('region', { name: 'Orders by month, in numbers' }).getByRole('row').getByRole('cell');
    const cells = await shown.allInnerTexts();
    expect(cells.filter((_, at) => at % 8 === 1).reduce((sum, each) => sum + Number(each), 0)).toBe(paid);
    await expect(page.getByRole('region', { name: 'Returning brands' })).toBeVisible();
    await expect(page.getByRole('rowheader', { name: 'watchmaking' })).toBeVisible();
    await expectNoViolations(page);
    for (const [span, unit] of [
      ['13 weeks', 'week'],
      ['30 days', 'day'],
    ] as const) {
      await page.getByRole('link', { name: span }).click();
      await expect(page.getByRole('heading', { name: `Volume by ${unit}` })).toBeVisible();
    }
  },
);

test(
  'shows staff how the money will be split before they confirm a dispute decision',
  DEEP_TAG,
  async ({ browser, baseURL }) => {
    const signedIn = async (email: string) => (await openDemoContext(browser, baseURL, email)).request;
    const [brand, creator] = [await signedIn('northwind@demo.marquee.test'), await signedIn('maya@demo.marquee.test')];
    const input = encodeURIComponent(JSON.stringify({ status: 'completed' }));
    const answer = (await (await brand.get(`/trpc/bookings.list?input=${input}`)).json()) as {
      result: { data: { items: { id: string; creatorName: string; packageName: string; paymentState: string }[] } };
    };
    const booking = answer.result.data.items.find(
      (each) => each.paymentState === 'held' && each.creatorName === 'Maya Lindqvist',
    );
    expect(booking).toBeDefined();
    const id = booking?.id ?? '';
    expect(
      (
        await brand.post('/trpc/disputes.reportProblem', {
          data: { id, problem: 'Two of the three stories are missing.' },
        })
      ).ok(),
    ).toBe(true);
    expect(
      (await creator.post('/trpc/disputes.addStatement', { data: { id, text: 'They are saved as highlights.' } })).ok(),
    ).toBe(true);

    const page = await staffPage(browser, baseURL);
    await page.goto('/admin/disputes');
    await page
      .getByRole('link', { name: booking?.packageName ?? '' })
      .first()
      .click();
    await expect(page.getByText('Two of the three stories are missing.').first()).toBeVisible();
    await expect(page.getByText('They are saved as highlights.').first()).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('radio', { name: /^Split/ }).check();
    await page.getByRole('textbox', { name: /^The creator keeps/ }).fill('100');
    await expect(page.getByText('Maya Lindqvist receives', { exact: true })).toBeVisible();
    await expect(page.getByText('$100.00').first()).toBeVisible();
    await expect(page.getByText('$15.00').first()).toBeVisible();
    await page.getByRole('textbox', { name: 'Reason' }).fill('One of three was delivered.');
    await page.getByRole('button', { name: 'Decide' }).click();
    const dialog = page.getByRole('dialog', { name: 'Decide this dispute?' });
    await expect(
      dialog.getByText(
        /Maya Lindqvist receives \$100\.00, Northwind Outdoor is refunded .*, and the platform keeps \$15\.00/,
      ),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Decide' }).click();
    await expect(page.getByText('Decided: split').first()).toBeVisible();
  },
);

/** Staff screens below /admin, one test per group. The groups run in parallel because axe is slow. */
const SCREENS = [
  ['', '/disputes', '/payouts', '/exceptions'],
  ['/chargebacks', '/refunds', '/bookings', '/users', '/packages'],
  ['/messages', '/audit', '/revenue', '/proofs'],
];

for (const screens of SCREENS) {
  test(
    `has no axe violations on ${screens.map((screen) => `/admin${screen}`).join(', ')}`,
    DEEP_TAG,
    async ({ browser, baseURL }) => {
      const page = await staffPage(browser, baseURL);
      for (const screen of screens) await expectNoViolationsAt(page, `/admin${screen}`);
    },
  );
}

test(
  'has no axe violations on the staff pages for a user, a booking and a message thread',
  DEEP_TAG,
  async ({ browser, baseURL, creator }) => {
    await publishPackage(creator);
    const page = await staffPage(browser, baseURL);
    await page.goto('/admin/bookings');
    const booking = page.getByRole('main').getByRole('listitem').getByRole('link').first();
    await expectNoViolationsAt(page, (await booking.getAttribute('href')) ?? '');
    await expectNoViolationsAt(page, `/admin/users/${creator.id}`);
    await page.getByRole('button', { name: /^Suspend:/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoViolations(page);
  },
);

test(
  'shows staff a preview of changes to the fee and the deadlines, then applies them with a reason',
  DEEP_TAG,
  async ({ browser, baseURL }) => {
    const page = await staffPage(browser, baseURL);
    await page.goto('/admin/terms');
    await expect(heading(page, 'Fee and deadlines')).toBeVisible();
    const field = (name: string) => page.getByRole('textbox', { name });
    const set = page.getByRole('button', { name: 'Save terms' });
    const end = field('Days overdue until automatic cancellation');
    const days = Number(await end.inputValue());

    await field('Platform fee (percent)').fill('31');
    await field('Hours to accept').fill('1.5');
    await end.fill('2');
    await set.click();
    await expect(page.getByText('The fee must be from 0% to 30%, with at most two decimal places')).toBeVisible();
    await expect(page.getByText('Hours to accept must be a whole number from 24 to 144')).toBeVisible();
    await expect(page.getByText('Please give a reason')).toBeVisible();
    await expect(field('Platform fee (percent)')).toBeFocused();

    await field('Platform fee (percent)').fill('12.5');
    await expect(page.getByText('the brand pays $112.50 and the platform keeps $12.50')).toBeVisible();
    await field('Hours to accept').fill('48');
    await field('Reason').fill('Long orders');
    await set.click();
    await expect(
      page.getByText('The automatic cancellation must be later than the day from which the brand can cancel'),
    ).toBeVisible();
    await end.fill(String(days + 1));
    await set.click();
    const dialog = page.getByRole('dialog', { name: 'Save these terms?' });
    await expect(dialog.getByText('Fee: 15% → 12.5%')).toBeVisible();
    await expect(dialog.getByText('Hours to accept: 72 → 48')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    // Restore the default terms, because other tests rely on them.
    await field('Platform fee (percent)').fill('15');
    await field('Hours to accept').fill('72');
    await set.click();
    await expect(dialog.getByRole('listitem')).toHaveText([
      `Days overdue until automatic cancellation: ${days} → ${days + 1}`,
    ]);
    await dialog.getByRole('button', { name: 'Save terms' }).click();
    await expect(page.getByText('They apply to new orders.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'History' }).getByText('Long orders').first()).toBeVisible();
    await expectNoViolations(page);
  },
);
