/** Selects the events that a timeline or a list of recent activity shows. */
import type { EventKind } from './events.ts';

/** Events that record an automatic reminder. They are emails, not something that a party did. */
export const REMINDER_KINDS: readonly EventKind[] = [
  'booking.payment_reminded',
  'booking.rights_reminded',
  'booking.reminded',
  'booking.answer_reminded',
  'booking.start_reminded',
  'booking.overdue_reminded',
];

/** For each kind, the preceding kinds that already describe the same thing. */
const REPEATED_AFTER: Partial<Record<EventKind, readonly EventKind[]>> = {
  'payment.authorized': ['booking.ordered'],
  'payment.release_decided': ['booking.approved', 'dispute.decided'],
  'payment.refund_decided': ['booking.cancelled', 'dispute.refund_agreed', 'dispute.decided'],
  'payment.split_decided': ['dispute.split_accepted'],
};

/**
 * Returns the events of one booking without reminders and without events that repeat the preceding one. `events` is
 * sorted oldest first.
 */
export function listActivity<E extends { readonly kind: EventKind }>(events: readonly E[]): E[] {
  return events
    .filter(({ kind }) => !REMINDER_KINDS.includes(kind))
    .filter(({ kind }, at, all) => {
      const before = all[at - 1];
      return before === undefined || REPEATED_AFTER[kind]?.includes(before.kind) !== true;
    });
}
