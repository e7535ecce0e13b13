/** Reads Stripe's objects from Stripe's API or the running stand-in. */
import type { Stripe } from 'stripe';
import type { Control } from '@marquee/stripe-stand-in/control';

/** Stripe objects that move money, and the customers with their cards. They may be sorted oldest or newest first. */
export interface StripeBooks {
  payment_intent: readonly Stripe.PaymentIntent[];
  charge: readonly Stripe.Charge[];
  refund: readonly Stripe.Refund[];
  transfer: readonly Stripe.Transfer[];
  transfer_reversal: readonly Stripe.TransferReversal[];
  dispute: readonly Stripe.Dispute[];
  customer: readonly (Stripe.Customer | Stripe.DeletedCustomer)[];
  /** Cards that belong to a customer or did so. Stripe lists only the former. */
  payment_method: readonly Stripe.PaymentMethod[];
}

const STRIPE_OBJECT_KINDS = [
  'payment_intent',
  'charge',
  'refund',
  'transfer',
  'transfer_reversal',
  'dispute',
  'customer',
  'payment_method',
] as const;

export async function readStandInBooks(control: Pick<Control, 'objects'>): Promise<StripeBooks> {
  const lists = await Promise.all(STRIPE_OBJECT_KINDS.map((kind) => control.objects(kind)));
  return Object.fromEntries(STRIPE_OBJECT_KINDS.map((kind, at) => [kind, lists[at]])) as unknown as StripeBooks;
}

/** Reads all objects that were created at Stripe since `since`. */
export async function readStripeBooks(stripe: Stripe, since: Date): Promise<StripeBooks> {
  const window = { created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 };
  const transfer = await collectPages(stripe.transfers.list(window));
  const reversals: Stripe.TransferReversal[] = [];
  for (const { id, amount_reversed, reversals: listedReversals } of transfer) {
    if (amount_reversed > 0)
      reversals.push(
        ...(listedReversals.has_more
          ? await collectPages(stripe.transfers.listReversals(id, { limit: 100 }))
          : listedReversals.data),
      );
  }
  const customer = await collectPages(stripe.customers.list(window));
  const cards: Stripe.PaymentMethod[] = [];
  for (const { id } of customer)
    cards.push(...(await collectPages(stripe.customers.listPaymentMethods(id, { type: 'card', limit: 100 }))));
  return {
    payment_intent: await collectPages(stripe.paymentIntents.list(window)),
    charge: await collectPages(stripe.charges.list(window)),
    refund: await collectPages(stripe.refunds.list(window)),
    transfer,
    transfer_reversal: reversals,
    dispute: await collectPages(stripe.disputes.list(window)),
    customer,
    payment_method: cards,
  };
}

async function collectPages<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const each of pages) items.push(each);
  return items;
}
