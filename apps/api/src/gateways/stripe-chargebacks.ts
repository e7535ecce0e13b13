/** Chargebacks, which Stripe calls disputes. */
import type { Stripe } from 'stripe';
import { classifyStripeErrors } from './stripe-errors.ts';
import { toId } from './stripe-ids.ts';

/** The fields of a chargeback that the application uses. Stripe calls a chargeback a dispute. */
export interface StripeDisputeData {
  id: string;
  /** `inquiry` means that the bank only asks for information, and has not reversed the payment. */
  state: 'inquiry' | 'open' | 'won' | 'lost';
  amount: number;
  reason: string;
  chargeId: string;
  intentId: string | null;
  /** The deadline for submitting evidence. */
  respondBy: Date | null;
  /** True if we have submitted evidence, which is possible only once. */
  isAnswered: boolean;
}

/** The evidence for the bank. Each text has at most `MAX_EVIDENCE_CHARACTERS`. */
export interface ChargebackResponse {
  customerName: string;
  customerEmail: string;
  productDescription: string;
  serviceDate: string;
  refundPolicy: string;
  activity: string;
  everythingElse: string;
}

export const MAX_EVIDENCE_CHARACTERS = 20_000;

/** Returns the calls for reading and answering chargebacks. */
export const createChargebackCalls = (stripe: Stripe) => ({
  retrieveDispute: async (id: string): Promise<StripeDisputeData> => {
    const dispute = await classifyStripeErrors(stripe.disputes.retrieve(id));
    return {
      id: dispute.id,
      state: toChargebackState(dispute.status),
      amount: dispute.amount,
      reason: dispute.reason,
      chargeId: toId(dispute.charge),
      intentId: dispute.payment_intent === null ? null : toId(dispute.payment_intent),
      respondBy: toDateFromSeconds(dispute.evidence_details.due_by),
      isAnswered: dispute.evidence_details.submission_count > 0,
    };
  },

  /**
   * Submits the evidence to the bank. This is possible only once. Sent without an idempotency key, because the
   * caller has checked that none was submitted before.
   */
  respondToDispute: async (id: string, response: ChargebackResponse): Promise<void> => {
    await classifyStripeErrors(
      stripe.disputes.update(id, {
        evidence: {
          customer_name: response.customerName,
          customer_email_address: response.customerEmail,
          product_description: response.productDescription,
          service_date: response.serviceDate,
          refund_policy_disclosure: response.refundPolicy,
          access_activity_log: response.activity,
          uncategorized_text: response.everythingElse,
        },
        submit: true,
      }),
    );
  },
});

const toDateFromSeconds = (seconds: number | null): Date | null =>
  seconds === null ? null : new Date(seconds * 1_000);

function toChargebackState(status: Stripe.Dispute.Status): StripeDisputeData['state'] {
  if (status === 'won') return 'won';
  if (status === 'lost') return 'lost';
  // A closed inquiry and a prevented dispute have not moved any money.
  return status.startsWith('warning_') || status === 'prevented' ? 'inquiry' : 'open';
}
