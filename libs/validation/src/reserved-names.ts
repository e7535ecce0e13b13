/**
 * Defines reserved names, which are the paths of Marquee's pages, and names that impersonate Marquee or its staff.
 */
import { PRODUCT_NAME } from '@marquee/brand';

/**
 * The first path segments of Marquee's pages and API, so that no username looks like one of them (requirements R11.1).
 */
const RESERVED_PATHS = new Set([
  'about',
  'account',
  'admin',
  'analytics',
  'api',
  'appeal',
  'approvals',
  'assets',
  'auth',
  'auth_test',
  'booking_details',
  'booking_results',
  'bookings',
  'callback',
  'checkout',
  'compare',
  'contact',
  'creators',
  'customer_info',
  'dashboard',
  'docs',
  'find_influencers',
  'forgot_password',
  'guest_review',
  'healthz',
  'home',
  'how_money_moves',
  'invitation',
  'lists',
  'login',
  'logout',
  'manage_packages',
  'match',
  'media',
  'messages',
  'notifications',
  'offers',
  'order_questionnaire',
  'packages',
  'payouts',
  'pricing_guide',
  'privacy',
  'profile',
  'projects',
  'questionnaire_builder',
  'readyz',
  'receipts',
  'register',
  'reset_password',
  'resources',
  'results',
  'saved',
  'secure_account',
  'settings',
  'terms',
  'trpc',
  'trust',
  'unsubscribe',
  'user',
  'verify',
  'verify_email',
  'welcome',
]);

/** Words for staff and systems. A name that consists only of them counts as impersonation. */
const STAFF_WORDS = new Set([
  'admin',
  'administrator',
  'billing',
  'customer',
  'fraud',
  'help',
  'helpdesk',
  'mod',
  'moderation',
  'moderator',
  'noreply',
  'official',
  'operator',
  'payments',
  'payouts',
  'postmaster',
  'refunds',
  'root',
  'security',
  'staff',
  'support',
  'sysadmin',
  'system',
  'verification',
  'verified',
  'webmaster',
]);
/** Words that may accompany staff words, as in 'the billing team'. */
const FILLER_WORDS = new Set(
  'a an and at by care center centre department dept desk for from no of on reply safety service services team the trust us user'.split(
    ' ',
  ),
);
const PLACEHOLDER_WORDS = new Set([
  'deleted',
  'everyone',
  'false',
  'nan',
  'nil',
  'nobody',
  'none',
  'null',
  'true',
  'undefined',
]);

const PRODUCT_WORD = PRODUCT_NAME.toLowerCase();
/** Prefix of the usernames that deleted accounts get. */
export const DELETED_USERNAME_PREFIX = 'deleted_';

/** The letter that each digit looks like, as in 'supp0rt' and '4dmin'. */
const DIGIT_LOOKALIKES: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' };

/** Replaces digits and groups of letters by the letters that they look like: '5trlpe' becomes 'stripe'. */
const toSkeleton = (word: string): string =>
  word
    .replaceAll(/\d/g, (digit) => DIGIT_LOOKALIKES[digit] ?? digit)
    .replaceAll('l', 'i')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');

/** The names of Marquee and of the company that moves its money. */
const BRAND_WORDS = [PRODUCT_WORD, 'stripe'].map(toSkeleton);

const isStaffWord = (word: string) => STAFF_WORDS.has(word) || BRAND_WORDS.includes(toSkeleton(word));

/** Whether words refer only to staff, to Marquee or to Stripe: 'marquee support', 'the billing team', 'admin 2'. */
const areStaffWords = (words: readonly string[]): boolean =>
  words.some(isStaffWord) && words.every((word) => isStaffWord(word) || FILLER_WORDS.has(word) || /^\d*$/.test(word));

/**
 * Whether a username (in lower case) is reserved, because it looks like a page, staff, Marquee, a placeholder or a
 * deleted account.
 */
export function isReservedUsername(username: string): boolean {
  if (username.startsWith(DELETED_USERNAME_PREFIX) || RESERVED_PATHS.has(username)) return true;
  return [username, username.replaceAll(/\d/g, (digit) => DIGIT_LOOKALIKES[digit] ?? digit)].some((read) => {
    const squeezed = read.replaceAll('_', '').replace(/\d+$/, '');
    return (
      PLACEHOLDER_WORDS.has(squeezed) ||
      isStaffWord(squeezed) ||
      squeezed.includes(PRODUCT_WORD) ||
      areStaffWords(read.split('_'))
    );
  });
}

/** For each Latin letter, the letters of other alphabets that look like it. */
const LOOKALIKES = {
  a: /[аα]/g,
  b: /[вβ]/g,
  c: /[с]/g,
  d: /[ԁ]/g,
  e: /[еε]/g,
  g: /[ɡ]/g,
  h: /[һн]/g,
  i: /[іιı]/g,
  j: /[ј]/g,
  k: /[кκ]/g,
  l: /[ӏ]/g,
  m: /[м]/g,
  n: /[п]/g,
  o: /[оο]/g,
  p: /[рρ]/g,
  q: /[ԛ]/g,
  s: /[ѕ]/g,
  t: /[тτ]/g,
  u: /[υ]/g,
  v: /[ѵν]/g,
  w: /[ԝ]/g,
  x: /[хχ]/g,
  y: /[у]/g,
};

/** Returns the words of a name in lower case, with Latin letters instead of similar-looking ones and without symbols. */
function toLatinWords(name: string): string[] {
  const latin = Object.entries(LOOKALIKES).reduce(
    (text, [letter, alike]) => text.replaceAll(alike, letter),
    name.normalize('NFKD').toLowerCase(),
  );
  const letters = latin.replaceAll(/[^\p{L}\p{N}\s]/gu, '');
  return letters.trim().split(/\s+/);
}

/**
 * Whether a name impersonates Marquee, its staff or Stripe. Detects names with similar-looking letters or with
 * additional spaces and symbols.
 */
export function isImpersonatingName(name: string): boolean {
  const words = toLatinWords(name);
  const joined = words.join('');
  const skeleton = toSkeleton(joined);
  return (
    areStaffWords(words) ||
    isStaffWord(joined) ||
    BRAND_WORDS.some((brand) => skeleton.includes(brand) && STAFF_SKELETONS.has(skeleton.replace(brand, '')))
  );
}

const STAFF_SKELETONS = new Set([...STAFF_WORDS].map(toSkeleton));

/** Legal forms, without which a company is recognized, too. */
const LEGAL_FORMS = new Set(
  'ab ag as bv co company corp corporation gmbh inc incorporated limited llc llp ltd oy plc pty sa sarl sas spa srl ug'.split(
    ' ',
  ),
);

/**
 * Whether a name or username is that of the operator, even with another legal form, with words such as 'support' or
 * with similar-looking letters.
 */
export function isOperatorName(name: string, operator: string): boolean {
  const isOwnWord = (word: string) => !LEGAL_FORMS.has(word) && !STAFF_WORDS.has(word) && !FILLER_WORDS.has(word);
  /** Returns a name as it stands and without the words that it shares with other companies. */
  const toForms = (text: string): string[] => {
    const words = toLatinWords(text.replaceAll('_', ' '));
    return [words, words.filter(isOwnWord)].map((kept) => toSkeleton(kept.join(''))).filter((form) => form !== '');
  };
  const operatorForms = toForms(operator);
  return toForms(name).some((form) => operatorForms.includes(form));
}
