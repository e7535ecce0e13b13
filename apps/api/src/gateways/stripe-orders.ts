/**
 * The order in the metadata of a PaymentIntent. If the database is lost and restored to a time before the order, the
 * booking is rebuilt from it.
 */
import type { Stripe } from 'stripe';
import { z } from 'zod';

/** Stripe accepts at most 500 characters in a value. */
const MAX_VALUE_LENGTH = 500;

const orderSchema = z.object({
  brandId: z.uuid(),
  creatorId: z.uuid(),
  orderedByPersonId: z.uuid(),
  packageId: z.uuid().nullable(),
  offerId: z.uuid().nullable(),
  offerVersionId: z.uuid().nullable(),
  clientId: z.uuid().nullable(),
  packageName: z.string().min(1),
  priceCents: z.coerce.number<string>().int(),
  termsNumber: z.coerce.number<string>().int(),
  deliveryDays: z.coerce.number<string>().int(),
  leadDays: z.coerce.number<string>().int(),
  orderedAt: z.iso.datetime().transform((at) => new Date(at)),
});

/** Columns of a booking that never change. They contain no personal data. */
export type OrderRecord = z.output<typeof orderSchema>;

const ORDER_FIELDS = Object.keys(orderSchema.shape) as (keyof OrderRecord)[];

/** Returns the metadata of an order. Stripe has no null, so missing values are left out. */
export const toOrderMetadata = (order: OrderRecord): Record<string, string> =>
  Object.fromEntries(
    ORDER_FIELDS.flatMap((name) => {
      const value = order[name];
      if (value === null) return [];
      return [[name, (value instanceof Date ? value.toISOString() : String(value)).slice(0, MAX_VALUE_LENGTH)]];
    }),
  );

/** Returns the order in the metadata of an intent, or null if there is none. */
export const parseOrderRecord = (metadata: Stripe.Metadata): OrderRecord | null =>
  orderSchema.safeParse(Object.fromEntries(ORDER_FIELDS.map((name) => [name, metadata[name] ?? null]))).data ?? null;
