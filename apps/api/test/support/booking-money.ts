/** What specs ask about one booking's money: Stripe's side, our ledger, the timeline. */
import { sql } from 'kysely';
import { Stripe } from 'stripe';
import type { Stack } from './stack.ts';

export const ONE_HOUR_MS = 3_600_000;
export const ONE_DAY_MS = 24 * ONE_HOUR_MS;
/** The package of build.ts: $199.00, 15% on top. */
export const PRICE_CENTS = 19_900;
export const FEE_CENTS = 2_985;
export const TOTAL_CENTS = 22_885;

type OpenedStack = Pick<Stack, 'deps' | 'stripe'>;

/** What the stand-in recorded, in cents. */
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

/** Stripe by hand: somebody else with the same key, such as the operator in Stripe's dashboard. */
export function createStripeClient({ deps }: Pick<OpenedStack, 'deps'>): Stripe {
  const { hostname, port } = new URL(deps.env.STRIPE_API_BASE);
  return new Stripe(deps.env.STRIPE_SECRET_KEY, { host: hostname, port, protocol: 'http', telemetry: false });
}

const sumAmounts = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** What stands on the booking's accounts; accounts that stand at nothing are left out. */
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

/** What was moved for a booking, and what still stands on its accounts. */
export async function getBookingMoney(opened: OpenedStack, bookingId: string) {
  const { refunds, transfers } = await getStripeRecords(opened, bookingId);
  return { refunds, transfers, ledger: await getBalances(opened, bookingId) };
}
/** The ends of a booking, as `moneyOf` says them. */
export const MONEY_IF_PAID = {
  refunds: [],
  transfers: [PRICE_CENTS],
  ledger: { processor: FEE_CENTS, fee: -FEE_CENTS },
};
export const MONEY_IF_REFUNDED = { refunds: [TOTAL_CENTS], transfers: [], ledger: {} };
/** $100.00 of $199.00: fee $15.00, refund $113.85. */
export const MONEY_IF_SPLIT = { refunds: [11_385], transfers: [10_000], ledger: { processor: 1_500, fee: -1_500 } };

/** The kinds of a booking's events, in order. */
export const listEventKinds = async ({ deps }: Pick<OpenedStack, 'deps'>, bookingId: string): Promise<string[]> =>
  (
    await deps.db
      .selectFrom('event')
      .select('kind')
      .where('bookingId', '=', bookingId)
      .orderBy(sql`seq`)
      .execute()
  ).map(({ kind }) => kind);

/** What a person is told about a booking: kind, and whether it is still open. */
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

/** How a promise is refused: the failure's code, or 'nothing'. */
export const getRefusalCode = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'nothing',
    (error: { failure?: string; message: string }) => error.failure ?? error.message,
  );
