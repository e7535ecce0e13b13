/** Tests saved cards: at checkout, in the billing settings, and when the bank asks the payer. */
import type { Page } from '@playwright/test';
import { expectNoViolations } from '../support/axe.ts';
import { saveCard, typeCard } from '../support/cards.ts';
import { DEEP_TAG, expect, publishPackage, test, type TestPerson } from '../support/marquee.ts';

const ALWAYS_ASKED_CARD = '4000002760003184';

/** Orders a new package of $100.00 and opens its checkout. Returns the booking's id. */
async function openCheckout(creator: TestPerson, brand: TestPerson): Promise<string> {
  const pack = await publishPackage(creator);
  const order = await brand.page.request.post('/api/create-payment-intent', {
    data: {
      packageId: pack.id,
      brandUserId: brand.id,
      customer: { name: brand.fullName, email: brand.email, projectDescription: 'Coffee that is grown slowly.' },
    },
  });
  const { bookingId } = (await order.json()) as { bookingId: string };
  await brand.page.goto(`/checkout/${bookingId}`);
  return bookingId;
}

async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pay $115.00' }).click();
}

const expectPaid = async (page: Page): Promise<void> => {
  await expect(page.getByText('Your booking has been confirmed! The influencer will be notified.')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard/);
};

test('lets a brand save a card at its second checkout, pay the next booking with it, and remove it', async ({
  creator,
  brand,
}) => {
  const { page } = brand;
  await test.step('the first checkout asks only for the card', async () => {
    const bookingId = await openCheckout(creator, brand);
    await typeCard(page, '4242424242424242');
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await expect(page.getByRole('radio')).toHaveCount(0);
    await pay(page);
    await expectPaid(page);
    const accepted = await creator.page.request.patch(`/api/bookings/${bookingId}/status`, {
      data: { status: 'accepted' },
    });
    expect(accepted.status()).toBe(200);
  });

  await test.step('the second one offers to save the card, and keeps the choice after a declined card', async () => {
    await openCheckout(creator, brand);
    await typeCard(page, '4000000000000002');
    const save = page.getByRole('checkbox', { name: 'Save this card for Fjord Coffee' });
    await expect(save).not.toBeChecked();
    await expect(save).toHaveAccessibleDescription(/We may charge this card for bookings that Fjord Coffee places/);
    await save.check();
    await pay(page);
    await expect(page.getByRole('alert').filter({ hasText: 'declined' }).first()).toBeVisible();
    await expect(save).toBeChecked();
    await typeCard(page, '4242424242424242');
    await pay(page);
    await expectPaid(page);
  });

  await test.step('the third one is paid with the saved card', async () => {
    await openCheckout(creator, brand);
    await expect(page.getByRole('radio', { name: /^Visa ending in 4242/ })).toBeChecked();
    await expect(page.getByLabel('Card number')).toHaveCount(0);
    await expectNoViolations(page);
    await pay(page);
    await expectPaid(page);
  });

  await test.step('the settings list the card, and remove it after a confirmation', async () => {
    await page.goto('/settings/billing');
    const cards = page.getByRole('region', { name: 'Cards' });
    await expect(cards.getByText('Visa ending in 4242')).toBeVisible();
    await expect(cards.getByText('Expires 12/34')).toBeVisible();
    await expect(cards.getByText(/^Added by Fjord Coffee on /)).toBeVisible();
    await expectNoViolations(page);
    await cards.getByRole('button', { name: 'Remove' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove Visa ending in 4242?' });
    await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Remove card' }).click();
    await expect(page.getByText('Card removed')).toBeVisible();
    await expect(cards.getByText('Visa ending in 4242')).toHaveCount(0);
    await openCheckout(creator, brand);
    await expect(page.getByLabel('Card number')).toBeVisible();
    await expect(page.getByRole('radio')).toHaveCount(0);
  });
});

test(
  'lets a brand add a card in its settings, and asks it to confirm each payment with it if the bank asks',
  DEEP_TAG,
  async ({ creator, brand }) => {
    const { page } = brand;
    const bank = page.getByRole('dialog', { name: '3D Secure authentication' });
    await page.goto('/settings/billing');
    await page.getByRole('region', { name: 'Cards' }).getByRole('button', { name: 'Add a card' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a card' });
    await expect(dialog.getByText(/We may charge this card for bookings that Fjord Coffee places/)).toBeVisible();
    await typeCard(page, ALWAYS_ASKED_CARD);
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: 'Save card' }).click();
    await bank.getByRole('button', { name: 'Fail authentication' }).click();
    await expect(dialog.getByRole('alert')).toContainText('We are unable to authenticate your payment method.');
    await dialog.getByRole('button', { name: 'Save card' }).click();
    await bank.getByRole('button', { name: 'Complete authentication' }).click();
    await expect(page.getByText('Card saved')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Cards' }).getByText('Visa ending in 3184')).toBeVisible();

    await openCheckout(creator, brand);
    await expect(page.getByRole('radio', { name: /^Visa ending in 3184/ })).toBeChecked();
    await pay(page);
    await bank.getByRole('button', { name: 'Fail authentication' }).click();
    const refused = page.getByRole('region', { name: 'Payment Details' }).getByRole('alert');
    await expect(refused).toContainText('Your bank could not confirm this payment');
    await pay(page);
    await bank.getByRole('button', { name: 'Complete authentication' }).click();
    await expectPaid(page);
  },
);

test('lets a brand use a new card instead of a saved one', DEEP_TAG, async ({ creator, brand }) => {
  const { page } = brand;
  await saveCard(page);
  await openCheckout(creator, brand);
  await page.getByRole('radio', { name: 'New card' }).click();
  await typeCard(page, '5555555555554444');
  await pay(page);
  await expectPaid(page);
  await page.goto('/settings/billing');
  await expect(page.getByText('Visa ending in 4242')).toBeVisible();
  await expect(page.getByText('Mastercard ending in 4444')).toHaveCount(0);
});
