/** The reasons why a bank returned a payout, by Stripe's failure code (docs.stripe.com/api/payouts/failures). */
const PAYOUT_RETURN_REASONS: Readonly<Partial<Record<string, string>>> = {
  account_closed: 'the bank account has been closed',
  account_frozen: 'the bank account is frozen',
  bank_account_restricted: 'the bank account does not accept this kind of payment',
  bank_account_unusable: 'the bank account cannot receive payments',
  bank_ownership_changed: 'the bank account now belongs to someone else',
  could_not_process: 'the bank could not process the payment',
  debit_not_authorized: 'the bank account does not allow the payment',
  declined: 'the bank declined the payment',
  incorrect_account_address: 'the bank has a different address on file',
  incorrect_account_holder_address: 'the bank has a different address on file',
  incorrect_account_holder_name: 'the bank has a different name on file',
  incorrect_account_holder_tax_id: 'the bank has a different tax number on file',
  incorrect_account_type: 'the type of bank account does not match',
  invalid_account_number: 'the account number does not exist',
  invalid_account_number_length: 'the account number has the wrong length',
  invalid_card: 'the card cannot receive payments',
  invalid_currency: 'the bank account does not accept this currency',
  no_account: 'the bank did not find an account with these details',
  unsupported_card: 'the card cannot receive payments',
};

/** Returns the reason for a Stripe failure code, worded as the end of a sentence. */
export const describePayoutReturn = (code: string): string =>
  PAYOUT_RETURN_REASONS[code] ?? 'the bank did not accept the payment';

/**
 * Formats an amount given in the currency's smallest unit, as in Stripe's API: 1234 becomes '$12.34' in US dollars
 * and '¥1,234' in yen.
 */
export function formatMinorUnits(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
