/** The cookies' names and attributes. */
import type { Deps } from '../core/deps.ts';

/** The session's cookie: behind https the prefix makes browsers insist on Secure, Path=/ and no Domain. */
export function getSessionCookie({ env }: Pick<Deps, 'env'>) {
  const secure = env.PUBLIC_URL.startsWith('https://');
  return {
    name: secure ? '__Host-marquee' : 'marquee',
    options: { secure, httpOnly: true, sameSite: 'lax', path: '/' } as const,
  };
}
