/**
 * Tests a complete project: order, acceptance, shipment of the product, delivery, a change request for a point in
 * the video, a new version, approval, payout and both reviews. Also tests the emails and the downloadable record.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  DEEP_TAG,
  expect,
  findMailLink,
  waitForMail,
  publishPackage,
  test,
  expectToast,
  unfold,
} from '../support/marquee.ts';
import { createVideo } from '../support/pictures.ts';

const part = (page: Page, name: string) => page.getByRole('region', { name });

test('runs a project from the order to both reviews', DEEP_TAG, async ({ creator, brand, baseURL }) => {
  const pack = await publishPackage(creator, { name: 'Unboxing Reel', features: ['1 Reel'] });
  const [mine, theirs] = [creator.page, brand.page];
  let details = '';

  await test.step('both sides confirm their email addresses, so that emails contain their names', async () => {
    for (const { page, email } of [creator, brand]) {
      await page.goto(findMailLink(await waitForMail(page, email, 'Confirm your email address'), '/verify-email'));
      await expect(page.getByRole('heading', { name: 'Email address confirmed' })).toBeVisible();
    }
  });

  await test.step('the creator asks for the product first, and the brand orders and pays', async () => {
    await mine.goto('/packages');
    await mine.getByRole('button', { name: 'Edit', exact: true }).click();
    const editor = mine.getByRole('dialog');
    await editor.getByRole('button', { name: 'Add options' }).click();
    await editor.getByLabel('The brand sends me a product first').check();
    await editor.getByRole('button', { name: /^(Save|Update)/ }).click();
    await expect(editor).toHaveCount(0);

    await theirs.goto(`/order-questionnaire?packageId=${pack.id}`);
    await theirs.getByLabel('Project description').fill('Our new cup, unpacked at breakfast.');
    await theirs.getByRole('button', { name: 'Continue to Checkout' }).click();
    await expect(theirs.getByRole('button', { name: 'Pay $115.00' })).toBeEnabled();
    await theirs.getByLabel('Card number').fill('4242424242424242');
    await theirs.getByLabel('Expiration date').fill('12 / 34');
    await theirs.getByLabel('Security code').fill('123');
    await theirs.getByRole('button', { name: 'Pay $115.00' }).click();
    await expectToast(theirs, 'Your booking has been confirmed!');
  });

  await test.step('the creator follows the link in the email, accepts and starts the work', async () => {
    const request = await waitForMail(mine, creator.email, /^New order from Fjord Coffee/);
    details = findMailLink(request, '/booking-details');
    expect(details).not.toBe('');
    await mine.goto(details);
    await mine.getByRole('button', { name: 'Accept Booking' }).click();
    await expectToast(mine, 'Booking status updated to accepted');
    await waitForMail(theirs, brand.email, /^Maya Berg accepted your order/);
  });

  await test.step('the brand ships the product, and it arrives', async () => {
    await part(mine, 'Product shipment').getByLabel('Name and address').fill('Maya Berg\n12 Sample Street\nPortland');
    await part(mine, 'Product shipment').getByRole('button', { name: 'Save address' }).click();
    await theirs.goto(details);
    await expect(part(theirs, 'Product shipment').getByText('12 Sample Street')).toBeVisible();
    await part(theirs, 'Product shipment').getByLabel('Carrier (optional)').fill('UPS');
    await part(theirs, 'Product shipment').getByRole('button', { name: 'Confirm shipment' }).click();
    await mine.getByRole('button', { name: 'Start Working' }).click();
    await expectToast(mine, 'Booking status updated to in_progress');
    await part(mine, 'Product shipment').getByRole('button', { name: 'Confirm arrival' }).click();
    await mine.getByRole('dialog').getByRole('button', { name: 'Confirm arrival' }).click();
    await expect(part(theirs, 'Product shipment')).toContainText(`${creator.fullName} received it on`);
  });

  const video = await createVideo(['#204060', '#a04020']);
  const send = async (button: string, name: string) => {
    const room = part(mine, 'Deliverables');
    await room.getByRole('button', { name: button }).click();
    await room.getByTestId('files').setInputFiles([{ name, mimeType: 'video/webm', buffer: video }]);
    await expect(room.getByText('Ready to send')).toHaveCount(1);
    await room.getByRole('button', { name: `Send to ${brand.fullName}` }).click();
    await expect(room).toContainText('Waiting for approval');
  };

  await test.step('the brand returns the first cut with a remark at a time code', async () => {
    await send('Send work: 1 Reel', 'cut-1.webm');
    const room = part(theirs, 'Deliverables');
    // The dashboard also lists the review as an open task for the brand.
    await theirs.goto('/dashboard');
    await theirs.getByRole('link', { name: 'Review work: Unboxing Reel' }).click();
    await room.getByRole('button', { name: 'Request changes: 1 Reel' }).click();
    const player = room.locator('video');
    await expect.poll(() => player.evaluate((media: HTMLVideoElement) => media.readyState)).toBeGreaterThan(0);
    await player.evaluate((media: HTMLVideoElement) => {
      media.currentTime = 1.2;
    });
    await room.getByRole('button', { name: 'Comment at 0:01' }).click();
    await room.getByLabel('1. cut-1.webm at 0:01').fill('The cup is upside down here');
    await room.getByLabel('What should change?').fill('One small thing.');
    await room.getByRole('button', { name: 'Send request' }).click();
    await expect(room).toContainText('Changes requested');
    await waitForMail(mine, creator.email, /^Changes to “1 Reel” for Fjord Coffee/);
  });

  await test.step('the brand approves the next cut, which releases the payment', async () => {
    await send('Send new version: 1 Reel', 'cut-2.webm');
    const room = part(theirs, 'Deliverables');
    await theirs.getByRole('button', { name: 'Approve and release payment' }).click();
    await theirs.getByRole('dialog').getByRole('button', { name: 'Release payment' }).click();
    await expect(room).toContainText('The brand approved all work.');
  });

  await test.step('the creator sets up payouts and is paid', async () => {
    await mine.goto(details);
    await mine.getByRole('button', { name: 'Finish your payout setup' }).click();
    await mine.getByLabel('Payout country').selectOption('United States');
    await mine.getByRole('button', { name: 'Set up payouts' }).click();
    await mine.waitForURL((url) => url.port !== new URL(baseURL ?? '').port);
    await mine.getByRole('button', { name: 'Finish onboarding' }).click();
    await expect(mine).toHaveURL(/\/payouts/);
    await waitForMail(mine, creator.email, /^Payout of \$100\.00 sent/);
    await mine.goto(details);
    await expect(mine.getByText('Paid out to you')).toBeVisible();
  });

  await test.step('both sides write a review and read each other’s', async () => {
    for (const [page, words] of [
      [theirs, 'A day early, and lovely.'],
      [mine, 'A clear brief.'],
    ] as const) {
      await page.goto(details);
      await part(page, 'Reviews').getByRole('button', { name: 'Write a review' }).click();
      const form = page.getByRole('form', { name: 'Your review' });
      await expect(form.getByRole('group')).toHaveCount(4);
      for (const group of await form.getByRole('group').all())
        await group.getByRole('radio', { name: '5 stars' }).check();
      await form.getByLabel('Your review (optional)').fill(words);
      await form.getByRole('button', { name: 'Send review' }).click();
      await expect(form).toHaveCount(0);
    }
    await expect(part(mine, 'Reviews')).toContainText('A day early, and lovely.');
    await theirs.reload();
    await expect(part(theirs, 'Reviews')).toContainText('A clear brief.');
  });

  await test.step('the record contains every file and document', async () => {
    await unfold(theirs, 'Documents');
    const [file] = await Promise.all([
      theirs.waitForEvent('download'),
      theirs.getByRole('link', { name: 'Complete record as ZIP' }).click(),
    ]);
    // File names are stored uncompressed in a ZIP archive, so search for them in its bytes.
    const archive = await readFile(await file.path());
    for (const name of ['cut-1.webm', 'cut-2.webm', '.pdf']) expect(archive.includes(name), name).toBe(true);
    expect(archive.length).toBeGreaterThan(2 * video.length);
  });
});
