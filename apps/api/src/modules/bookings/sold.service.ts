/** What an order is of, and for how much: the one place that knows whether it is a package or a version of an offer. */
import type { Checkout, OfferCheckout, OrderCustomer } from '@marquee/validation';
import type { Transaction } from 'kysely';
import type { UserCtx } from '../../core/ctx.ts';
import { Failure } from '../../core/failures.ts';
import type { Database } from '../../db/schema.ts';
import { findDraft } from '../availability/availability.service.ts';
import { lockOffered } from '../offers/offers.service.ts';
import { answersFor } from '../questionnaires/questionnaires.service.ts';
import { lockActivePackage, type OpenBooking } from './bookings.sql.ts';

/** What a brand orders: a package, or a version of an offer at the total that its page showed. */
export type Wanted = Checkout | OfferCheckout;

/** What is sold, locked against change. `what`: of which a brand has one unpaid order at most. */
export interface Sold {
  what: { packageId: string } | { offerId: string };
  creatorId: string;
  /** The columns of the booking that say it; the price is the creator's, in cents. */
  columns: {
    packageId: string | null;
    offerId: string | null;
    offerVersionId: string | null;
    packageName: string;
    packageDescription: string;
    features: string[];
    deliveryDays: number;
    priceCents: number;
  };
  /** Price and fee that the brand agreed to; null: it sees them before it pays. */
  totalCents: number | null;
  /**
   * What the order form says, from what was sent, the unpaid order that is `open`, and what is known else; without
   * `open` it may be that of a place in the creator's line. Fails with ANSWERS_INVALID.
   */
  orderOf: (
    open: OpenBooking | undefined,
  ) => Promise<{ customer: OrderCustomer } & Awaited<ReturnType<typeof answersFor>>>;
  /** Whether this call brought words of its own for an order that is open already. */
  isRewritten: boolean;
}

/** Locks what is wanted. Fails with PACKAGE_NOT_FOUND (not for sale), or as `lockOffered`. */
export const lockSold = (tx: Transaction<Database>, ctx: UserCtx, wanted: Wanted): Promise<Sold> =>
  'packageId' in wanted ? lockPackageSold(tx, ctx, wanted) : lockVersionSold(tx, ctx, wanted);

async function lockPackageSold(tx: Transaction<Database>, ctx: UserCtx, input: Checkout): Promise<Sold> {
  const pack = await lockActivePackage(tx, input.packageId);
  if (!pack) throw new Failure('PACKAGE_NOT_FOUND');
  const { id: packageId, creatorId, name, description, features, deliveryDays, priceCents } = pack;
  return {
    what: { packageId },
    creatorId,
    columns: {
      packageId,
      offerId: null,
      offerVersionId: null,
      packageName: name,
      packageDescription: description,
      features,
      deliveryDays,
      priceCents,
    },
    totalCents: null,
    isRewritten: Boolean(input.answers ?? input.customer),
    orderOf: async (open) => {
      const waited = open ? null : await findDraft(tx, { creatorId, brandId: ctx.user.id, packageId });
      // What this call leaves out stays as the open order has it, or the place in the line. The
      // questions may be newer than its answers: they are asked again.
      const answers =
        input.answers ??
        waited?.answers ??
        Object.fromEntries((open?.answers ?? []).map((answer) => [answer.questionId, answer.value]));
      const customer = input.customer ?? open?.customer ?? waited?.customer ?? ownDetails(ctx);
      return { customer, ...(await answersFor(tx, packageId, answers)) };
    },
  };
}

/** The snapshot is the version's; nothing is asked again that the offer says. */
async function lockVersionSold(tx: Transaction<Database>, ctx: UserCtx, input: OfferCheckout): Promise<Sold> {
  const { offer, version } = await lockOffered(tx, ctx, input);
  const { name, scope, features, deliveryDays, priceCents } = version;
  const customer = {
    ...ownDetails(ctx),
    projectDescription: offer.brief,
    ...(offer.wantedDay !== null && { preferredPostDate: offer.wantedDay }),
  };
  return {
    what: { offerId: offer.id },
    creatorId: offer.creatorId,
    columns: {
      packageId: null,
      offerId: offer.id,
      offerVersionId: version.id,
      packageName: name,
      packageDescription: scope,
      features,
      deliveryDays,
      priceCents,
    },
    totalCents: input.totalCents,
    isRewritten: false,
    orderOf: async () => ({ customer, questions: [], answers: [] }),
  };
}

/** Who the brand is, for a program that sends no customer. */
const ownDetails = (ctx: UserCtx): OrderCustomer => ({
  name: ctx.user.fullName,
  email: ctx.user.email,
  projectDescription: '',
});
