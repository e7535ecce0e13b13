/**
 * Determines the content and price of an order. Only this file distinguishes orders of packages from orders of
 * offers.
 */
import type { WorkspaceId } from '@marquee/contracts';
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import type { CheckoutInput, OfferCheckout, OrderCustomer } from '@marquee/validation';
import type { Transaction } from 'kysely';
import { Failure } from '../../../core/failures.ts';
import type { Database } from '../../../db/schema.ts';
import { findWaitingListDraft } from '../../catalog/availability/waiting-list.service.ts';
import { lockOfferVersionForOrder } from '../offers/offers.service.ts';
import { createSale, type Sale } from '../../catalog/packages/sale.service.ts';
import { validatePackageAnswers } from '../../catalog/questionnaires/questionnaires.service.ts';
import { lockActivePackage, type OpenBooking } from './orders.sql.ts';

/** An order of a package, or of an offer version with the total that the brand saw. */
export type OrderRequest = CheckoutInput | OfferCheckout;

/**
 * A package or offer version that is being ordered, locked against changes. A brand has at most one unpaid order per
 * `subject`.
 */
export interface OrderItem {
  subject: { packageId: string } | { offerId: string };
  creatorId: WorkspaceId;
  /**
   * The total that the brand accepted with an offer. Null for a package, because checkout shows the total before
   * payment.
   */
  totalCents: number | null;
  /** Whether the request contains form data, which then replaces the form data of the brand's unpaid order. */
  hasNewDetails: boolean;
  /**
   * Computes the order form and the price from the request. Missing data is taken from the brand's unpaid order
   * `open`, or from its waiting-list entry if there is no unpaid order. Throws ANSWERS_INVALID or CHOICE_INVALID.
   */
  prepareSale: (open: OpenBooking | undefined) => Promise<PreparedSale>;
}

export interface PreparedSale {
  order: { customer: OrderCustomer } & Awaited<ReturnType<typeof validatePackageAnswers>>;
  /** The booking columns that record the ordered package and its options. */
  columns: Sale & {
    packageId: string | null;
    offerId: string | null;
    offerVersionId: string | null;
    needsProduct: boolean;
  };
}

/** Locks an order item. Throws PACKAGE_NOT_FOUND (not for sale) or the errors of `lockOfferVersionForOrder`. */
export const lockOrderItem = (
  db: Transaction<Database>,
  deps: Deps,
  actor: Actor,
  request: OrderRequest,
): Promise<OrderItem> =>
  'packageId' in request ? lockPackageItem(db, actor, request) : lockOfferItem(db, deps, actor, request);

async function lockPackageItem(db: Transaction<Database>, actor: Actor, input: CheckoutInput): Promise<OrderItem> {
  const pack = await lockActivePackage(db, input.packageId);
  if (!pack) throw new Failure('PACKAGE_NOT_FOUND');
  const { id: packageId, creatorId, needsProduct } = pack;
  return {
    subject: { packageId },
    creatorId,
    totalCents: null,
    hasNewDetails: Boolean(input.answers ?? input.customer),
    prepareSale: async (open) => {
      const waited = open ? null : await findWaitingListDraft(db, { creatorId, brandId: actor.workspaceId, packageId });
      // Missing fields are taken from the unpaid order or the waiting-list entry. The questions may have changed
      // since, so the answers are validated again.
      const answers =
        input.answers ??
        waited?.answers ??
        Object.fromEntries((open?.answers ?? []).map((answer) => [answer.questionId, answer.value]));
      const customer = input.customer ?? open?.customer ?? waited?.customer ?? getOwnCustomerDetails(actor);
      const choice = input.choice ?? open?.chosen?.choice ?? waited?.choice ?? null;
      const order = { customer, ...(await validatePackageAnswers(db, packageId, answers)) };
      const sale = { ...createSale(pack, choice, order), needsProduct };
      return { order, columns: { ...sale, packageId, offerId: null, offerVersionId: null } };
    },
  };
}

/**
 * Takes the order from the offer version, so that the brand does not have to repeat anything that the offer
 * contains.
 */
async function lockOfferItem(
  db: Transaction<Database>,
  deps: Deps,
  actor: Actor,
  input: OfferCheckout,
): Promise<OrderItem> {
  const { offer, version } = await lockOfferVersionForOrder(db, deps, actor, input);
  const { name, scope, features, deliveryDays, priceCents } = version;
  const customer = {
    ...getOwnCustomerDetails(actor),
    projectDescription: offer.brief,
    ...(offer.requestedDay !== null && { preferredPostDate: offer.requestedDay }),
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
        // Offers have no setting for this. Their text states whether a product is needed.
        needsProduct: false,
      },
    }),
  };
}

/** Returns customer details from the brand's account, for orders whose request contains none. */
const getOwnCustomerDetails = (actor: Actor): OrderCustomer => ({
  name: actor.fullName,
  email: actor.email,
  projectDescription: '',
});
