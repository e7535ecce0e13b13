/** Transfers to the connected accounts of creators and agencies. */
import type { Stripe } from 'stripe';
import { classifyStripeErrors } from './stripe-errors.ts';

/** Returns the calls for transferring money to payees and back. */
export const createTransferCalls = (stripe: Stripe) => ({
  /** Transfers a payee's share of the booking's charge. Returns the transfer's id. */
  createTransfer: async (request: {
    bookingId: string;
    payeeWorkspaceId: string;
    chargeId: string;
    accountId: string;
    amountCents: number;
    attempt: number;
  }): Promise<string> => {
    const transfer = await classifyStripeErrors(
      stripe.transfers.create(
        {
          amount: request.amountCents,
          currency: 'usd',
          destination: request.accountId,
          source_transaction: request.chargeId,
          transfer_group: request.bookingId,
          metadata: { bookingId: request.bookingId, payeeWorkspaceId: request.payeeWorkspaceId, effect: 'release' },
        },
        { idempotencyKey: `booking:${request.bookingId}:release:${request.payeeWorkspaceId}:${request.attempt}` },
      ),
    );
    return transfer.id;
  },

  /**
   * Returns the id of a booking's transfer to a payee, or null. If `effect` is `restore`, returns the second
   * transfer, which pays the payee again after a won chargeback.
   */
  findTransfer: async (
    { bookingId, payeeWorkspaceId }: { bookingId: string; payeeWorkspaceId: string },
    effect: 'release' | 'restore' = 'release',
  ): Promise<string | null> => {
    const { data } = await classifyStripeErrors(stripe.transfers.list({ transfer_group: bookingId, limit: 100 }));
    const transfer = data.find(
      ({ metadata }) => metadata['payeeWorkspaceId'] === payeeWorkspaceId && metadata['effect'] === effect,
    );
    return transfer?.id ?? null;
  },

  /** Reverses a payee's transfer after a chargeback. Returns the reversal's id. */
  reverseTransfer: async (request: {
    disputeId: string;
    transferId: string;
    amountCents: number;
    attempt: number;
  }): Promise<string> => {
    const reversal = await classifyStripeErrors(
      stripe.transfers.createReversal(
        request.transferId,
        { amount: request.amountCents, metadata: { disputeId: request.disputeId } },
        { idempotencyKey: `dispute:${request.disputeId}:reverse:${request.transferId}:${request.attempt}` },
      ),
    );
    return reversal.id;
  },

  /** Returns the id of the reversal of a transfer that was made for this chargeback, or null. */
  findReversal: async (transferId: string, disputeId: string): Promise<string | null> => {
    const { data } = await classifyStripeErrors(stripe.transfers.listReversals(transferId, { limit: 100 }));
    return data.find((reversal) => reversal.metadata?.['disputeId'] === disputeId)?.id ?? null;
  },

  /**
   * Pays a payee again after a won chargeback. The money is taken from the platform's balance, to which the bank
   * returned it, and not from the charge: Stripe limits the sum of a charge's transfers to its amount, and counts
   * reversed transfers.
   */
  restoreTransfer: async (request: {
    disputeId: string;
    bookingId: string;
    payeeWorkspaceId: string;
    accountId: string;
    amountCents: number;
    attempt: number;
  }): Promise<string> => {
    const transfer = await classifyStripeErrors(
      stripe.transfers.create(
        {
          amount: request.amountCents,
          currency: 'usd',
          destination: request.accountId,
          transfer_group: request.bookingId,
          metadata: { bookingId: request.bookingId, payeeWorkspaceId: request.payeeWorkspaceId, effect: 'restore' },
        },
        { idempotencyKey: `dispute:${request.disputeId}:restore:${request.payeeWorkspaceId}:${request.attempt}` },
      ),
    );
    return transfer.id;
  },
});
