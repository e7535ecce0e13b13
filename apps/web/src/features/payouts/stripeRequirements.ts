/**
 * Labels for the details that Stripe requires from a creator. Stripe names them with paths such as
 * 'individual.dob.day'.
 */

const REQUIREMENT_LABELS: readonly (readonly [RegExp, string])[] = [
  [/^external_account/, 'a bank account or debit card'],
  [/^tos_acceptance/, "agreement to Stripe's terms"],
  [/\.dob\./, 'date of birth'],
  [/verification\.(additional_)?document/, 'an identity document'],
  [/\.(id_number|ssn_last_4)/, 'tax or social security number'],
  [/\.address\./, 'address'],
  [/\.(first_name|last_name)$/, 'full name'],
  [/\.email$/, 'e-mail address'],
  [/\.phone$/, 'phone number'],
  [/^business_type/, 'kind of business'],
  [/^business_profile/, 'what you offer'],
];

export const getRequirementLabel = (name: string): string =>
  REQUIREMENT_LABELS.find(([pattern]) => pattern.test(name))?.[1] ?? name.replace(/[._]/g, ' ');

const DISABLED_REASON_TEXTS: Record<string, string> = {
  'requirements.past_due': 'Stripe has been waiting for information about you.',
  'requirements.pending_verification': 'Stripe is checking what you gave.',
  under_review: 'Stripe is reviewing the account.',
  platform_paused: 'Payouts are paused by the platform.',
  'rejected.fraud': 'Stripe has closed the account.',
  'rejected.terms_of_service': 'Stripe has closed the account.',
  'rejected.listed': 'Stripe has closed the account.',
  'rejected.other': 'Stripe has closed the account.',
  listed: 'Stripe is reviewing the account.',
  other: 'Stripe is reviewing the account.',
};

/** Explains why Stripe has disabled payouts, or returns null if Stripe gives no reason. */
export const describeDisabledReason = (reason: string | null): string | null =>
  reason === null ? null : (DISABLED_REASON_TEXTS[reason] ?? 'Stripe has stopped payouts to the account.');
