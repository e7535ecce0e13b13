/**
 * The countries where creators can be paid by a platform in PLATFORM_COUNTRY. The data are Stripe's rules for
 * cross-border transfers and service agreements, read on 2026-11-22. PAYOUT_COUNTRIES overrides single countries.
 * Sources: docs.stripe.com/connect/cross-border-payouts (which regions can pay each other),
 * docs.stripe.com/connect/service-agreement-types (the terms of each agreement, including the additional day under
 * `recipient`), docs.stripe.com/connect/cross-border-payouts/special-requirements (minimum amounts). The Mexican and
 * Thai minimums are from antiwork/gumroad. Countries without a stated minimum get one unit of their currency.
 */
import { z } from 'zod';

export interface PayoutRoute {
  /** The Stripe service agreement that creators in this country accept. */
  agreement: 'full' | 'recipient';
  /** Additional hours before Stripe pays out a transfer. */
  delayHours: number;
  /** The minimum balance for a payout, in whole units of the currency, or null. */
  minimum: { amount: number; currency: string } | null;
  /**
   * True if Stripe creates accounts under the full agreement only together with the card payments capability, which
   * creators do not use here.
   */
  withCards: boolean;
}

/** All alpha-2 codes of ISO 3166-1. */
export const ISO_COUNTRY_CODES: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD ' +
  'CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF ' +
  'GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN ' +
  'KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA ' +
  'NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI ' +
  'SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI ' +
  'VN VU WF WS YE YT ZA ZM ZW'
).split(' ');

/**
 * The countries that can pay each other under the full agreement: the United States, the United Kingdom, Canada,
 * Switzerland and the EEA, except Iceland, where Stripe offers no accounts.
 */
const FULL_AGREEMENT_COUNTRIES: ReadonlySet<string> = new Set(
  'US GB CA CH AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE'.split(' '),
);

/**
 * Countries outside of `FULL_AGREEMENT_COUNTRIES` that a platform in the United States can pay under the `recipient`
 * agreement, after Stripe has approved the platform for accounts that only receive transfers. The values are the
 * minimum amounts of a payout.
 */
const RECIPIENT_COUNTRIES: Readonly<Partial<Record<string, { amount: number; currency: string }>>> = {
  AE: { amount: 1, currency: 'AED' },
  AU: { amount: 1, currency: 'AUD' },
  HK: { amount: 1, currency: 'HKD' },
  JP: { amount: 1, currency: 'JPY' },
  MX: { amount: 10, currency: 'MXN' },
  NZ: { amount: 1, currency: 'NZD' },
  SG: { amount: 1, currency: 'SGD' },
  TH: { amount: 600, currency: 'THB' },
};
const RECIPIENT_DELAY_HOURS = 24;

export const countryCodeField = z
  .string({ error: 'Please choose a country' })
  .refine((code) => ISO_COUNTRY_CODES.includes(code), 'Please choose a country');

/** An operator's override of the payout rules for a country. Null means that creators there cannot be paid. */
const payoutRouteOverride = z
  .strictObject({
    agreement: z.enum(['full', 'recipient']),
    delayHours: z.int().min(0).max(720).optional(),
    minimum: z.strictObject({ amount: z.number().positive(), currency: z.string().regex(/^[A-Z]{3}$/) }).optional(),
  })
  .nullable();

/**
 * Parses PAYOUT_COUNTRIES, which is JSON such as {"TW":{"agreement":"recipient"},"JP":null}. Errors name the invalid
 * part.
 */
export const payoutCountriesField = z
  .string()
  .default('{}')
  .transform((text, ctx) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      ctx.addIssue({ code: 'custom', message: 'must be JSON' });
      return z.NEVER;
    }
  })
  .pipe(z.record(countryCodeField, payoutRouteOverride));

export interface PayoutSettings {
  PLATFORM_COUNTRY: string;
  PAYOUT_COUNTRIES: z.output<typeof payoutCountriesField>;
}

/** Returns the payout rules for the country `code`, or null if creators there cannot be paid. */
export function findPayoutRoute({ PLATFORM_COUNTRY: platform, PAYOUT_COUNTRIES: own }: PayoutSettings, code: string) {
  const ownRoute = own[code];
  if (ownRoute === null) return null;
  const usual = findDefaultRoute(platform, code);
  return ownRoute === undefined ? usual : toPayoutRoute(platform, code, ownRoute);
}

function findDefaultRoute(platform: string, code: string): PayoutRoute | null {
  if (code === platform || (FULL_AGREEMENT_COUNTRIES.has(platform) && FULL_AGREEMENT_COUNTRIES.has(code)))
    return toPayoutRoute(platform, code, { agreement: 'full' });
  const minimum = platform === 'US' ? RECIPIENT_COUNTRIES[code] : undefined;
  return minimum === undefined ? null : toPayoutRoute(platform, code, { agreement: 'recipient', minimum });
}

const toPayoutRoute = (
  platform: string,
  code: string,
  said: NonNullable<z.output<typeof payoutRouteOverride>>,
): PayoutRoute => ({
  agreement: said.agreement,
  delayHours: said.delayHours ?? (said.agreement === 'recipient' ? RECIPIENT_DELAY_HOURS : 0),
  minimum: said.minimum ?? null,
  withCards: said.agreement === 'full' && code !== platform,
});
