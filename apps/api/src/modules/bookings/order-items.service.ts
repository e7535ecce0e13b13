/** Determines the content and price of an order. Only this file distinguishes packages and offer versions. */
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

/** An order for a package, or for a version of an offer at the total that its page showed. */
export type OrderRequest = CheckoutInput | OfferCheckout;

/** An order item, locked against changes. A brand has at most one unpaid order per `subject`. */
export interface OrderItem {
  subject: { packageId: string } | { offerId: string };
  creatorId: string;
  /** The total that the brand agreed to, or null if the brand sees it before paying. */
  totalCents: number | null;
  /** Whether this call contains new details for an order that may already be open. */
  hasNewDetails: boolean;
  /**
   * Computes the order form and the sale from the request, the unpaid order `open`, and other known data. Without
   * `open`, this may be the form of the brand's waiting-list entry. Throws ANSWERS_INVALID or CHOICE_INVALID.
   */
  prepareSale: (open: OpenBooking | undefined) => Promise<PreparedSale>;
}

export interface PreparedSale {
  order: { customer: OrderCustomer } & Awaited<ReturnType<typeof validatePackageAnswers>>;
  /** The booking's columns about its content. The price is the creator's, in cents. */
  columns: Sale & {
    packageId: string | null;
    offerId: string | null;
    offerVersionId: string | null;
    needsProduct: boolean;
  };
}

/** Locks an order item. Throws PACKAGE_NOT_FOUND (not for sale) or the errors of `lockOfferVersionForOrder`. */
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
      // Missing fields are taken from the open order or the waiting-list entry. The questions may be newer than the
      // answers, so they are validated again.
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

/** Uses the snapshot of the version. The brand does not have to repeat anything that the offer contains. */
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
        // An offer states in its text whether a product is needed.
        needsProduct: false,
      },
    }),
  };
}

/** Returns the brand's own details for programs that send no customer. */
const getOwnCustomerDetails = (ctx: UserCtx): OrderCustomer => ({
  name: ctx.user.fullName,
  email: ctx.user.email,
  projectDescription: '',
});
