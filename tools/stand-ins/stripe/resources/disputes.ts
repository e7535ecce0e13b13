import type Stripe from 'stripe';
import { bookMovement } from './balance.ts';
import { getPathId } from '../protocol/call.ts';
import type { Call, Route } from '../protocol/call.ts';
import { DAY_SECONDS } from '../store/clock.ts';
import { createMissingError, createRefusedError } from '../protocol/errors.ts';
import { toIdOrNull, createId } from '../store/ids.ts';
import { answerTable, listParams } from '../protocol/lists.ts';
import {
  flag,
  hash,
  ignored,
  mergeMetadata,
  metadata,
  noParams,
  wordIn,
  parseParams,
  range,
  shape,
  text,
} from '../protocol/params.ts';
import type { Tx } from '../store/store.ts';

type Dispute = Stripe.Dispute;

/** Stripe's fee for a dispute, in cents. */
const DISPUTE_FEE = 1500;

const EVIDENCE_FIELDS = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const;

/** Opens a dispute of a captured charge. The cardholder's bank withdraws the money until the dispute is closed. */
export function openDispute(
  tx: Tx,
  charge: Stripe.Charge,
  reason: string,
): { charge: Stripe.Charge; dispute: Dispute } {
  const amount = charge.amount_captured - sumRefundedAfterCapture(charge);
  if (!charge.captured || charge.disputed || amount <= 0) {
    throw createRefusedError(
      `Charge ${charge.id} cannot be disputed: it was not captured, is refunded, or is disputed already.`,
    );
  }
  const id = createId('du');
  const txn = bookMovement(tx, {
    amount: -amount,
    fee: DISPUTE_FEE,
    feeDescription: 'Dispute fee',
    currency: charge.currency,
    type: 'adjustment',
    category: 'dispute',
    source: id,
    availableOn: tx.now,
    description: `Chargeback withdrawal for ${charge.id}`,
  });
  const dispute = tx.put('dispute', {
    id,
    object: 'dispute',
    amount,
    balance_transactions: [txn],
    charge: charge.id,
    created: tx.now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {
      ...(Object.fromEntries(EVIDENCE_FIELDS.map((name) => [name, null])) as Record<
        (typeof EVIDENCE_FIELDS)[number],
        null
      >),
      enhanced_evidence: {},
    },
    evidence_details: {
      due_by: tx.now + 9 * DAY_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: 'manual',
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: charge.payment_method_details?.card?.brand ?? 'visa',
        case_type: 'chargeback',
        network: charge.payment_method_details?.card?.network ?? 'visa',
        network_reason_code: '10.4',
      },
      type: 'card',
    },
    reason,
    status: 'needs_response',
  });
  const disputed = tx.put('charge', { ...charge, disputed: true });
  tx.emit('charge.dispute.created', dispute);
  tx.emit('charge.dispute.funds_withdrawn', dispute);
  return { charge: disputed, dispute };
}

/**
 * Returns the cents that were refunded after the capture. `amount_refunded` also includes the part that a partial
 * capture released.
 */
function sumRefundedAfterCapture(charge: Stripe.Charge): number {
  return charge.amount_refunded - (charge.amount - charge.amount_captured);
}

/** Closes a dispute with the bank's decision. If the platform wins, it gets the money back, but not Stripe's fee. */
export function closeDispute(tx: Tx, dispute: Dispute, outcome: 'won' | 'lost'): Dispute {
  if (dispute.status === 'won' || dispute.status === 'lost') {
    throw createRefusedError(`This dispute is already closed (${dispute.status}).`);
  }
  const back =
    outcome === 'lost'
      ? []
      : [
          bookMovement(tx, {
            amount: dispute.amount,
            currency: dispute.currency,
            type: 'adjustment',
            category: 'dispute_reversal',
            source: dispute.id,
            availableOn: tx.now,
            description: `Chargeback reversal for ${toIdOrNull(dispute.charge) ?? ''}`,
          }),
        ];
  const closed = tx.put('dispute', {
    ...dispute,
    balance_transactions: [...dispute.balance_transactions, ...back],
    status: outcome,
  });
  tx.emit('charge.dispute.closed', closed, { previous: { status: dispute.status } });
  if (outcome === 'won') tx.emit('charge.dispute.funds_reinstated', closed);
  return closed;
}

function find(call: Call): Dispute {
  const dispute = call.tx.get('dispute', getPathId(call));
  if (dispute === undefined) throw createMissingError('dispute', getPathId(call).slice(0, 100), 'dispute', true);
  return dispute;
}

function retrieve(call: Call): unknown {
  parseParams(noParams, call.params);
  return find(call);
}

const evidenceParams = Object.fromEntries(EVIDENCE_FIELDS.map((name) => [name, text(20_000)])) as Record<
  (typeof EVIDENCE_FIELDS)[number],
  ReturnType<typeof text>
>;
const updateParams = shape({
  evidence: hash({ ...evidenceParams, enhanced_evidence: ignored }),
  metadata,
  submit: flag,
  intended_submission_method: wordIn(['manual', 'prefer_manual', 'prefer_smart_disputes', 'smart_disputes']),
});

function update(call: Call): unknown {
  const { tx } = call;
  const params = parseParams(updateParams, call.params);
  const before = find(call);
  if (before.status === 'won' || before.status === 'lost') {
    throw createRefusedError('This dispute is already closed.', { param: 'dispute' });
  }
  const { enhanced_evidence: _, ...given } = params.evidence ?? {};
  const texts = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const evidence = { ...before.evidence, ...texts };
  const submit = params.submit !== false && params.evidence !== undefined;
  const after = tx.put('dispute', {
    ...before,
    evidence,
    evidence_details: {
      ...before.evidence_details,
      has_evidence: before.evidence_details.has_evidence || params.evidence !== undefined,
      submission_count: before.evidence_details.submission_count + (submit ? 1 : 0),
      submission_method: submit ? 'manual' : before.evidence_details.submission_method,
    },
    metadata: mergeMetadata(before.metadata, params.metadata),
    status: submit ? 'under_review' : before.status,
  });
  tx.emit('charge.dispute.updated', after, { previous: { status: before.status } });
  // These texts close a dispute immediately, as in Stripe's test mode.
  if (submit && evidence.uncategorized_text === 'winning_evidence') return closeDispute(tx, after, 'won');
  if (submit && evidence.uncategorized_text === 'losing_evidence') return closeDispute(tx, after, 'lost');
  return after;
}

function close(call: Call): unknown {
  parseParams(noParams, call.params);
  return closeDispute(call.tx, find(call), 'lost');
}

const listDisputesParams = shape({ ...listParams, created: range, charge: text(), payment_intent: text() });

function listDisputes(call: Call): unknown {
  const params = parseParams(listDisputesParams, call.params);
  const { charge, payment_intent } = params;
  return answerTable({
    call,
    params,
    url: '/v1/disputes',
    kind: 'dispute',
    table: call.store.tables.dispute,
    by: { charge, payment_intent },
  });
}

export const disputeRoutes: Route[] = [
  { method: 'GET', path: '/v1/disputes', kind: 'dispute', list: true, run: listDisputes },
  { method: 'GET', path: '/v1/disputes/:id', kind: 'dispute', run: retrieve },
  { method: 'POST', path: '/v1/disputes/:id', kind: 'dispute', run: update },
  { method: 'POST', path: '/v1/disputes/:id/close', kind: 'dispute', run: close },
];
