import { createECDH } from 'node:crypto';

/** Creates a key pair for push notifications (VAPID, RFC 8292) and returns it as environment variables. */
export function createPushKeys(): { PUSH_PUBLIC_KEY: string; PUSH_PRIVATE_KEY: string } {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return {
    PUSH_PUBLIC_KEY: pair.getPublicKey('base64url'),
    // Pad the private key to 32 bytes. Node returns it without leading zeros, and about one key in 256 starts with a
    // zero byte.
    PUSH_PRIVATE_KEY: Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url'),
  };
}
