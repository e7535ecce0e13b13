/** What an order is of, and for how much: the one place that knows whether it is a package or a version of an offer. */
import type { CheckoutInput, OfferCheckout, OrderCustomer } from '@marquee/validation';
import type { Transaction } from 'kysely';
import type { UserCtx } from '../../core/ctx.ts';
import { Failure } from '../../core/failures.ts';
import type { Database } from '../../db/schema.ts';
import { findWaitingListDraft } from '../availability/availability.service.ts';
import { lockOfferVersionForOrder } from '../offers/offers.service.ts';
import { createSale, type Sale } from '../packages/sale.service.ts';
import { validatePackageAnswers } from '../questionnaires/questionnaires.service.ts';
import { lockActivePackage, type OpenBooking } from './bookings.sql.ts';

/** What a brand orders: a package, or a version of an offer at the total that its page showed. */
export type OrderRequest = CheckoutInput | OfferCheckout;

/** What is wanted, locked against change. `what`: of which a brand has one unpaid order at most. */
export interface OrderItem {
  subject: { packageId: string } | { offerId: string };
  creatorId: string;
  /** Price and fee that the brand agreed to; null: it sees them before it pays. */
  totalCents: number | null;
  /** Whether this call brought words of its own for an order that is open already. */
  hasNewDetails: boolean;
  /**
   * The order form, and what is sold for it: from what was sent, the unpaid order that is `open`, and what is known
   * else; without `open` it may be that of a place in the creator's line. Throws ANSWERS_INVALID or CHOICE_INVALID.
   */
  prepareSale: (open: OpenBooking | undefined) => Promise<PreparedSale>;
}

export interface PreparedSale {
  order: { customer: OrderCustomer } & Awaited<ReturnType<typeof validatePackageAnswers>>;
  /** The columns of the booking that say what it is of; the price is the creator's, in cents. */
  columns: Sale & {
    packageId: string | null;
    offerId: string | null;
    offerVersionId: string | null;
    needsProduct: boolean;
  };
}

/** Locks what is wanted. Throws PACKAGE_NOT_FOUND (not for sale), or as `lockOfferVersionForOrder`. */
export const lockOrderItem = (tx: Transaction<Database>, ctx: UserCtx, wanted: OrderRequest): Promise<OrderItem> =>
  'packageId' in wanted ? lockPackageItem(tx, ctx, wanted) : lockOfferItem(tx, ctx, wanted);

async function lockPackageItem(tx: Transaction<Database>, ctx: UserCtx, input: CheckoutInput): Promise<OrderItem> {
  const pack = await lockActivePackage(tx, input.packageId);
  if (!pack) throw new Failure('PACKAGE_NOT_FOUND');
  const { id: packageId, creatorId, needsProduct } = pack;
  return {
    subject: { packageId },
    creatorId,
    totalCents: null,
    hasNewDetails: Boolean(input.answers ?? input.customer),
    prepareSale: async (open) => {
      const waited = open ? null : await findWaitingListDraft(tx, { creatorId, brandId: ctx.user.id, packageId });
      // What this call leaves out stays as the open order has it, or the place in the line. The
      // questions may be newer than its answers: they are asked again.
      const answers =
        input.answers ??
        waited?.answers ??
        Object.fromEntries((open?.answers ?? []).map((answer) => [answer.questionId, answer.value]));
      const customer = input.customer ?? open?.customer ?? waited?.customer ?? getOwnCustomerDetails(ctx);
      const choice = input.choice ?? open?.chosen?.choice ?? waited?.choice ?? null;
      const order = { customer, ...(await validatePackageAnswers(tx, packageId, answers)) };
      const sale = { ...createSale(pack, choice, order), needsProduct };
      return { order, columns: { ...sale, packageId, offerId: null, offerVersionId: null } };
    },
  };
}

/** The snapshot is the version's; nothing is asked again that the offer says. */
async function lockOfferItem(tx: Transaction<Database>, ctx: UserCtx, input: OfferCheckout): Promise<OrderItem> {
  const { offer, version } = await lockOfferVersionForOrder(tx, ctx, input);
  const { name, scope, features, deliveryDays, priceCents } = version;
  const customer = {
    ...getOwnCustomerDetails(ctx),
    projectDescription: offer.brief,
    ...(offer.wantedDay !== null && { preferredPostDate: offer.wantedDay }),
  };
  return {
    subject: { offerId: offer.id },
    creatorId: offer.creatorId,
    totalCents: input.totalCents,
    hasNewDetails: false,
    prepareSale: async () => ({
      order: { customer, questions: [], answers: [] },
      columns: {
        packageId: null,
        offerId: offer.id,
        offerVersionId: version.id,
        packageName: name,
        packageDescription: scope,
        features,
        deliveryDays,
        priceCents,
        chosen: null,
        // What the two agree on in an offer stands in its words.
        needsProduct: false,
      },
    }),
  };
}

/** Who the brand is, for a program that sends no customer. */
const getOwnCustomerDetails = (ctx: UserCtx): OrderCustomer => ({
  name: ctx.user.fullName,
  email: ctx.user.email,
  projectDescription: '',
});
