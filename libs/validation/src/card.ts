import { z } from './zod.ts';
import { idField } from './fields.ts';

/** The version of the sentence of `describeCardConsent`. Change it whenever the sentence changes. */
export const CARD_CONSENT_VERSION = '2026-11';

/** Returns the sentence with which a member of a workspace consents to saving a card. */
export const describeCardConsent = (workspaceName: string) =>
  `We may charge this card for bookings that ${workspaceName} places or approves, until you remove it in your settings.`;

const consentField = z.literal(
  CARD_CONSENT_VERSION,
  'The conditions for saving a card have changed. Reload the page and try again.',
);

export const cardSetupStart = z.strictObject({ consentVersion: consentField });
/** The id of a SetupIntent at Stripe. */
export const cardSetupFinish = z.strictObject({
  setupId: z.string().regex(/^seti_\w{1,200}$/, 'This card could not be found'),
});
/** Pays for the booking `id` with a saved card. */
export const cardPaymentInput = z.strictObject({ id: idField, cardId: idField });
/** Whether the card with which the booking `id` will be paid is saved. */
export const cardSavingInput = z.strictObject({ id: idField, isSaved: z.boolean(), consentVersion: consentField });
