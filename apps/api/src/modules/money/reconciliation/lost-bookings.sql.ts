import { sql, type Insertable, type Transaction } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';
import type { OrderRecord } from '../../../gateways/stripe-orders.ts';

/** Returns those ids of bookings that an exception lists as lost, whether it is resolved or not. */
export const listLostBookingIds = async (db: Db, ids: readonly (string | null)[]): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('moneyException')
    .select(sql<string>`data ->> 'named'`.as('id'))
    .where('kind', '=', 'lost_booking')
    .where(sql<boolean>`data ->> 'named' = any(${ids})`)
    .execute();
  return new Set(rows.map(({ id }) => id));
};

/** The rows of an order that the database still has. Null for those that it does not have. */
interface KnownOrderRows {
  brandId: string | null;
  creatorId: string | null;
  personName: string | null;
  personEmail: string | null;
  /** Null also if the brand has an unpaid order of the package or an order of the offer, which may exist only once. */
  packageId: string | null;
  offerVersionId: string | null;
  clientId: string | null;
  packageDescription: string | null;
  features: string[] | null;
  needsProduct: boolean | null;
  feeBps: number | null;
  windows: Insertable<Database['booking']>['windows'] | null;
}

/** Finds which rows of an order the database has. */
export async function findOrderRows(db: Transaction<Database>, order: OrderRecord): Promise<KnownOrderRows> {
  const { rows } = await sql<KnownOrderRows>`
    select brand.id as brand_id, creator.id as creator_id, person.full_name as person_name, person.email as person_email,
      package.id as package_id, version.id as offer_version_id, client.id as client_id,
      coalesce(version.scope, package.description) as package_description,
      coalesce(version.features, package.features) as features, package.needs_product, terms.fee_bps, terms.windows
    from (select) as one
      left join workspace as brand on brand.id = ${order.brandId}
      left join workspace as creator on creator.id = ${order.creatorId}
      left join person on person.id = ${order.orderedByPersonId}
      left join package on package.id = ${order.packageId} and not exists (select from booking
        where booking.brand_id = ${order.brandId} and booking.package_id = ${order.packageId}
          and status = 'pending' and payment_state = 'requires_payment')
      left join offer_version as version on version.id = ${order.offerVersionId}
        and version.price_cents = ${order.priceCents}::int and not exists (select from booking
          where booking.offer_id = ${order.offerId} and (status <> 'cancelled' or authorized_at is not null))
      left join client on client.id = ${order.clientId} and client.brand_id = ${order.brandId}
      left join operator_terms as terms on terms.number = ${order.termsNumber}::int`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('A query without conditions returned no row');
  return row;
}
