/**
 * Shows the possible states of a booking, each with its deadline, the result of missing it, and both parties'
 * options.
 */
import { Text, Title } from '@mantine/core';
import {
  PAYMENT_LABELS,
  SIDES,
  formatBookingState,
  STATUS_LABELS,
  formatWindow,
  type BookingAction,
  type OpenIssue,
  type ReachableState,
  type Side,
  type Windows,
} from '@marquee/booking';
import { PRODUCT_NAME } from '@marquee/brand';
import classes from './StateTable.module.css';

const OPEN_ISSUE_LABELS: Record<OpenIssue, string | null> = {
  none: null,
  cancellation_asked: 'Cancellation requested',
  cancellation_answer: 'Cancellation disputed: waiting for the other party',
  cancellation_decision: `Cancellation disputed: ${PRODUCT_NAME} decides`,
  problem_answer: 'Problem reported: waiting for the creator',
  problem_offer: 'Problem reported: the creator offered to split the payment',
  problem_decision: `Problem reported: ${PRODUCT_NAME} decides`,
  payout_setup: 'The creator has not set up payouts',
  payout_change: 'The payout account was changed: the payout waits',
  payment_check: 'A saved card paid from a new device: the payout waits',
  payouts_frozen: `Payouts frozen: ${PRODUCT_NAME} checks the account`,
  refund_returned: 'The brand’s bank returned the refund',
  chargeback: 'The brand’s bank reversed the payment',
  chargeback_lost: 'The brand’s bank kept the payment',
};

const getActionLabels = (windows: Windows): Record<BookingAction, string> => ({
  pay: 'pay',
  withdraw: 'withdraw the order',
  extend_acceptance: 'give the creator more time once',
  accept: 'accept',
  decline: 'decline, with a reason',
  start: 'start the work',
  complete: 'mark the work as completed',
  deliver: 'submit a deliverable',
  send_product: 'send a product if the package needs one',
  receive_product: 'enter the shipping address and confirm that the product arrived',
  note_results: 'add links to published posts and their metrics',
  ask_for_changes: 'request changes to a version',
  approve_delivery: 'approve a version, and pay the creator with the last one',
  approve: 'approve the work, which pays the creator',
  report_problem: 'report a problem',
  ask_to_cancel: 'request a cancellation',
  agree_to_cancel: 'agree to the other party’s request',
  disagree_to_cancel: 'decline the other party’s request',
  withdraw_cancellation: 'withdraw their own cancellation request',
  cancel_not_started: `cancel without agreement, starting ${formatWindow(windows, 'startDays')} after the creator accepts`,
  cancel_overdue: `cancel without agreement when the delivery is ${formatWindow(windows, 'overdueDays')} overdue`,
  add_statement: 'add a statement',
  withdraw_dispute: 'withdraw their own report',
  agree_to_refund: 'agree to a full refund',
  offer_split: 'offer to split the payment',
  accept_split: 'accept the offer',
});

/** Renders one table row per state. `current` is the state of the viewer's own booking, or null. */
export function StateTable(props: {
  states: readonly ReachableState[];
  windows: Windows;
  current: string | null;
  headingId: string;
}) {
  const { states, windows, current, headingId } = props;
  const labels = getActionLabels(windows);
  return (
    <table className={classes.table} aria-labelledby={headingId}>
      <thead>
        <tr>
          <th scope="col">State</th>
          <th scope="col">If nobody acts</th>
          <th scope="col">Available actions</th>
        </tr>
      </thead>
      <tbody>
        {states.map((state) => {
          const name = formatBookingState(state);
          const isCurrent = name === current;
          return (
            <tr key={name} id={getStateAnchor(name)} aria-current={isCurrent || undefined} className={classes.row}>
              <th scope="row">
                {isCurrent && (
                  <Text span size="sm" fw={600} className={classes.here ?? ''}>
                    Your booking is here
                  </Text>
                )}
                <span className={classes.name}>{PAYMENT_LABELS[state.paymentState]}</span>
                {OPEN_ISSUE_LABELS[state.openIssue] !== null && (
                  <span className={classes.question}>{OPEN_ISSUE_LABELS[state.openIssue]}</span>
                )}
              </th>
              <td data-label="If nobody acts">
                <NextStepCell state={state} />
              </td>
              <td data-label="Available actions">
                <AllowedActions state={state} labels={labels} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Returns the HTML id of a state's table row, for links to the row. */
export const getStateAnchor = (name: string): string => name.replaceAll('/', '-');

function NextStepCell({ state: { next } }: { state: ReachableState }) {
  const limits = [...new Set(next.map(({ limit }) => limit))].filter((limit) => limit !== null);
  return (
    <>
      {next.map(({ text }) => (
        <Text key={text}>{text}</Text>
      ))}
      {limits.map((limit) => (
        <Text key={limit} size="sm" c="dimmed" mt={4}>
          {limit.endsWith('.') ? limit : `${limit}.`}
        </Text>
      ))}
    </>
  );
}

const SIDE_NAMES: Record<Side, string> = { creator: 'Creator', brand: 'Brand' };

function AllowedActions({
  state: { may, staffDecides },
  labels,
}: {
  state: ReachableState;
  labels: Record<BookingAction, string>;
}) {
  const sides = SIDES.filter((side) => may[side].length > 0);
  if (sides.length === 0 && !staffDecides) return <Text c="dimmed">No action is needed.</Text>;
  return (
    <dl className={classes.may}>
      {sides.map((side) => (
        <div key={side}>
          <dt>{SIDE_NAMES[side]}</dt>
          <dd>{may[side].map((action) => labels[action]).join('; ')}</dd>
        </div>
      ))}
      {staffDecides && (
        <div>
          <dt>{PRODUCT_NAME}</dt>
          <dd>decides if the brand and the creator cannot agree</dd>
        </div>
      )}
    </dl>
  );
}

export function StatusSection(props: {
  states: readonly ReachableState[];
  windows: Windows;
  current: string | null;
  status: ReachableState['status'];
}) {
  const id = `status-${props.status}`;
  return (
    <section className={classes.status} aria-labelledby={id}>
      <Title order={3} id={id} fz="lg" mb="sm">
        {STATUS_LABELS[props.status]}
      </Title>
      <StateTable {...props} headingId={id} />
    </section>
  );
}
