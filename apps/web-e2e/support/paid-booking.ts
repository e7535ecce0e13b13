/** Creates bookings in later states, for tests that start there. */
import { openControl } from '@marquee/stripe-stand-in/control';
import { expect, publishPackage, type TestPerson } from './marquee.ts';

type PaidBookingStatus = 'pending' | 'accepted' | 'in_progress' | 'completed';
const MOVES_TO_STATUS: Record<PaidBookingStatus, PaidBookingStatus[]> = {
  pending: [],
  accepted: ['accepted'],
  in_progress: ['accepted', 'in_progress'],
  completed: ['accepted', 'in_progress', 'completed'],
};

async function fetchStripeConfig({ page }: TestPerson): Promise<{ publishableKey: string; stripeJsUrl: string }> {
  const config = (await (await page.request.get('/trpc/payments.config')).json()) as {
    result: { data: { publishableKey: string; stripeJsUrl: string } };
  };
  return config.result.data;
}

/** Opens the control API of the local Stripe stand-in, for example to open chargebacks. */
export const openBankControl = async (brand: TestPerson) =>
  openControl(new URL((await fetchStripeConfig(brand)).stripeJsUrl).origin);

/**
 * Creates a paid booking of $100.00 in `status` through the REST API, and confirms the card payment as Stripe.js
 * does. Books the package `ordered`, or a new package by default, for the brand's client
 * `clientId`, if there is one. Returns the booking's id.
 */
export async function createPaidBooking(
  creator: TestPerson,
  brand: TestPerson,
  status: PaidBookingStatus,
  ordered?: { id: string },
  clientId?: string,
): Promise<string> {
  const pack = ordered ?? (await publishPackage(creator));
  const order = await brand.page.request.post('/api/create-payment-intent', {
    data: {
      packageId: pack.id,
      brandUserId: brand.id,
      clientId,
      customer: { name: brand.fullName, email: brand.email, projectDescription: 'Coffee that is grown slowly.' },
    },
  });
  const { bookingId, clientSecret } = (await order.json()) as { bookingId: string; clientSecret: string };
  const { publishableKey, stripeJsUrl } = await fetchStripeConfig(brand);
  const confirmed = await fetch(
    new URL(`/v1/payment_intents/${clientSecret.split('_secret_')[0]}/confirm`, stripeJsUrl),
    {
      method: 'POST',
      headers: { authorization: `Bearer ${publishableKey}` },
      body: new URLSearchParams({
        client_secret: clientSecret,
        payment_method: 'pm_card_visa',
        return_url: new URL('/dashboard', stripeJsUrl).href,
      }),
    },
  );
  expect(confirmed.ok).toBe(true);
  // By default, `poll` soon asks only once per second, which is longer than the payment takes.
  await expect
    .poll(async () => (await creator.page.request.get(`/api/bookings/${bookingId}`)).status(), { intervals: [200] })
    .toBe(200);
  await moveBooking(creator, bookingId, status);
  return bookingId;
}

/** Moves a paid booking, which the creator has not accepted yet, to `status` through the REST API. */
export async function moveBooking(creator: TestPerson, bookingId: string, status: PaidBookingStatus): Promise<void> {
  for (const step of MOVES_TO_STATUS[status]) {
    const moved = await creator.page.request.patch(`/api/bookings/${bookingId}/status`, {
      data: { status: step, ...(step === 'completed' && { delivery: { note: 'It is online.', links: [] } }) },
    });
    expect(moved.status()).toBe(200);
  }
}

/** Sets up payouts on the payouts page and at the local Stripe stand-in. */
export async function setUpPayouts({ page }: TestPerson): Promise<void> {
  await page.goto('/payouts');
  await page.getByLabel('Payout country').selectOption('United States');
  await page.getByRole('button', { name: 'Set up payouts' }).click();
  await page.getByRole('button', { name: 'Finish onboarding' }).click();
  await expect(page.getByRole('heading', { name: /You can receive payouts/ })).toBeVisible();
}
