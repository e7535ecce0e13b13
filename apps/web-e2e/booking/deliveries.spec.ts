/**
 * Tests deliverables: the creator sends versions with files, and the brand reviews them, requests changes and
 * approves.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expectNoViolations } from '../support/axe.ts';
import { createPaidBooking } from '../support/paid-booking.ts';
import { DEEP_TAG, expect, publishPackage, test, type TestPerson } from '../support/marquee.ts';
import { createPictureFile, createVideo } from '../support/pictures.ts';

const room = (page: Page): Locator => page.getByRole('region', { name: 'Deliverables' });
const open = async ({ page }: TestPerson, id: string): Promise<Locator> => {
  await page.goto(`/booking-details?bookingId=${id}`);
  return room(page);
};

const begin = async (creator: TestPerson, brand: TestPerson, features: string[]) =>
  createPaidBooking(creator, brand, 'in_progress', await publishPackage(creator, { features }));

test('lets a creator send a video and a new version after the brand’s remark at a time code, and pays the creator when the brand approves it', async ({
  creator,
  brand,
}) => {
  const id = await begin(creator, brand, ['1 Reel', '3 Stories']);
  const mine = await open(creator, id);
  await expect(mine).toContainText('0 of 2 approved');

  await mine.getByRole('button', { name: 'Send work: 1 Reel' }).click();
  await mine
    .getByTestId('files')
    .setInputFiles([
      { name: 'cut-1.webm', mimeType: 'video/webm', buffer: await createVideo(['#204060', '#a04020']) },
      await createPictureFile('still.png', '#88aabb'),
    ]);
  await expect(mine.getByText('Ready to send')).toHaveCount(2);
  await mine.getByLabel('Note (optional)').fill('The first cut. The music is not final.');
  await expectNoViolations(creator.page);
  await mine.getByRole('button', { name: `Send to ${brand.fullName}` }).click();
  await expect(mine).toContainText('Waiting for approval');
  await expect(mine).toContainText(/has until .* to review this\. After that, your due date moves\./);

  const theirs = await open(brand, id);
  await expect(theirs).toContainText(/Review by .* to keep the due date\./);
  await expect(theirs).toContainText('The first cut. The music is not final.');
  await theirs.getByRole('button', { name: 'Request changes: 1 Reel' }).click();
  const player = theirs.locator('video');
  await expect.poll(() => player.evaluate((media: HTMLVideoElement) => media.readyState)).toBeGreaterThan(0);
  await player.evaluate((media: HTMLVideoElement) => {
    media.currentTime = 1.2;
  });
  await theirs.getByRole('button', { name: 'Comment at 0:01' }).click();
  await expect(theirs.getByLabel('1. cut-1.webm at 0:01')).toBeFocused();
  await brand.page.keyboard.type('The logo flickers here');
  await theirs.getByRole('img', { name: 'still.png' }).click({ position: { x: 20, y: 20 } });
  await expect(theirs.getByLabel('2. still.png')).toBeFocused();
  await brand.page.keyboard.type('Crop this corner');
  await theirs.getByRole('button', { name: 'Send request' }).click();
  // The form shows an error for the missing text and keeps the remarks.
  await expect(theirs.getByText('Please describe what should change')).toBeVisible();
  await theirs.getByLabel('What should change?').fill('Two small things.');
  await expectNoViolations(brand.page);
  await theirs.getByRole('button', { name: 'Send request' }).click();
  await expect(theirs).toContainText('Changes requested');
  await expect(theirs).toContainText('Two small things.');

  // The creator's page updates without a reload.
  await expect(mine).toContainText('Two small things.');
  await expect(mine.getByRole('listitem').filter({ hasText: 'The logo flickers here' }).last()).toContainText(
    'cut-1.webm at 0:01',
  );
  await mine.getByRole('button', { name: '1 at 0:01' }).click();
  expect(await mine.locator('video').evaluate((media: HTMLVideoElement) => media.currentTime)).toBeCloseTo(1.2, 1);
  await mine.getByRole('button', { name: 'Send new version: 1 Reel' }).click();
  await mine.getByLabel('Link to the work (optional)').fill('https://example.com/cut-2');
  await mine.getByRole('button', { name: `Send to ${brand.fullName}` }).click();

  await theirs.getByText('1 earlier version').click();
  await theirs.getByRole('button', { name: 'Compare with latest' }).click();
  await expect(theirs.getByText(/^Version 1, sent/)).toHaveCount(2);
  await theirs.getByRole('button', { name: 'Hide comparison' }).click();
  await expect(theirs.getByText(/^Version 1, sent/)).toHaveCount(1);
  await theirs.getByRole('button', { name: 'Approve 1 Reel' }).click();
  await expect(theirs).toContainText('1 of 2 approved');

  await mine.getByRole('button', { name: 'Send work: 3 Stories' }).click();
  const completes = mine.getByLabel('This is the last delivery. Mark the work as completed.');
  await expect(completes).toBeChecked();
  await mine.getByLabel('Note (optional)').fill('All three are online.');
  await mine.getByRole('button', { name: `Send to ${brand.fullName}` }).click();
  await expect(creator.page.getByText('Completed', { exact: true }).first()).toBeVisible();

  await brand.page.getByRole('button', { name: 'Approve and release payment' }).click();
  const dialog = brand.page.getByRole('dialog');
  await expect(dialog).toContainText(`We pay ${creator.fullName} $100.00`);
  await dialog.getByRole('button', { name: 'Release payment' }).click();
  await expect(theirs).toContainText('The brand approved all work.');
  await expect(brand.page.getByText('Payout waiting for the creator’s payout setup')).toBeVisible();
});

test(
  'keeps the text of a brand that is requesting changes, and shows a message when the creator sends a newer version',
  DEEP_TAG,
  async ({ creator, brand }) => {
    const id = await begin(creator, brand, ['1 Reel']);
    const send = async (note: string) => {
      const seen = (await (
        await creator.page.request.get(`/trpc/deliveries.byBooking?input=${encodeURIComponent(JSON.stringify({ id }))}`)
      ).json()) as { result: { data: { items: { id: string; versions: unknown[] }[] } } };
      const [item] = seen.result.data.items;
      const version = { deliverableId: item?.id, number: (item?.versions.length ?? 0) + 1, note, links: [], files: [] };
      expect((await creator.page.request.post('/trpc/deliveries.send', { data: version })).ok()).toBe(true);
    };
    await send('The first cut');
    const theirs = await open(brand, id);
    await theirs.getByRole('button', { name: 'Request changes: 1 Reel' }).click();
    await theirs.getByLabel('What should change?').fill('Slower, please.');
    await send('The second cut');
    await expect(theirs.getByText('1 earlier version')).toBeVisible();
    await expect(theirs.getByLabel('What should change?')).toHaveValue('Slower, please.');
    await theirs.getByRole('button', { name: 'Send request' }).click();
    await expect(brand.page.getByText('There is a newer version of this deliverable').first()).toBeVisible();
    await expect(theirs.getByLabel('What should change?')).toHaveValue('Slower, please.');
    await theirs.getByRole('button', { name: 'Cancel' }).click();
    await expect(theirs.getByText('The second cut')).toBeVisible();
  },
);

test(
  'continues an interrupted upload of a large file where it stopped, even after the page is reloaded',
  DEEP_TAG,
  async ({ creator, brand }, { outputDir }) => {
    const id = await begin(creator, brand, ['1 Reel']);
    const mine = await open(creator, id);
    const { page } = creator;
    const bytes = randomBytes(40 * 1024 ** 2);
    const path = `${outputDir}-raw.bin`;
    writeFileSync(path, bytes);
    // Make every attempt to upload the third part of the file fail.
    let arrived: string[] = [];
    let isCut = true;
    await page.route(/\/api\/files\/.*\/parts\/\d+$/, (route) => {
      const part = route.request().url().split('/').at(-1) ?? '';
      if (part === '2' && isCut) return route.abort('connectionreset');
      arrived.push(part);
      return route.continue();
    });
    await mine.getByRole('button', { name: 'Send work: 1 Reel' }).click();
    await mine.getByTestId('files').setInputFiles(path);
    await expect(mine.getByText(/· 40%/)).toBeVisible();
    expect(arrived).toEqual(['0', '1']);
    await page.reload();
    isCut = false;
    arrived = [];
    await room(page).getByTestId('files').setInputFiles(path);
    await expect(room(page).getByText('Ready to send')).toBeVisible();
    expect(arrived).toEqual(['2', '3', '4']);
    // Choosing the same file again resumes its upload instead of adding it twice.
    const begun = page.waitForResponse((answer) => answer.url().includes('deliveries.beginFile'));
    await room(page).getByTestId('files').setInputFiles(path);
    await begun;
    await expect(room(page).getByText(/^40 MB/)).toHaveCount(1);
    await room(page).getByLabel('This is the last delivery. Mark the work as completed.').uncheck();
    await room(page)
      .getByRole('button', { name: `Send to ${brand.fullName}` })
      .click();

    const theirs = await open(brand, id);
    const download = brand.page.waitForEvent('download');
    await theirs.getByRole('link', { name: /raw\.bin$/ }).click();
    const got = readFileSync(await (await download).path());
    const digest = (content: Buffer) => createHash('sha256').update(content).digest('hex');
    expect(digest(got)).toBe(digest(bytes));
  },
);

test(
  'shows why a file cannot be sent, and leaves a removed file out of the delivery',
  DEEP_TAG,
  async ({ creator, brand }) => {
    const id = await begin(creator, brand, ['1 Reel']);
    const mine = await open(creator, id);
    await mine.getByRole('button', { name: 'Send work: 1 Reel' }).click();
    const files = mine.getByTestId('files');
    await files.setInputFiles({ name: 'empty.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(0) });
    await expect(mine.getByText('This file is empty')).toBeVisible();
    await mine.getByRole('button', { name: 'Remove empty.mp4' }).click();
    await files.setInputFiles({ name: 'wrong.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no video') });
    await expect(mine.getByText('Ready to send')).toBeVisible();
    await mine.getByRole('button', { name: 'Remove wrong.mp4' }).click();
    await mine.getByRole('button', { name: `Send to ${brand.fullName}` }).click();
    await expect(mine.getByText('Add a file, a link or a note')).toBeVisible();
    // A file that is a video only by its name and header is shown as a download, not as a player.
    await files.setInputFiles({
      name: 'broken.mp4',
      mimeType: 'video/mp4',
      buffer: Buffer.from('\0\0\0\x18ftypisom\0\0\0\0'),
    });
    await expect(mine.getByText('Ready to send')).toBeVisible();
    await mine.getByRole('button', { name: `Send to ${brand.fullName}` }).click();
    await expect(mine.getByText('Your browser cannot display this file')).toBeVisible();
  },
);

test(
  'warns a creator who marks work as completed without a delivery, and shows a later payout date',
  DEEP_TAG,
  async ({ creator, brand }) => {
    const id = await begin(creator, brand, ['1 Reel']);
    await open(creator, id);
    await creator.page.getByRole('button', { name: 'Mark as Completed' }).click();
    const dialog = creator.page.getByRole('dialog');
    await expect(dialog).toContainText('You have not sent any work yet');
    await expect(dialog).toContainText('automatically after 14 days');
    await dialog.getByLabel('What did you deliver? (optional)').fill('It is online since this morning.');
    await expect(dialog).not.toContainText('You have not sent any work yet');
    await expect(dialog).toContainText('automatically after 5 days');
  },
);

test('lets a creator add and remove a deliverable with only the keyboard', DEEP_TAG, async ({ creator, brand }) => {
  const id = await begin(creator, brand, ['1 Reel']);
  const mine = await open(creator, id);
  await mine.getByRole('button', { name: 'Add a deliverable' }).press('Enter');
  await expect(mine.getByLabel('Name of the deliverable')).toBeFocused();
  await creator.page.keyboard.press('Enter');
  await expect(mine.getByText('Please enter a name for this deliverable')).toBeVisible();
  await creator.page.keyboard.type('A vertical cut');
  await creator.page.keyboard.press('Enter');
  const added = mine.getByRole('listitem').filter({ hasText: 'A vertical cut' });
  await expect(added).toContainText('Not sent yet');
  await added.getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(added).toHaveCount(0);
});

test(
  'marks all deliverables as approved when the brand approves the whole booking',
  DEEP_TAG,
  async ({ creator, brand }) => {
    const id = await begin(creator, brand, ['1 Reel']);
    const mine = await open(creator, id);
    await mine.getByRole('button', { name: 'Send work: 1 Reel' }).click();
    await mine.getByLabel(/^Note/).fill('Here it is.');
    await mine.getByRole('button', { name: `Send to ${brand.fullName}` }).click();
    await expect(mine.getByText('Waiting for approval')).toBeVisible();
    await creator.page.request.patch(`/api/bookings/${id}/status`, { data: { status: 'completed' } });
    const theirs = await open(brand, id);
    await brand.page.getByRole('button', { name: 'Approve and release payment' }).first().click();
    await brand.page.getByRole('dialog').getByRole('button').last().click();
    await expect(brand.page.getByText('Work approved').first()).toBeVisible();
    await expect(theirs).toContainText('The brand approved all work.');
    await expect(theirs).toContainText('Approved');
    await expect(theirs).not.toContainText(/0 of 1|Waiting for approval/);
  },
);
