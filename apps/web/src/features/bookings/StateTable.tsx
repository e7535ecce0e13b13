/**
 * Shows the possible states of a booking, each with its deadline, the result of missing it, and both parties'
 * options.
 */
import { Text, Title } from '@mantine/core';
import {
  PAYMENT_LABELS,
  PRODUCT_NAME,
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
import classes from './StateTable.module.css';

const OPEN_ISSUE_LABELS: Record<OpenIssue, string | null> = {
  none: null,
  cancellation_asked: 'One side asked to cancel',
  cancellation_answer: 'Cancellation disputed, the other side answers',
  cancellation_decision: `Cancellation disputed, ${PRODUCT_NAME} decides`,
  problem_answer: 'Problem reported, the creator answers',
  problem_offer: 'Problem reported, the creator offered to share',
  problem_decision: `Problem reported, ${PRODUCT_NAME} decides`,
  payout_setup: 'The creator cannot receive it yet',
  refund_returned: 'The brand’s bank sent the refund back',
  chargeback: 'The brand’s bank took the payment back',
  chargeback_lost: 'The brand’s bank keeps the payment',
};

const getActionLabels = (windows: Windows): Record<BookingAction, string> => ({
  pay: 'pay',
  withdraw: 'withdraw the order',
  extend_acceptance: 'give the creator more time, once',
  accept: 'accept',
  decline: 'decline, with a reason',
  start: 'start the work',
  complete: 'mark the work as completed',
  deliver: 'send a version of a deliverable',
  send_product: 'send a product, where one is needed',
  receive_product: 'say where a product is sent to, and that it is there',
  note_results: 'note where it was published, and figures',
  ask_for_changes: 'ask for changes to what was sent',
  approve_delivery: 'approve what was sent; with the last of it the creator is paid',
  approve: 'approve, which pays the creator now',
  report_problem: 'report a problem',
  ask_to_cancel: 'ask the other side to cancel',
  agree_to_cancel: 'agree, if the other side asked',
  disagree_to_cancel: 'disagree, if the other side asked',
  withdraw_cancellation: 'take the own request to cancel back',
  cancel_not_started: `cancel alone, from ${formatWindow(windows, 'startDays')} after the acceptance on`,
  cancel_overdue: `cancel alone, once delivery is ${formatWindow(windows, 'overdueDays')} overdue`,
  add_statement: 'say something',
  withdraw_dispute: 'withdraw, if it was the one who complained',
  agree_to_refund: 'agree to a full refund, if the other side complained',
  offer_split: 'offer to share the payment',
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
          <th scope="col">Where it stands</th>
          <th scope="col">If nobody acts</th>
          <th scope="col">Who may do what</th>
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
              <td data-label="Who may do what">
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
  if (sides.length === 0 && !staffDecides) return <Text c="dimmed">Nobody has to do anything.</Text>;
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
          <dd>decides, when nothing is agreed on</dd>
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
      <Title order={2} id={id} fz="xl" mb="sm">
        {STATUS_LABELS[props.status]}
      </Title>
      <StateTable {...props} headingId={id} />
    </section>
  );
}
