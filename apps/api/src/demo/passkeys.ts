/** A passkey without a device, with which tests sign in as staff. */
import type { PersonId } from '@marquee/contracts';
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Deps } from '../core/deps.ts';
import { inTransaction } from '../core/unit-of-work.ts';
import { insertPasskey, setPasskeyHandle, updateHasFactor } from '../modules/identity/factors/factors.sql.ts';

export const BUILDER_PASSKEY_NAME = 'Test passkey';

/** Each process has a key of its own, so that no key with access to anything is published. */
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
/** The public key as a COSE map: key type EC2, algorithm ES256, curve P-256, and the coordinates. */
export const COSE_PUBLIC_KEY = Buffer.concat([
  Buffer.from('a5010203262001215820', 'hex'),
  Buffer.from(x, 'base64url'),
  Buffer.from('225820', 'hex'),
  Buffer.from(y, 'base64url'),
]);

/** Signs with the key that belongs to `COSE_PUBLIC_KEY`. */
export const signWithBuilderKey = (data: Buffer): Buffer => sign('sha256', data, privateKey);

/** Gives the user a passkey whose private key is known to this process. */
export async function addBuilderPasskey(deps: Deps, personId: PersonId): Promise<void> {
  await inTransaction(deps, async (tx) => {
    await setPasskeyHandle(tx.db, personId, randomBytes(64));
    await insertPasskey(tx.db, {
      id: createHash('sha256').update(personId).digest('base64url'),
      personId,
      name: BUILDER_PASSKEY_NAME,
      publicKey: COSE_PUBLIC_KEY,
      counter: 0,
      transports: ['internal'],
      deviceType: 'multiDevice',
      backedUp: true,
      aaguid: '00000000-0000-0000-0000-000000000000',
      createdAt: deps.now(),
      trustedFrom: deps.now(),
    });
    await updateHasFactor(tx.db, personId, deps.now());
  });
}
