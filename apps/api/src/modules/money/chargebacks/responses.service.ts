/**
 * Sends the operator's response to a chargeback, which is the history of the booking as text. The bank accepts only
 * one response.
 */
import type { Actor } from '../../../core/actor.ts';
import {
  getDeliverableLabel,
  getDeliverableState,
  describeBookingEvent,
  formatWindow,
  getWorkOutcome,
} from '@marquee/booking';
import { toDayInZone } from '@marquee/time';
import { formatDollars } from '@marquee/money';
import type { AdminNote } from '@marquee/validation';
import { recordAdminAction } from '../../../core/admin-actions.ts';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { awaitJob } from '../../../core/await-job.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';
import { inSnapshot } from '../../../db/transaction.ts';
import { MAX_EVIDENCE_CHARACTERS, type ChargebackResponse } from '../../../gateways/stripe-chargebacks.ts';
import { StripeRefusedError } from '../../../gateways/stripe-errors.ts';
import { listTimeline } from '../../booking/bookings/timeline.sql.ts';
import { findChargeback, findChargedBooking, lockChargeback, updateChargeback } from './chargebacks.sql.ts';
import { listDeliverablesAsBrand } from '../../booking/deliveries/deliveries.service.ts';
import { listBookingPublications } from '../../booking/publications/publications.service.ts';

/**
 * Enqueues the response to an open chargeback, with a note from staff. Throws ADMIN_SUBJECT_NOT_FOUND, or
 * ADMIN_ACTION_STALE if the bank has decided or a response was sent or enqueued.
 */
export async function answerChargeback(deps: Deps, actor: Actor, { id: bookingId, note }: AdminNote): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const chargeback = await lockChargeback(tx.db, bookingId);
    if (!chargeback) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
    const { stripeDisputeId, closedAt, respondedAt, responseRequestedAt, responseRefused } = chargeback;
    const isOnItsWay = responseRequestedAt !== null && responseRefused === null;
    if (closedAt !== null || respondedAt !== null || isOnItsWay) throw new Failure('ADMIN_ACTION_STALE');
    const at = deps.now();
    await updateChargeback(tx.db, stripeDisputeId, {
      responseRequestedAt: at,
      responseNote: note,
      responseRefused: null,
    });
    tx.enqueue('chargebacks.respond', { bookingId });
    await recordAdminAction(tx.db, {
      actorPersonId: actor.id,
      action: 'chargeback.answered',
      subjectKind: 'booking',
      subjectId: bookingId,
      subjectLabel: chargeback.packageName,
      reason: note,
      before: { responseRefused },
      after: { responseRequestedAt: at },
      at,
    });
  });
  await awaitJob(deps, 'chargebacks.respond', { bookingId });
}

/**
 * Job: sends the response to the bank once. First checks whether the bank already has one, because an earlier run
 * may have sent it without receiving Stripe's confirmation. If Stripe rejects the response, stores the reason for
 * staff.
 */
export async function sendChargebackResponse(deps: Deps, bookingId: string): Promise<void> {
  const chargeback = await findChargeback(deps.db, bookingId);
  if (!chargeback || chargeback.responseRequestedAt === null || chargeback.respondedAt !== null) return;
  const { stripeDisputeId } = chargeback;
  const { state, isAnswered } = await deps.stripe.retrieveDispute(stripeDisputeId);
  let refusal: string | null = state === 'open' ? null : 'The bank has decided already.';
  if (refusal === null && !isAnswered) {
    try {
      await deps.stripe.respondToDispute(
        stripeDisputeId,
        await buildChargebackResponse(deps, bookingId, chargeback.responseNote),
      );
    } catch (error) {
      if (!(error instanceof StripeRefusedError)) throw error;
      refusal = error.message.slice(0, 1_000);
    }
  }
  const change = refusal === null ? { respondedAt: deps.now() } : { responseRefused: refusal };
  await inTransaction(deps, (tx) => updateChargeback(tx.db, stripeDisputeId, change));
}

/**
 * Builds the history of a booking, divided into the sections that banks expect. Leaves out messages between the two
 * sides.
 */
const buildChargebackResponse = (
  deps: { db: Db },
  bookingId: string,
  note: string | null,
): Promise<ChargebackResponse> =>
  inSnapshot(deps.db, async (db) => {
    const booking = await findChargedBooking(db, bookingId);
    const [timeline, { items }, posts] = await Promise.all([
      listTimeline(db, bookingId),
      listDeliverablesAsBrand(db, bookingId),
      listBookingPublications(db, bookingId),
    ]);
    const { windows, startedAt, completedAt } = booking;
    const end = getWorkOutcome(booking);
    return {
      customerName: booking.brandName,
      customerEmail: booking.brandEmail,
      productDescription: joinWithinLimit([
        `${booking.packageName}, by ${booking.creatorName}, within ${booking.deliveryDays} days of the start.`,
        booking.packageDescription,
        ...booking.features.map((feature) => `- ${feature}`),
        `Price ${formatDollars(booking.priceCents)}, paid with the fee: ${formatDollars(booking.totalCents)}.`,
        'What the customer asked for:',
        booking.customer.projectDescription,
      ]),
      serviceDate: [startedAt, completedAt].flatMap((at) => (at === null ? [] : toDayInZone(at, null))).join(' to '),
      refundPolicy: joinWithinLimit([
        'Shown before the payment, on the page on which the card is entered:',
        '- Until the creator accepts, the order can be withdrawn and nothing is charged.',
        `- Work that is ${formatWindow(windows, 'overdueDays')} overdue can be cancelled by the customer alone, with a refund in full.`,
        `- After the completion the customer has ${formatWindow(windows, 'releaseDays')} to report a problem, which stops the payout; the operator decides where the two do not agree.`,
      ]),
      activity: joinWithinLimit(
        timeline.map((event) => `${event.at.toISOString()} ${describeBookingEvent(event, NEUTRAL_READER, (at) => at)}`),
      ),
      everythingElse: joinWithinLimit([
        ...(note === null ? [] : [note, '']),
        ...(booking.deliveryNote === null ? [] : [`With the completion the creator wrote: ${booking.deliveryNote}`]),
        ...booking.deliveryLinks,
        ...items.flatMap(({ title, versions }) => [
          `Deliverable “${title}”: ${getDeliverableLabel(getDeliverableState(versions), end)}`,
          ...versions.flatMap((version) => [
            `  Version ${version.number}, sent ${version.sentAt.toISOString()}: ${version.note}`,
            ...version.links.map((link) => `    ${link}`),
            ...version.files.map(({ name, bytes, sha256 }) => `    File ${name}, ${bytes} bytes, SHA-256 ${sha256}`),
            ...(version.decidedAt === null
              ? []
              : [
                  `    ${version.verdict === 'approved' ? 'Approved by the customer' : 'Changes asked for'} ${version.decidedAt.toISOString()}`,
                ]),
          ]),
        ]),
        ...posts.map(({ link, publishedOn }) => `Published ${publishedOn}: ${link}`),
      ]),
    };
  });

/** A viewer on neither side, so that texts do not address a side as "you". */
const NEUTRAL_READER = { id: '', side: null } as const;

/** Joins lines, and truncates the text to Stripe's limit with a note that some of it is missing. */
function joinWithinLimit(lines: readonly string[]): string {
  const text = lines.join('\n');
  const ending = '\n… and more, which did not fit.';
  return text.length <= MAX_EVIDENCE_CHARACTERS
    ? text
    : `${text.slice(0, MAX_EVIDENCE_CHARACTERS - ending.length)}${ending}`;
}
