/** The only file that connects to push services (Push API, RFC 8030, 8291, 8292). */
import { createPublicKey } from 'node:crypto';
import webPush from 'web-push';
import type { Env } from '../config/env.ts';

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/**
 * `taken`: the push service accepted the message. `gone`: the browser has unsubscribed. `unusable`: messages cannot
 * be encrypted with the browser's keys. `refused`: the push service rejected the message permanently.
 */
export type PushOutcome = 'taken' | 'gone' | 'unusable' | 'refused';

export interface PushGateway {
  /** The public key that browsers need to subscribe, or null if push is not configured. */
  readonly publicKey: string | null;
  /**
   * Whether an endpoint belongs to one of PUSH_HOSTS. Messages are not sent to other hosts, because pages submit the
   * endpoints.
   */
  isKnown(endpoint: string): boolean;
  /**
   * Sends a message to a browser's push service, encrypted for that browser. A newer message with the same `topic`
   * replaces one that was not delivered yet. Throws if a later attempt may succeed.
   */
  send(target: PushTarget, message: object, topic: string): Promise<PushOutcome>;
}

/**
 * A browser that is offline for longer does not get the message. The user still finds it in their list of
 * notifications.
 */
const MESSAGE_TTL_SECONDS = 24 * 3600;
const PUSH_TIMEOUT_MS = 10_000;

/** Opens a client for push services. */
export function openPushGateway(
  env: Pick<Env, 'PUSH_PUBLIC_KEY' | 'PUSH_PRIVATE_KEY' | 'PUSH_HOSTS' | 'MAIL_FROM' | 'NODE_ENV'>,
): PushGateway {
  const { PUSH_PUBLIC_KEY: publicKey, PUSH_PRIVATE_KEY: privateKey } = env;
  const isKnown = (endpoint: string) => {
    const { protocol, hostname, port, username, password } = new URL(endpoint);
    // Browser vendors use the standard port. With another port, a page could address other services on their hosts.
    const isStandard = protocol === 'https:' && port === '';
    const isSafe = isStandard || (env.NODE_ENV !== 'production' && hostname === '127.0.0.1');
    return (
      isSafe && username === '' && password === '' && env.PUSH_HOSTS.some((host) => matchesHostPattern(host, hostname))
    );
  };
  return {
    publicKey: publicKey === '' ? null : publicKey,
    isKnown,
    async send({ endpoint, ...keys }, message, topic) {
      if (publicKey === '' || !isKnown(endpoint)) return 'refused';
      if (!areKeysUsable(keys)) return 'unusable';
      const { method, headers, body } = webPush.generateRequestDetails({ endpoint, keys }, JSON.stringify(message), {
        vapidDetails: { subject: `mailto:${findMailAddress(env.MAIL_FROM)}`, publicKey, privateKey },
        TTL: MESSAGE_TTL_SECONDS,
        topic,
      });
      const answer = await fetch(endpoint, {
        method,
        headers,
        body: new Uint8Array(body),
        // Do not follow redirects, because they could lead to other hosts.
        redirect: 'manual',
        signal: AbortSignal.timeout(PUSH_TIMEOUT_MS),
      });
      await answer.body?.cancel();
      if (answer.status === 404 || answer.status === 410) return 'gone';
      if (answer.status === 429 || answer.status >= 500) throw new Error(`The push service answered ${answer.status}`);
      return answer.ok ? 'taken' : 'refused';
    },
  };
}

/**
 * Whether messages can be encrypted for a browser. Its public key must be an uncompressed point on P-256, and its
 * secret must have 16 bytes (RFC 8291, section 3).
 */
export function areKeysUsable({ p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== 65 || point[0] !== 4 || Buffer.from(auth, 'base64url').length !== 16) return false;
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)];
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Matches a host name with a pattern: 'push.example' matches only itself, and '*.push.example' matches its
 * subdomains.
 */
const matchesHostPattern = (host: string, hostname: string): boolean =>
  host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host;

/** Extracts the email address: 'Marquee <hello@marquee.example>' becomes 'hello@marquee.example'. */
const findMailAddress = (from: string): string => /<([^>]+)>/.exec(from)?.[1] ?? from;
