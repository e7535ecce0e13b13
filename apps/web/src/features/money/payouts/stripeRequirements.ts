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
  [/\.email$/, 'email address'],
  [/\.phone$/, 'phone number'],
  [/^business_type/, 'type of business'],
  [/^business_profile/, 'what you offer'],
];

export const getRequirementLabel = (name: string): string =>
  REQUIREMENT_LABELS.find(([pattern]) => pattern.test(name))?.[1] ?? name.replace(/[._]/g, ' ');

const DISABLED_REASON_TEXTS: Record<string, string> = {
  'requirements.past_due': 'Stripe is waiting for information about you.',
  'requirements.pending_verification': 'Stripe is checking your information.',
  under_review: 'Stripe is reviewing your account.',
  platform_paused: 'We have paused your payouts.',
  'rejected.fraud': 'Stripe has closed your account.',
  'rejected.terms_of_service': 'Stripe has closed your account.',
  'rejected.listed': 'Stripe has closed your account.',
  'rejected.other': 'Stripe has closed your account.',
  listed: 'Stripe is reviewing your account.',
  other: 'Stripe is reviewing your account.',
};

/** Explains why Stripe has disabled payouts, or returns null if Stripe gives no reason. */
export const describeDisabledReason = (reason: string | null): string | null =>
  reason === null ? null : (DISABLED_REASON_TEXTS[reason] ?? 'Stripe has stopped payouts to your account.');
