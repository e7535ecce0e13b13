/** Tests that a booker requests an order, which an approver approves on a phone, and which is then paid. */
import { expectNoViolations } from './axe.ts';
import { expect, findMailLink, newPerson, publishPackage, test, waitForMail, type TestPerson } from './marquee.ts';

async function confirmEmail({ page, email }: TestPerson): Promise<void> {
  const mail = await waitForMail(page, email, 'Confirm your email address');
  await page.goto(findMailLink(mail, '/verify-email'));
  await expect(page.getByText(/confirmed/i).first()).toBeVisible();
}

test('a booker requests an order, an owner approves it on a phone, and the saved card pays for it', async ({
  brand,
  creator,
  browser,
  baseURL,
}) => {
  test.slow();
  const pack = await publishPackage(creator);
  await confirmEmail(brand);
  const { page } = brand;
  await page.goto('/settings/billing');
  await page.getByRole('button', { name: 'Add a card' }).click();
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiration date').fill('12/34');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(page.getByText('Card saved')).toBeVisible();

  const booker = await newPerson(browser, baseURL ?? '', 'brand', 'Kim Booker');
  await page.goto('/settings/members');
  await page.getByRole('button', { name: 'Invite member' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite member' });
  await dialog.getByLabel('Email address').fill(booker.email);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Invited as booker')).toBeVisible();
  await booker.page.goto(findMailLink(await waitForMail(page, booker.email, /invited you to/), '/invitation'));
  await booker.page.getByRole('button', { name: 'Accept invitation' }).click();
  const workspace = `/w/${brand.username}`;
  await expect(booker.page).toHaveURL(new RegExp(`${workspace}/dashboard$`));

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

  await page.setViewportSize({ width: 390, height: 844 });
  const mail = await waitForMail(page, brand.email, /asks for your approval/);
  await page.goto(mail.links.find((link) => link.includes('/approvals/')) ?? '');
  await expect(page.getByText('Spring, $85.00 left after this order')).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Approve order' }).click();
  await page.getByRole('link', { name: 'View booking' }).click();
  await expect(page.getByText('Kim Booker requested this order.')).toBeAttached();
  await expect(page.getByText(/authorized/i).first()).toBeAttached();
  await creator.page.goto('/bookings');
  await expect(creator.page.getByText(pack.name).first()).toBeVisible();
});
