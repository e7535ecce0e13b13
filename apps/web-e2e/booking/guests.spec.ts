/**
 * Tests that a brand shares a version with guests who have no account, and that the creator gets one list of their
 * comments.
 */
import { expectNoViolations } from '../support/axe.ts';
import { createPaidBooking } from '../support/paid-booking.ts';
import { expect, publishPackage, test } from '../support/marquee.ts';
import { confirmEmail, enterAsGuest } from '../support/people.ts';
import { createPictureFile } from '../support/pictures.ts';

test('lets a brand share a version with two guests, and turns their comments into one list for the creator', async ({
  creator,
  brand,
  browser,
  baseURL,
}) => {
  await confirmEmail(brand);
  const pack = await publishPackage(creator, { features: ['1 Reel', '1 Story'] });
  const id = await createPaidBooking(creator, brand, 'in_progress', pack);
  await creator.page.goto(`/booking-details?bookingId=${id}`);
  const mine = creator.page.getByRole('region', { name: 'Deliverables' });
  await mine.getByRole('button', { name: 'Send work: 1 Reel' }).click();
  await mine.getByTestId('files').setInputFiles([await createPictureFile('still.png', '#88aabb')]);
  await expect(mine.getByText('Ready to send')).toBeVisible();
  await mine.getByRole('button', { name: `Send to ${brand.fullName}` }).click();
  await expect(mine).toContainText('Waiting for approval');

  const { page } = brand;
  await page.goto(`/booking-details?bookingId=${id}`);
  const theirs = page.getByRole('region', { name: 'Deliverables' });
  await theirs.getByRole('button', { name: 'Share for review: 1 Reel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share for review' });
  const [ann, ben] = [`ann-${id}@legal.test`, `ben-${id}@legal.test`];
  for (const [name, email] of [
    ['Ann Lee', ann],
    ['Ben Ode', ben],
  ] as const) {
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Email address').fill(email);
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(dialog.getByRole('listitem').filter({ hasText: email })).toContainText('Invited');
  }
  await expectNoViolations(page);

  const asAnn = await enterAsGuest(browser, baseURL, page, ann);
  await expect(asAnn.getByRole('heading', { name: '1 Reel' })).toBeVisible();
  const picture = asAnn.getByRole('img', { name: 'still.png' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await picture.click({ position: { x: 20, y: 20 } });
  await expect(asAnn.getByLabel('1. still.png')).toBeFocused();
  await asAnn.keyboard.type('Crop this corner');
  await asAnn.getByLabel('Comment', { exact: true }).fill('The claim needs a footnote.');
  await expectNoViolations(asAnn);
  await asAnn.getByRole('button', { name: 'Request changes' }).click();
  await expect(asAnn.getByRole('status').filter({ hasText: 'You requested changes.' })).toBeVisible();

  const asBen = await enterAsGuest(browser, baseURL, page, ben);
  await expect(asBen.getByText('The claim needs a footnote.')).toHaveCount(0);
  await asBen.getByRole('button', { name: 'Approve version' }).click();
  await expect(asBen.getByRole('status').filter({ hasText: 'You approved this version.' })).toBeVisible();

  await page.goto(`/booking-details?bookingId=${id}`);
  const reviews = theirs.getByRole('region', { name: 'Guest reviews' });
  await expect(reviews.getByRole('listitem').filter({ hasText: 'Ann Lee' })).toContainText('Wants changes');
  await expect(reviews.getByRole('listitem').filter({ hasText: 'Ben Ode' })).toContainText('Would approve');
  await expect(reviews.getByText('Guests disagree')).toHaveCount(2);
  await theirs.getByRole('button', { name: 'Request changes: 1 Reel' }).click();
  await expect(theirs.getByLabel('What should change?')).toHaveValue('The claim needs a footnote.');
  await expect(theirs.getByRole('checkbox', { name: 'Crop this corner' })).toBeChecked();
  await theirs.getByRole('checkbox', { name: 'Crop this corner' }).uncheck();
  await expect(theirs.getByLabel('1. still.png')).toHaveCount(0);
  await theirs.getByRole('checkbox', { name: 'Crop this corner' }).check();
  await theirs.getByLabel('1. still.png').fill('Crop the lower corner');
  await expectNoViolations(page);
  await theirs.getByRole('button', { name: 'Send request' }).click();
  await expect(theirs).toContainText('Changes requested');

  await expect(mine).toContainText('The claim needs a footnote.');
  await expect(mine).toContainText('Crop the lower corner');
  await expect(mine).not.toContainText('Ann Lee');
  await asBen.reload();
  await expect(asBen.getByText(/has decided about this version/)).toBeVisible();
});
