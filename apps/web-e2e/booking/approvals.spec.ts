/**
 * Tests an order of a company from the request to the documents: a booker requests it, an owner approves it on a phone,
 * the saved card pays for it, a guest reviews the work, and a finance member downloads the receipts.
 */
import { expectNoViolations } from '../support/axe.ts';
import { saveCard } from '../support/cards.ts';
import { expect, newPerson, publishPackage, test, waitForMail } from '../support/marquee.ts';
import { addMember, confirmEmail, enterAsGuest } from '../support/people.ts';

test('lets a booker request an order, an owner approve it on a phone, a guest review the work, and finance download the receipts', async ({
  brand,
  creator,
  browser,
  baseURL,
}) => {
  const pack = await publishPackage(creator);
  await confirmEmail(brand);
  const { page } = brand;
  await saveCard(page);

  const booker = await newPerson(browser, baseURL ?? '', 'brand', 'Kim Booker');
  await confirmEmail(booker);
  await addMember(brand, booker, 'Booker');
  const workspace = `/w/${brand.username}`;

  await page.goto('/settings/budgets');
  await page.getByLabel('Orders that need an approval').selectOption('All orders');
  await page.getByRole('button', { name: 'Save approval rules' }).click();
  await expect(page.getByText('Approval rules saved')).toBeVisible();
  await page.getByRole('button', { name: 'Add budget' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: /^Name/ }).fill('Spring');
  await page.getByLabel('Limit').fill('200');
  await page.getByRole('button', { name: 'Save budget' }).click();
  await expect(page.getByText('$200.00 of $200.00 left')).toBeVisible();

  await booker.page.goto(`${workspace}/order-questionnaire?packageId=${pack.id}`);
  await booker.page.getByLabel('Project description').fill('A launch.');
  await booker.page.getByLabel('Budget').selectOption('Spring ($200.00 left)');
  await booker.page.getByRole('button', { name: /Continue/ }).click();
  await expect(booker.page.getByText('This order needs an approval')).toBeVisible();
  await booker.page.getByRole('button', { name: 'Request approval' }).click();
  await expect(booker.page.getByText('Waiting for approval')).toBeVisible();

  await page.goto('/dashboard');
  await expect(page.getByText('1 requested order')).toBeVisible();
  await page.getByRole('link', { name: 'View approvals: 1 requested order' }).click();
  await expect(page).toHaveURL(/\/approvals$/);

  await page.setViewportSize({ width: 390, height: 844 });
  const mail = await waitForMail(page, brand.email, /asks for your approval/);
  await page.goto(mail.links.find((link) => link.includes('/approvals/')) ?? '');
  await expect(page.getByText('Spring, $85.00 left after this order')).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Approve order' }).click();
  await page.getByRole('link', { name: 'View booking' }).click();
  await expect(page.getByText('Kim Booker requested this order.')).toBeAttached();
  await expect(page.getByText(/authorized/i).first()).toBeAttached();

  const id = new URL(page.url()).searchParams.get('bookingId') ?? '';
  const bookingPath = `/booking-details?bookingId=${id}`;
  for (const status of ['accepted', 'in_progress'])
    expect((await creator.request.patch(`/api/bookings/${id}/status`, { data: { status } })).ok()).toBe(true);
  await creator.page.goto(bookingPath);
  const mine = creator.page.getByRole('region', { name: 'Deliverables' });
  await mine.getByRole('button', { name: 'Send work: 1 Reel' }).click();
  await mine.getByLabel('Note (optional)').fill('It is online since this morning.');
  await mine.getByRole('button', { name: `Send to ${brand.fullName}` }).click();
  await expect(creator.page.getByText('Completed', { exact: true }).first()).toBeVisible();

  await booker.page.goto(`${workspace}${bookingPath}`);
  const theirs = booker.page.getByRole('region', { name: 'Deliverables' });
  await theirs.getByRole('button', { name: 'Share for review: 1 Reel' }).click();
  const dialog = booker.page.getByRole('dialog', { name: 'Share for review' });
  const email = `legal-${id}@legal.test`;
  await dialog.getByLabel('Name').fill('Ann Lee');
  await dialog.getByLabel('Email address').fill(email);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: email })).toContainText('Invited');
  const guest = await enterAsGuest(browser, baseURL, page, email);
  await expect(guest.getByText('It is online since this morning.')).toBeVisible();
  await guest.getByRole('button', { name: 'Approve version' }).click();
  await expect(guest.getByRole('status').filter({ hasText: 'You approved this version.' })).toBeVisible();

  await booker.page.reload();
  await expect(theirs.getByText('Would approve')).toBeVisible();
  await booker.page.getByRole('button', { name: 'Approve and release payment' }).click();
  await booker.page.getByRole('dialog').getByRole('button', { name: 'Release payment' }).click();
  await expect(theirs).toContainText('The brand approved all work.');

  await page.setViewportSize({ width: 1440, height: 900 });
  const finance = await newPerson(browser, baseURL ?? '', 'brand', 'Ida Finance');
  await addMember(brand, finance, 'Finance');
  await finance.page.goto(`${workspace}/receipts`);
  for (const [name, type] of [
    ['Download all receipts in this list as PDFs in a ZIP file', /\.zip$/],
    ['Download all receipts in this list as CSV', /\.csv$/],
  ] as const) {
    const [download] = await Promise.all([
      finance.page.waitForEvent('download'),
      finance.page.getByRole('button', { name }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(type);
    expect(await download.failure()).toBeNull();
  }
});
