import { createECDH } from 'node:crypto';

/** A pair for telling browsers while no page is open (VAPID, RFC 8292), as the environment has it. */
export function createPushKeys(): { PUSH_PUBLIC_KEY: string; PUSH_PRIVATE_KEY: string } {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return {
    PUSH_PUBLIC_KEY: pair.getPublicKey('base64url'),
    // A number: a pair in some hundred begins with a zero byte, which is left out.
    PUSH_PRIVATE_KEY: Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url'),
  };
}
