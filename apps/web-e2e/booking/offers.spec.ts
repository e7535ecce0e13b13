/** Tests offers, from the brand's request and the versions that both sides propose to a paid booking. */
import type { Page } from '@playwright/test';
import { expectNoViolations } from '../support/axe.ts';
import { DEEP_TAG, expect, test, expectToast, unfold } from '../support/marquee.ts';

const card = async (page: Page) => {
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiration date').fill('12 / 34');
  await page.getByLabel('Security code').fill('123');
};

test('lets a brand ask for an offer, both sides change it, and the brand pay the agreed price', async ({
  brand,
  creator,
}) => {
  const [asks, offers] = [brand.page, creator.page];

  await test.step('the brand asks for an offer from the profile, with the brief of its customer info card', async () => {
    const saved = await brand.request.post('/trpc/profiles.saveCustomerInfo', {
      data: {
        name: brand.fullName,
        email: brand.email,
        description: 'A film about our coffee.',
        audience: '',
        tone: '',
        date: '',
        notes: '',
      },
    });
    expect(saved.status()).toBe(200);
    await asks.goto(`/profile/${creator.username}`);
    await asks.getByRole('link', { name: 'Request an offer' }).click();
    await expect(asks.getByRole('heading', { level: 1 })).toHaveText(`Request an offer from ${creator.fullName}`);
    await expect(asks.getByLabel('What you need')).toHaveValue('A film about our coffee.');
    await asks.getByLabel('What you need').fill('');
    await asks.getByRole('button', { name: 'Request an offer' }).click();
    await expect(asks.getByText('Please describe what you need')).toBeVisible();
    const tooLong = 'Coffee. '.repeat(851).padEnd(6_812, '.');
    await asks.getByLabel('What you need').fill(tooLong);
    await expect(asks.getByText('This is 1,812 characters too long. The limit is 5,000.')).toBeVisible();
    await asks.getByRole('button', { name: 'Request an offer' }).click();
    await expect(asks.getByLabel('What you need')).toBeFocused();
    await expect(asks.getByLabel('What you need')).toHaveValue(tooLong);
    await asks.getByLabel('What you need').fill('A film about our coffee, and two photos.');
    await expect(asks.getByText('too long')).toBeHidden();
    await asks.getByLabel('Total budget (optional)').fill('1,200');
    await asks.getByRole('checkbox', { name: 'YouTube' }).focus();
    await asks.keyboard.press('Space');
    await expectNoViolations(asks);
    await asks.getByRole('button', { name: 'Request an offer' }).click();
    await expect(asks).toHaveURL(/\/offers\/[0-9a-f-]{36}$/);
    await expect(asks.getByText('answers with an offer or declines')).toBeVisible();
  });

  await test.step('the creator finds the request on the dashboard and makes an offer', async () => {
    await offers.goto('/dashboard');
    const waiting = offers.getByRole('region', { name: 'Waiting for you (1)' });
    await expect(waiting.getByText('1 offer', { exact: true })).toBeVisible();
    await waiting.getByRole('link', { name: 'View offers' }).click();
    await expectNoViolations(offers);
    await offers.getByRole('link', { name: `Request from ${brand.fullName}` }).click();
    await expect(offers.getByText('A film about our coffee, and two photos.')).toBeVisible();
    await offers.getByLabel('Title').fill('A coffee film');
    await offers.getByLabel('What is delivered').fill('One film of a minute.');
    await offers.getByLabel('Price').fill(' $1,000.00 ');
    await expect(offers.getByText('the brand pays $1,150.00')).toBeVisible();
    await expectNoViolations(offers);
    await offers.getByRole('button', { name: 'Send offer' }).click();
    await expectToast(offers, `We emailed ${brand.fullName}.`);
    await expect(offers.getByRole('article')).toContainText('$1,000.00');
  });

  await test.step('the brand suggests changes, and the creator sees them highlighted and accepts', async () => {
    await asks.reload();
    await expect(asks.getByRole('button', { name: 'Accept and pay $1,150.00' })).toBeVisible();
    await asks.getByRole('button', { name: 'Suggest changes' }).click();
    await asks.getByLabel('What is delivered').fill('One film of a minute and two photos.');
    await asks.getByLabel('Price').fill('900');
    await asks.getByRole('button', { name: 'Send changes' }).click();
    await expect(asks.getByRole('article')).toHaveCount(2);
    // The brand can still accept the creator's earlier version.
    await expect(asks.getByRole('button', { name: 'Accept and pay $1,150.00' })).toBeVisible();
    await expectNoViolations(asks);

    await offers.reload();
    const changed = offers.getByRole('article').filter({ hasText: '$900.00' });
    await expect(changed.getByText('and two photos')).toBeVisible();
    await expect(changed.locator('mark')).toHaveCount(2);
    await expectNoViolations(offers);
    await offers.getByRole('button', { name: 'Accept $900.00' }).click();
    await expectToast(offers, 'can pay now.');
    await expect(offers.getByRole('button', { name: 'Write new version' })).toHaveCount(0);
  });

  await test.step('the brand pays, and both sides find the booking', async () => {
    await asks.reload();
    await asks.getByRole('button', { name: 'Pay $1,035.00' }).click();
    await expect(asks).toHaveURL(/\/checkout\//);
    await expect(asks.getByText('A coffee film').first()).toBeVisible();
    await expect(asks.getByRole('button', { name: 'Pay $1,035.00' })).toBeEnabled();
    await card(asks);
    await asks.getByRole('button', { name: 'Pay $1,035.00' }).click();
    await expect(asks).toHaveURL(/\/dashboard/);
    await offers.goto('/bookings');
    await offers.getByRole('link', { name: 'A coffee film', exact: true }).click();
    await unfold(offers, 'Package Details');
    await expect(offers.getByText('One film of a minute and two photos.')).toBeVisible();
    await offers.getByRole('button', { name: 'Accept Booking' }).click();
    await expect(offers.getByText('Booking status updated to accepted')).toBeVisible();
    await offers.getByRole('link', { name: 'See the offer' }).click();
    await expect(offers.getByText('This offer was paid and is now a booking.')).toBeVisible();
  });
});

test(
  'does not let a brand pay for an offer version that was replaced while the page was open, and shows both versions',
  DEEP_TAG,
  async ({ brand, creator }) => {
    const response = await brand.request.post('/trpc/offers.request', {
      data: { creatorId: creator.id, brief: 'One story.', budget: null, requestedDay: '', platforms: [] },
    });
    const { result } = (await response.json()) as { result: { data: { id: string } } };
    const answer = (price: string) =>
      creator.request.post('/trpc/offers.answer', {
        data: {
          id: result.data.id,
          name: 'One story',
          scope: 'One story.',
          features: [],
          price,
          deliveryDays: 2,
          expiryDays: 7,
        },
      });
    expect((await answer('100')).status()).toBe(200);
    const { page } = brand;
    await page.goto(`/offers/${result.data.id}`);
    await expect(page.getByRole('button', { name: 'Accept and pay $115.00' })).toBeVisible();
    expect((await answer('120')).status()).toBe(200);
    await page.getByRole('button', { name: 'Accept and pay $115.00' }).click();
    await expectToast(page, 'There is a newer version.');
    await expect(page.getByRole('button', { name: 'Accept and pay $138.00' })).toBeVisible();
    await expect(page.getByText('1 earlier version')).toBeVisible();

    await creator.page.goto(`/offers/${result.data.id}`);
    await creator.page.getByRole('button', { name: 'Decline request' }).click();
    const dialog = creator.page.getByRole('dialog', { name: 'Decline this request?' });
    await dialog.getByRole('textbox').fill('I am fully booked until May.');
    await dialog.getByRole('button', { name: 'Decline request' }).click();
    await expectToast(creator.page, 'Request declined');
    await page.reload();
    await expect(page.getByText('“I am fully booked until May.”')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Accept and pay $138.00' })).toHaveCount(0);
  },
);
