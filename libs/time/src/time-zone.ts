/** Validates time zone names, and names the cookie that sends the browser's time zone to the server. */

export const ZONE_COOKIE = 'zone';

/**
 * Whether the JavaScript runtime knows a time zone, such as 'Europe/Lisbon'. Offsets are rejected, because
 * PostgreSQL reads '+02:00' as two hours west of Greenwich.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
}
