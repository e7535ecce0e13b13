/** The reasons why a bank returned a payout, by Stripe's failure code (docs.stripe.com/api/payouts/failures). */
const PAYOUT_RETURN_REASONS: Readonly<Partial<Record<string, string>>> = {
  account_closed: 'the bank account has been closed',
  account_frozen: 'the bank account is frozen',
  bank_account_restricted: 'the bank account does not take this kind of payment',
  bank_account_unusable: 'the bank account cannot be paid',
  bank_ownership_changed: 'the bank account belongs to somebody else now',
  could_not_process: 'the bank could not process it',
  debit_not_authorized: 'the bank account does not allow it',
  declined: 'the bank declined it',
  incorrect_account_address: 'the address that the bank has is another one',
  incorrect_account_holder_address: 'the address that the bank has is another one',
  incorrect_account_holder_name: 'the name that the bank has is another one',
  incorrect_account_holder_tax_id: 'the tax number that the bank has is another one',
  incorrect_account_type: 'the kind of bank account is another one',
  invalid_account_number: 'there is no such account number',
  invalid_account_number_length: 'the account number has a digit too many or too few',
  invalid_card: 'the card cannot be paid',
  invalid_currency: 'the bank account does not take this currency',
  no_account: 'the bank found no account with these details',
  unsupported_card: 'the card cannot be paid',
};

/** Returns the reason for a Stripe failure code, worded as the end of a sentence. */
export const describePayoutReturn = (code: string): string =>
  PAYOUT_RETURN_REASONS[code] ?? 'the bank did not accept it';

/**
 * Formats an amount given in the currency's smallest unit, as in Stripe's API: 1234 becomes '$12.34' in US dollars
 * and '¥1,234' in yen.
 */
export function formatMinorUnits(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
