/**
 * Defines which accounts a platform may create and pay, according to Stripe's documentation and responses in
 * November 2026 (docs.stripe.com/connect/cross-border-payouts, docs.stripe.com/connect/service-agreement-types). Our
 * API has its own table. Tests of the API against this independent table reveal errors in the API's table.
 */
import type Stripe from 'stripe';
import { createParameterError, createRefusedError } from '../protocol/errors.ts';

/** Currency of bank accounts by country. Countries that are not listed use the euro. */
const BANK_CURRENCIES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'US:usd CA:cad GB:gbp CH:chf AU:aud NZ:nzd JP:jpy SG:sgd HK:hkd MX:mxn TH:thb AE:aed BR:brl IN:inr ' +
    'CZ:czk DK:dkk HU:huf NO:nok PL:pln RO:ron SE:sek'
  )
    .split(' ')
    .map((each) => each.split(':')),
) as Record<string, string>;
const EEA = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE';
/**
 * Countries of the full agreement. A platform in one of them can pay accounts in all of them under this agreement.
 */
const FULL_AGREEMENT_COUNTRIES = new Set(`US CA GB CH ${EEA}`.split(' '));
/** Additional countries in which Stripe opens accounts. */
const OTHER_ACCOUNT_COUNTRIES = new Set('AU NZ JP SG HK MX TH AE BR IN'.split(' '));
/** Countries in which accounts of this platform can receive transfers without accepting card payments. */
const RECIPIENT_COUNTRIES = new Set('AU NZ JP SG HK MX TH AE'.split(' '));

export const getBankCurrency = (country: string): string => BANK_CURRENCIES[country] ?? 'eur';

const isPaidInFull = (platform: string, country: string) =>
  country === platform || (FULL_AGREEMENT_COUNTRIES.has(platform) && FULL_AGREEMENT_COUNTRIES.has(country));

/** Throws if Stripe would refuse to create this account for the platform. */
export function checkAccount(
  platform: string,
  options: { country: string; agreement: string; wantsCards: boolean; wantsTransfers: boolean },
): void {
  const { country, agreement } = options;
  if (!/^[A-Z]{2}$/.test(country)) {
    throw createParameterError(
      `Country '${country}' is unknown. Try using a 2-character alphanumeric country code instead, such as 'US', 'EG', or 'GB'.`,
      'country',
      'country_code_invalid',
    );
  }
  if (!FULL_AGREEMENT_COUNTRIES.has(country) && !OTHER_ACCOUNT_COUNTRIES.has(country))
    throw createParameterError(`${country} is not currently supported by Stripe.`, 'country', 'country_unsupported');
  if (agreement !== 'full' && agreement !== 'recipient')
    throw createParameterError(`Invalid service agreement: ${agreement}`, 'tos_acceptance[service_agreement]');
  const isAbroad = country !== platform;
  if (agreement === 'recipient') {
    if (platform !== 'US' || isPaidInFull(platform, country)) {
      throw createParameterError(
        `The recipient ToS agreement is not supported for platforms in ${platform} creating accounts in ${country}.`,
        'tos_acceptance[service_agreement]',
      );
    }
    if (options.wantsCards)
      throw createParameterError(
        'You cannot request the `card_payments` capability for accounts under the `recipient` service agreement.',
        'capabilities[card_payments]',
      );
    if (!RECIPIENT_COUNTRIES.has(country)) {
      throw createRefusedError(
        'Your platform needs approval for accounts to have requested the `transfers` capability without the `card_payments` capability. If you would like to request transfers without card_payments, please contact us via https://support.stripe.com/contact.',
      );
    }
  } else if (isAbroad && options.wantsTransfers && !options.wantsCards) {
    throw createParameterError(
      `You cannot request the \`transfers\` capability without the \`card_payments\` capability for accounts in ${country}.`,
      'capabilities',
    );
  }
}

const getServiceAgreement = (account: Stripe.Account) => account.tos_acceptance?.service_agreement ?? 'full';

/** Throws if the platform is not allowed to send a transfer to this account. */
export function checkDestination(platform: string, account: Stripe.Account): void {
  const country = account.country ?? platform;
  if (getServiceAgreement(account) === 'recipient' || isPaidInFull(platform, country)) return;
  throw createRefusedError(
    `Funds can't be sent to accounts located in ${country} when the account is under the \`full\` service agreement. To learn more, see https://stripe.com/docs/connect/service-agreement-types`,
    { param: 'destination' },
  );
}

/**
 * Returns the extra seconds before an account can pay out incoming money, which are one day under the recipient
 * agreement.
 */
export const getExtraPendingSeconds = (account: Stripe.Account): number =>
  getServiceAgreement(account) === 'recipient' ? 24 * 3600 : 0;
