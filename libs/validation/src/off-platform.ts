/**
 * Detects messages that may move the communication or the payment away from Marquee. The author gets a warning, but
 * the message is never blocked.
 */

export type OffPlatformRisk = 'contact' | 'payment';

const CONTACT_PATTERNS: readonly RegExp[] = [
  // Matches email addresses, including spelled-out ones such as 'nora (at) field.test'.
  /(?<![\p{L}\p{N}])[\p{L}\p{N}._%+-]{1,64}\s?(?:@|\(at\)|\[at\]|\sat\s)\s?[\p{L}\p{N}-]{1,64}\s?(?:\.|\(dot\)|\[dot\]|\sdot\s)\s?\p{L}{2,}/iu,
  /\b(?:wa\.me|t\.me|discord\.gg|m\.me)\/\S/iu,
  /\b(?:whats\s?app|telegram|signal|wechat|viber|skype|discord|snap(?:chat)?)\b[^.!?\n]{0,30}(?:\d|@|\bme\b|\binstead\b|\bmy\b)/iu,
  /\b(?:my|your|text|call|me on|on|via)\s(?:phone|mobile|cell|whats\s?app|telegram|signal|wechat|viber)\b/iu,
  /\b(?:e-?mail|write|text|call|dm)\sme\sat\b/iu,
];
/** Matches nine or more digits with the usual separators. Amounts and dates have fewer digits. */
const PHONE_PATTERN = /(?<![\p{L}\p{N}/#])\+?\(?\d[\d\s().-]{7,18}\d(?![\p{L}\p{N}])/gu;
const PHONE_DIGITS = { least: 9, most: 15 };
/** Matches ISO dates and times, which would otherwise look like phone numbers. */
const DAY_PATTERN = /\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d)?/gu;

const PAYMENT_PATTERNS: readonly RegExp[] = [
  /\b(?:paypal(?:\.me)?|venmo|cash\s?app|zelle|western union|moneygram|revolut|wise|bitcoin|btc|usdt|crypto)\b/iu,
  /\b(?:bank|wire)\s(?:transfer|details|account)\b/iu,
  /\b[A-Z]{2}\d{2}(?:\s?[A-Z0-9]{4}){3,7}\b/u,
  /\b(?:pay|paid|payment|settle|deal|book)\b[^.!?\n]{0,40}\b(?:outside|off)\b[^.!?\n]{0,20}\b(?:platform|site|here|app|marquee)\b/iu,
  /\b(?:outside|off)\s(?:of\s)?(?:the\s)?(?:platform|site|marquee)\b/iu,
  /\bpay\s(?:me\s)?direct(?:ly)?\b|\bavoid\s(?:the\s)?fees?\b|\bwithout\s(?:the\s)?(?:platform\s)?fees?\b/iu,
];

const hasPhoneNumber = (text: string): boolean =>
  (text.replaceAll(DAY_PATTERN, ' ').match(PHONE_PATTERN) ?? []).some((phone) => {
    const digits = phone.replaceAll(/\D/g, '').length;
    return digits >= PHONE_DIGITS.least && digits <= PHONE_DIGITS.most;
  });

/** Returns the kind of risk that a text contains, or null. If it contains both, returns `payment`. */
export function findOffPlatformRisk(text: string): OffPlatformRisk | null {
  if (PAYMENT_PATTERNS.some((pattern) => pattern.test(text))) return 'payment';
  return CONTACT_PATTERNS.some((pattern) => pattern.test(text)) || hasPhoneNumber(text) ? 'contact' : null;
}

export const OFF_PLATFORM_WARNINGS: Record<OffPlatformRisk, string> = {
  contact:
    'This looks like contact details. If you agree on something outside this site, we cannot see it or help you in a dispute.',
  payment:
    'This looks like a payment outside this site. We cannot protect or refund such a payment, or decide a dispute about it.',
};
