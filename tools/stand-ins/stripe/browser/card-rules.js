/**
 * Validates and formats card details in the browser, with Stripe's error messages. Covers networks, digit groups,
 * check digits and dates.
 */

/** @typedef {{ type: 'validation_error', code: string, message: string }} FieldError */

const BRANDS = [
  { name: 'amex', title: 'American Express', pattern: /^3[47]/, lengths: [15], groups: [4, 6, 5], cvc: 4 },
  { name: 'visa', title: 'Visa', pattern: /^4/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 },
  {
    name: 'mastercard',
    title: 'Mastercard',
    pattern: /^(?:5[1-5]|2[2-7])/,
    lengths: [16],
    groups: [4, 4, 4, 4],
    cvc: 3,
  },
  { name: 'discover', title: 'Discover', pattern: /^(?:6011|64|65)/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 },
  { name: 'diners', title: 'Diners Club', pattern: /^3[068]/, lengths: [14, 16], groups: [4, 6, 4], cvc: 3 },
  { name: 'jcb', title: 'JCB', pattern: /^35/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 },
  { name: 'unionpay', title: 'UnionPay', pattern: /^62/, lengths: [16, 19], groups: [4, 4, 4, 4, 3], cvc: 3 },
];
const UNKNOWN = { name: 'unknown', title: '', pattern: /^/, lengths: [16], groups: [4, 4, 4, 4, 3], cvc: 3 };

/** Returns the network of a card number, which may be incomplete. */
export function brandOf(digits) {
  return BRANDS.find((brand) => brand.pattern.test(digits)) ?? UNKNOWN;
}

export function digitsOf(text) {
  return text.replaceAll(/\D/g, '');
}

/** Formats a card number with the digit groups that are printed on the card. */
export function formatNumber(text) {
  const brand = brandOf(digitsOf(text));
  const digits = digitsOf(text).slice(0, Math.max(...brand.lengths));
  const groups = [];
  let at = 0;
  for (const size of brand.groups) {
    if (at < digits.length) groups.push(digits.slice(at, at + size));
    at += size;
  }
  if (at < digits.length) groups.push(digits.slice(at));
  return groups.join(' ');
}

/** Formats an expiry date as `MM / YY`. Omits the separator while the user deletes. */
export function formatExpiry(text, deleting) {
  let digits = digitsOf(text);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  // Browsers fill in a four-digit year.
  if (digits.length >= 6 && digits.slice(2, 4) === '20') digits = digits.slice(0, 2) + digits.slice(4);
  digits = digits.slice(0, 4);
  if (digits.length < 2 || (deleting && digits.length === 2)) return digits;
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

function passesCheckDigit(digits) {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const twice = digit * 2;
    sum += i % 2 === 0 ? digit : twice > 9 ? twice - 9 : twice;
  }
  return sum % 10 === 0;
}

const wrong = (code, message) => ({ type: 'validation_error', code, message });

/** One check per field. Returns null if the value is complete and valid, or the error. */
export const CHECKS = {
  number(value) {
    const digits = digitsOf(value);
    const { lengths } = brandOf(digits);
    if (digits.length < Math.min(...lengths)) return wrong('incomplete_number', 'Your card number is incomplete.');
    if (!passesCheckDigit(digits)) return wrong('invalid_number', 'Your card number is invalid.');
    return null;
  },
  expiry(value, _form, now = new Date()) {
    const digits = digitsOf(value);
    const month = Number(digits.slice(0, 2));
    if (digits.length >= 2 && (month < 1 || month > 12)) {
      return wrong('invalid_expiry_month', "Your card's expiration month is invalid.");
    }
    if (digits.length < 4) return wrong('incomplete_expiry', "Your card's expiration date is incomplete.");
    const years = 2000 + Number(digits.slice(2)) - now.getFullYear();
    if (years < 0) return wrong('invalid_expiry_year_past', "Your card's expiration year is in the past.");
    if (years === 0 && month < now.getMonth() + 1) {
      return wrong('invalid_expiry_month_past', "Your card's expiration date is in the past.");
    }
    if (years > 50) return wrong('invalid_expiry_year', "Your card's expiration year is invalid.");
    return null;
  },
  cvc(value, form) {
    const { cvc } = brandOf(digitsOf(form?.number ?? ''));
    const missing = digitsOf(value).length < cvc;
    return missing ? wrong('incomplete_cvc', "Your card's security code is incomplete.") : null;
  },
  country: () => null,
  zip(value, form) {
    const text = value.trim();
    if (form?.country === 'US' || form?.country === undefined) {
      return /^\d{5}$/.test(text) ? null : wrong('incomplete_zip', 'Your ZIP code is incomplete.');
    }
    return text.length >= 3 ? null : wrong('incomplete_zip', 'Your postal code is incomplete.');
  },
};

export const COUNTRIES =
  'AE AR AT AU BE BG BR CA CH CL CO CR CY CZ DE DK DO EE ES FI FR GB GI GR HK HR HU ID IE IL IN IS IT JP KR LI LT LU LV MT MX MY NG NL NO NZ PE PH PL PT RO SA SE SG SI SK TH TR TW US UY VN ZA'.split(
    ' ',
  );

/** Label of the postal code field in countries whose banks check the postal code. */
export const POSTAL_LABELS = { US: 'ZIP code', CA: 'Postal code', GB: 'Postal code' };
