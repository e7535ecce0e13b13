/** Time zone names, and the cookie that stores the browser's time zone for the server. */

/** The cookie's name. It does not identify the user. */
export const ZONE_COOKIE = 'zone';

/**
 * Whether this machine knows the time zone, such as 'Europe/Lisbon'. Offsets are refused, because PostgreSQL reads
 * '+02:00' as west of Greenwich.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
}
