import { createECDH } from 'node:crypto';

/** Creates a key pair for push notifications (VAPID, RFC 8292), as environment variables. */
export function createPushKeys(): { PUSH_PUBLIC_KEY: string; PUSH_PRIVATE_KEY: string } {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return {
    PUSH_PUBLIC_KEY: pair.getPublicKey('base64url'),
    // The key is a number without leading zeros. About one key in a few hundred starts with a zero byte and needs
    // padding.
    PUSH_PRIVATE_KEY: Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url'),
  };
}
