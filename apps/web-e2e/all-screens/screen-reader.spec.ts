/** Reads every screen of one booking aloud with a virtual screen reader, and keeps the transcript as an artifact. */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { virtual as virtualScreenReader } from '@guidepup/virtual-screen-reader';
import type { Page } from '@playwright/test';
import { createPaidBooking } from '../support/paid-booking.ts';
import { DEEP_TAG, expect, publishPackage, test } from '../support/marquee.ts';

const SCRIPT_PATH = '/virtual-screen-reader.js';
const SCRIPT_FILE = createRequire(import.meta.url).resolve('@guidepup/virtual-screen-reader/browser.js');

/** Returns the phrases that a screen reader speaks from the beginning of `main` to its end. */
async function readAloud(page: Page): Promise<string[]> {
  // The content security policy allows scripts of the product's own address only.
  await page.route(`**${SCRIPT_PATH}`, async (route) =>
    route.fulfill({ contentType: 'text/javascript', body: await readFile(SCRIPT_FILE, 'utf8') }),
  );
  return page.evaluate(async (path) => {
    const { virtual } = (await import(path)) as { virtual: typeof virtualScreenReader };
    await virtual.start({ container: document.querySelector('main') ?? document.body });
    while ((await virtual.lastSpokenPhrase()) !== 'end of main') await virtual.next();
    const phrases = await virtual.spokenPhraseLog();
    await virtual.stop();
    return phrases;
  }, SCRIPT_PATH);
}

test(
  'names everything on the screens of a booking for a screen reader',
  DEEP_TAG,
  async ({ creator, brand }, testInfo) => {
    const pack = await publishPackage(creator);
    const transcript: string[] = [];
    const read = async (page: Page, path: string, title: string) => {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      const phrases = await readAloud(page);
      expect
        .soft(
          phrases.filter((phrase) => /^heading, .*level 1$/.test(phrase)),
          `${title}: one heading`,
        )
        .toHaveLength(1);
      // A role without a name tells the listener nothing.
      const unnamed = phrases.filter((phrase) =>
        /^(link|button|textbox|img|image|checkbox|switch|tab|dialog)$/.test(phrase),
      );
      expect.soft(unnamed, `${title}: controls and images without a name`).toEqual([]);
      expect
        .soft(
          phrases.filter((phrase) => /undefined|NaN|\[object/.test(phrase)),
          title,
        )
        .toEqual([]);
      transcript.push(`# ${title}`, ...phrases, '');
    };

    await read(brand.page, `/profile/${creator.username}`, 'Profile of the creator');
    await read(brand.page, `/order-questionnaire?packageId=${pack.id}`, 'Order form');
    for (const status of ['pending', 'accepted', 'in_progress', 'completed'] as const) {
      const id = await createPaidBooking(creator, brand, status);
      await read(brand.page, `/booking-details?bookingId=${id}`, `Booking, ${status}, for the brand`);
      await read(creator.page, `/booking-details?bookingId=${id}`, `Booking, ${status}, for the creator`);
    }
    await read(creator.page, '/payouts', 'Payouts');
    const file = testInfo.outputPath('screen-reader-transcript.txt');
    await writeFile(file, transcript.join('\n'));
    await testInfo.attach('screen-reader-transcript', { path: file, contentType: 'text/plain' });
  },
);
