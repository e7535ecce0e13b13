/** Customers of Stripe and their saved cards. */
import type { PersonId, WorkspaceId } from '@marquee/contracts';
import type { Stripe } from 'stripe';
import { classifyStripeErrors } from './stripe-errors.ts';
import { toId } from './stripe-ids.ts';

/** A person's consent to saving a card. `version` identifies the text to which the person agreed. */
export interface CardConsent {
  personId: PersonId;
  version: string;
}

/** The fields of a SetupIntent, with which a card is saved without a payment. */
export interface SetupData {
  isDone: boolean;
  workspaceId: WorkspaceId | null;
  customerId: string | null;
  paymentMethodId: string | null;
  consent: CardConsent | null;
}

/** A card at Stripe. `customerId` is null if it was detached from its customer. */
export interface CardData {
  customerId: string | null;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  fingerprint: string;
}

/** Returns the calls for the saved cards of workspaces. */
export const createCardCalls = (stripe: Stripe) => ({
  /** Creates the customer of a workspace, to which its saved cards belong. It contains no personal data. */
  createCustomer: async (workspaceId: WorkspaceId, attempt: number): Promise<string> => {
    const customer = await classifyStripeErrors(
      stripe.customers.create(
        { metadata: { workspaceId } },
        { idempotencyKey: `workspace:${workspaceId}:customer:${attempt}` },
      ),
    );
    return customer.id;
  },

  isCustomerDeleted: async (id: string): Promise<boolean> =>
    (await classifyStripeErrors(stripe.customers.retrieve(id))).deleted === true,

  /**
   * Creates a SetupIntent, with which the browser saves a card. `number` is different for each SetupIntent of the
   * workspace.
   */
  createSetup: async (request: {
    workspaceId: WorkspaceId;
    customerId: string;
    consent: CardConsent;
    number: number;
  }): Promise<string> => {
    const { workspaceId, customerId, consent } = request;
    const setup = await classifyStripeErrors(
      stripe.setupIntents.create(
        {
          customer: customerId,
          usage: 'off_session',
          allowed_payment_method_types: ['card'],
          metadata: { workspaceId, savedBy: consent.personId, consentVersion: consent.version },
        },
        { idempotencyKey: `workspace:${workspaceId}:setup:${request.number}` },
      ),
    );
    if (setup.client_secret === null) throw new Error(`SetupIntent ${setup.id} has no client secret`);
    return setup.client_secret;
  },

  retrieveSetup: async (id: string): Promise<SetupData> => {
    const setup = await classifyStripeErrors(stripe.setupIntents.retrieve(id));
    return {
      isDone: setup.status === 'succeeded',
      workspaceId: setup.metadata?.['workspaceId'] ?? null,
      customerId: setup.customer === null ? null : toId(setup.customer),
      paymentMethodId: setup.payment_method === null ? null : toId(setup.payment_method),
      consent: toCardConsent(setup.metadata),
    };
  },

  retrieveCard: async (paymentMethodId: string): Promise<CardData> => {
    const { id, customer, card } = await classifyStripeErrors(stripe.paymentMethods.retrieve(paymentMethodId));
    if (card === undefined) throw new Error(`Payment method ${id} is not a card`);
    return {
      customerId: customer === null ? null : toId(customer),
      brand: card.brand,
      last4: card.last4,
      expMonth: card.exp_month,
      expYear: card.exp_year,
      fingerprint: card.fingerprint ?? id,
    };
  },

  /**
   * Detaches a card from its customer, so that it can never be charged again. No idempotency key is needed, because
   * Stripe refuses to detach a card twice.
   */
  detachCard: async (paymentMethodId: string): Promise<void> => {
    await classifyStripeErrors(stripe.paymentMethods.detach(paymentMethodId));
  },
});

/** Returns the consent in the metadata of an intent, which only our API can set, or null if there is none. */
export function toCardConsent(metadata: Stripe.Metadata | null): CardConsent | null {
  const { savedBy: personId, consentVersion: version } = metadata ?? {};
  return personId && version ? { personId, version } : null;
}
