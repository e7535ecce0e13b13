/** What specs ask about one booking's money: Stripe's side, our ledger, the timeline; and a member of staff. */
import { newBrand } from '../src/db/build.ts';
import type { SessionUser } from '../src/modules/auth/auth.sql.ts';
import type { Stack } from './stack.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** The package of build.ts: $199.00, 15% on top. */
export const PRICE = 19_900;
export const FEE = 2_985;
export const TOTAL = 22_885;

type Opened = Pick<Stack, 'deps' | 'stripe'>;

/** What the stand-in recorded, in cents. */
export async function stripeOf({ deps, stripe }: Opened, bookingId: string) {
  const intents = (await stripe.objects('payment_intent')).filter((intent) => intent.metadata['bookingId'] === bookingId);
  const charges = (await stripe.objects('charge')).filter((charge) => intents.some((intent) => intent.id === charge.payment_intent));
  const refunds = (await stripe.objects('refund')).filter((refund) => charges.some((charge) => charge.id === refund.charge));
  const transfers = (await stripe.objects('transfer')).filter((transfer) => transfer.transfer_group === bookingId);
  const { stripeChargeId } = await deps.db.selectFrom('booking').select('stripeChargeId').where('id', '=', bookingId).executeTakeFirstOrThrow();
  return {
    chargeId: stripeChargeId ?? '',
    received: sum(intents.map((intent) => intent.amount_received)),
    refunds: refunds.map((refund) => refund.amount),
    transfers: transfers.map((transfer) => transfer.amount),
    reversed: sum(transfers.map((transfer) => transfer.amount_reversed)),
  };
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** What stands on the booking's accounts; accounts that stand at nothing are left out. */
export async function balancesOf({ deps }: Pick<Opened, 'deps'>, bookingId: string): Promise<Record<string, number>> {
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

/** The kinds of a booking's events, in order. */
export const eventsOf = async ({ deps }: Pick<Opened, 'deps'>, bookingId: string): Promise<string[]> =>
  (await deps.db.selectFrom('event').select('kind').where('bookingId', '=', bookingId).orderBy('seq' as never).execute()).map(({ kind }) => kind);

/** What a person is told about a booking: kind, and whether it is still open. */
export const exceptionsOf = async ({ deps }: Pick<Opened, 'deps'>, bookingId: string): Promise<[string, 'open' | 'resolved'][]> =>
  (await deps.db.selectFrom('moneyException').select(['kind', 'resolvedAt']).where('bookingId', '=', bookingId).orderBy('openedAt').execute()).map(
    ({ kind, resolvedAt }) => [kind, resolvedAt === null ? 'open' : 'resolved'],
  );

/** A member of the operator's staff. */
export async function newAdmin({ deps }: Pick<Opened, 'deps'>): Promise<SessionUser> {
  const user = await newBrand(deps, { fullName: 'Ada Staff' });
  await deps.db.updateTable('appUser').set({ role: 'admin' }).where('id', '=', user.id).execute();
  return { ...user, role: 'admin' };
}

/** How a promise is refused: the failure's code, or 'nothing'. */
export const refusalOf = (call: Promise<unknown>): Promise<string> =>
  call.then(() => 'nothing', (error: { failure?: string; message: string }) => error.failure ?? error.message);
