/** Helpers for the money of a single booking: Stripe's records, the ledger and the events. */
import { sql } from 'kysely';
import { Stripe } from 'stripe';
import type { Stack } from './stack.ts';

export const ONE_HOUR_MS = 3_600_000;
export const ONE_DAY_MS = 24 * ONE_HOUR_MS;
/** Amounts of the default package in builders.ts: $199.00 plus the 15 % fee. */
export const PRICE_CENTS = 19_900;
export const FEE_CENTS = 2_985;
export const TOTAL_CENTS = 22_885;

type OpenedStack = Pick<Stack, 'deps' | 'stripe'>;

/** Returns the amounts in cents that the Stripe simulator has recorded for a booking. */
export async function getStripeRecords({ deps, stripe }: OpenedStack, bookingId: string) {
  const intents = (await stripe.objects('payment_intent')).filter(
    (intent) => intent.metadata['bookingId'] === bookingId,
  );
  const charges = (await stripe.objects('charge')).filter((charge) =>
    intents.some((intent) => intent.id === charge.payment_intent),
  );
  const refunds = (await stripe.objects('refund')).filter((refund) =>
    charges.some((charge) => charge.id === refund.charge),
  );
  const transfers = (await stripe.objects('transfer')).filter((transfer) => transfer.transfer_group === bookingId);
  const { stripeChargeId } = await deps.db
    .selectFrom('booking')
    .select('stripeChargeId')
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow();
  return {
    chargeId: stripeChargeId ?? '',
    received: sumAmounts(intents.map((intent) => intent.amount_received)),
    refunds: refunds.map((refund) => refund.amount),
    transfers: transfers.map((transfer) => transfer.amount),
    reversed: sumAmounts(transfers.map((transfer) => transfer.amount_reversed)),
  };
}

/** Returns a Stripe client that acts outside the app, like an operator in Stripe's dashboard. */
export function createStripeClient({ deps }: Pick<OpenedStack, 'deps'>): Stripe {
  const { hostname, port } = new URL(deps.env.STRIPE_API_BASE);
  return new Stripe(deps.env.STRIPE_SECRET_KEY, { host: hostname, port, protocol: 'http', telemetry: false });
}

const sumAmounts = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Returns the ledger balances of a booking by account, without those that are zero. */
export async function getBalances(
  { deps }: Pick<OpenedStack, 'deps'>,
  bookingId: string,
): Promise<Record<string, number>> {
  const entries = await deps.db
    .selectFrom('ledgerEntry')
    .innerJoin('ledgerTransaction', 'ledgerTransaction.id', 'ledgerEntry.transactionId')
    .select(['account', 'amountCents'])
    .where('bookingId', '=', bookingId)
    .execute();
  const balances: Record<string, number> = {};
  for (const { account, amountCents } of entries) balances[account] = (balances[account] ?? 0) + amountCents;
  return Object.fromEntries(Object.entries(balances).filter(([, cents]) => cents !== 0));
}

export async function getBookingMoney(opened: OpenedStack, bookingId: string) {
  const { refunds, transfers } = await getStripeRecords(opened, bookingId);
  return { refunds, transfers, ledger: await getBalances(opened, bookingId) };
}
/** Expected result of `getBookingMoney` after a payout. */
export const MONEY_IF_PAID = {
  refunds: [],
  transfers: [PRICE_CENTS],
  ledger: { processor: FEE_CENTS, fee: -FEE_CENTS },
};
export const MONEY_IF_REFUNDED = { refunds: [TOTAL_CENTS], transfers: [], ledger: {} };
/**
 * Expected result of `getBookingMoney` after a split that gives the creator $100.00 of $199.00. The fee is $15.00
 * and the refund $113.85.
 */
export const MONEY_IF_SPLIT = { refunds: [11_385], transfers: [10_000], ledger: { processor: 1_500, fee: -1_500 } };

export const listEventKinds = async ({ deps }: Pick<OpenedStack, 'deps'>, bookingId: string): Promise<string[]> =>
  (
    await deps.db
      .selectFrom('event')
      .select('kind')
      .where('bookingId', '=', bookingId)
      .orderBy(sql`seq`)
      .execute()
  ).map(({ kind }) => kind);

/** Returns the exceptions that staff see for a booking, with their kind and whether they are open. */
export const listExceptionStates = async (
  { deps }: Pick<OpenedStack, 'deps'>,
  bookingId: string,
): Promise<[string, 'open' | 'resolved'][]> =>
  (
    await deps.db
      .selectFrom('moneyException')
      .select(['kind', 'resolvedAt'])
      .where('bookingId', '=', bookingId)
      .orderBy('openedAt')
      .execute()
  ).map(({ kind, resolvedAt }) => [kind, resolvedAt === null ? 'open' : 'resolved']);

/** Returns the failure code of a rejected call, or 'nothing' if it succeeds. */
export const getRefusalCode = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'nothing',
    (error: { failure?: string; message: string }) => error.failure ?? error.message,
  );
