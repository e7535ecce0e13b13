/** Describes devices by their user agents. */

const BROWSER_PATTERNS: readonly (readonly [RegExp, string])[] = [
  // The order matters: browsers whose user agents also contain another browser's name come before that browser.
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEM_PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Describes a device by its user agent, for example 'Chrome on Windows'. */
export function formatDevice(userAgent: string | null): string {
  const of = (list: typeof BROWSER_PATTERNS) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const [browser, system] = [of(BROWSER_PATTERNS), of(SYSTEM_PATTERNS)];
  return browser === undefined && system === undefined
    ? 'Unknown device'
    : [browser ?? 'An app', system].filter(Boolean).join(' on ');
}
