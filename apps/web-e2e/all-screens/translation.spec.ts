/**
 * Tests that pages still work after the browser has translated them. Pages update when a booking changes, and no
 * screen crashes.
 */
import type { Page } from '@playwright/test';
import { createPaidBooking } from '../support/paid-booking.ts';
import { DEEP_TAG, openDemoPage, expect, test, type TestPerson } from '../support/marquee.ts';

/** Wraps every text node in `<font>` elements, as Chrome's translator does. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.querySelector('#root') ?? document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (text.parentElement === null || /^(FONT|SCRIPT|STYLE|OPTION)$/.test(text.parentElement.tagName)) continue;
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  });

/** Checks that the screen still has its heading and shows no error. */
async function isWhole(page: Page, what: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first(), what).toBeVisible();
  await expect(page.getByText('Something went wrong'), what).toHaveCount(0);
}

/** Opens a screen and waits until the app has started. */
async function open(page: Page, path: string): Promise<Page> {
  await page.goto(path);
  await page.keyboard.press('Shift');
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('#root') ?? {}).some((key) => key.startsWith('__react')),
  );
  await page.waitForLoadState('load');
  await isWhole(page, path);
  return page;
}

const call = async ({ request }: TestPerson, procedure: string, data: object) => {
  const answer = await request.post(`/trpc/${procedure}`, { data });
  expect([procedure, answer.status()]).toEqual([procedure, 200]);
};

test(
  'shows every step of a booking until its payout on translated screens of both sides',
  DEEP_TAG,
  async ({ creator, brand, browser, baseURL }) => {
    const bookingId = await createPaidBooking(creator, brand, 'pending');
    const details = `/booking-details?bookingId=${bookingId}`;
    const opened = new Map<string, Page>();
    for (const [person, paths] of [
      [creator, [details, '/dashboard', '/bookings', '/payouts', '/messages', '/notifications']],
      [brand, [details, '/dashboard', '/bookings', '/messages', '/receipts']],
    ] as const) {
      const storageState = await person.page.context().storageState();
      let context = person.page.context();
      for (const [at, path] of paths.entries()) {
        // Every page keeps a connection for live updates, and a browser opens at most six connections to a server.
        if (at % 3 === 0) context = await browser.newContext({ ...(baseURL && { baseURL }), storageState });
        const page = await context.newPage();
        opened.set(`${person.fullName} at ${path}`, await open(page, path));
      }
    }

    const move = async (status: string) => {
      const data = { status, ...(status === 'completed' && { delivery: { note: 'It is online.', links: [] } }) };
      expect((await creator.request.patch(`/api/bookings/${bookingId}/status`, { data })).status()).toBe(200);
    };
    const write = (from: TestPerson, to: TestPerson, text: string) =>
      call(from, 'messages.send', { to: { username: to.username }, clientId: crypto.randomUUID(), text });
    const steps: [name: string, act: () => Promise<void>][] = [
      ['the brand writes', () => write(brand, creator, 'Do you film in the rain?')],
      ['the creator answers', () => write(creator, brand, 'Gladly.')],
      ['the creator accepts', () => move('accepted')],
      ['the creator starts', () => move('in_progress')],
      ['the creator completes', () => move('completed')],
      ['the brand approves', () => call(brand, 'settlements.approve', { id: bookingId })],
    ];
    for (const [step, act] of steps) {
      for (const page of opened.values()) await translate(page);
      // A creator who moves the booking gets no message and no notification about it.
      const isMove = /accepts|starts|completes/.test(step);
      const answered = [...opened]
        .filter(([name]) => !isMove || !/^Maya Berg at \/(messages|notifications)/.test(name))
        .map(([, page]) => page.waitForResponse(/\/trpc\//));
      await act();
      await Promise.all(answered);
      for (const [name, page] of opened) await isWhole(page, `${name}, after ${step}`);
    }
  },
);

const SCREENS = {
  'maya@demo.marquee.test': ['/dashboard', '/packages', '/bookings', '/offers', '/payouts', '/saved', '/settings'],
  'northwind@demo.marquee.test': ['/dashboard', '/find-influencers', '/profile/maya_lindqvist', '/receipts', '/match'],
  'admin@demo.marquee.test': [
    '/admin',
    '/admin/disputes',
    '/admin/users',
    '/admin/audit',
    '/admin/health',
    '/admin/market',
    '/admin/terms',
  ],
} as const;

for (const [email, paths] of Object.entries(SCREENS))
  test(
    `reloads data on translated screens of ${email.split('@')[0]}, and lets the user leave them`,
    DEEP_TAG,
    async ({ browser, baseURL }) => {
      const page = await openDemoPage(browser, baseURL, email);
      for (const path of paths) {
        await open(page, path);
        await translate(page);
        // Make the app reload the data of every active query, as after a lost connection.
        await page.evaluate(() => dispatchEvent(new Event('online')));
        await page.setViewportSize({ width: 390, height: 800 });
        await isWhole(page, path);
        await translate(page);
        await page.setViewportSize({ width: 1280, height: 860 });
        await page.getByRole('link', { name: 'Resources', exact: true }).first().click();
        await expect(page).toHaveURL(/\/resources$/);
        await isWhole(page, `the screen after ${path}`);
      }
    },
  );
