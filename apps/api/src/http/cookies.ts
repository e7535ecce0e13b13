/** Names and attributes of cookies. */
import type { Deps } from '../core/deps.ts';

/**
 * Returns the name and options of the session cookie. With HTTPS, the cookie's name starts with '__Host-', so
 * browsers accept it only with Secure, Path=/ and no Domain.
 */
export function getSessionCookie({ env }: Pick<Deps, 'env'>) {
  const secure = env.PUBLIC_URL.startsWith('https://');
  return {
    name: secure ? '__Host-marquee' : 'marquee',
    options: { secure, httpOnly: true, sameSite: 'lax', path: '/' } as const,
  };
}
