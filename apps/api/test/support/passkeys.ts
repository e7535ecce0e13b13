/** A software authenticator, which answers passkey requests like a browser. */
import { createHash, randomBytes } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { COSE_PUBLIC_KEY, signWithBuilderKey } from '../../src/demo/passkeys.ts';

export interface SoftwarePasskey {
  id: string;
  userHandle: string;
  /** The counter of the last signature. It stays 0 for passkeys that are synced. */
  counter: number;
  isSynced: boolean;
}

/** The deviations from a correct response that a test may request. */
export interface PasskeyDeviation {
  /** False if the device did not verify the user with a PIN or a fingerprint. */
  isVerified?: boolean;
  origin?: string;
  domain?: string;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_POSSIBLE = 0x08;
const BACKED_UP = 0x10;
const HAS_CREDENTIAL = 0x40;

function createAuthenticatorData(
  domain: string,
  passkey: SoftwarePasskey,
  isVerified: boolean,
  credential = Buffer.alloc(0),
): Buffer {
  const flags =
    USER_PRESENT |
    (isVerified ? USER_VERIFIED : 0) |
    (passkey.isSynced ? BACKUP_POSSIBLE | BACKED_UP : 0) |
    (credential.length > 0 ? HAS_CREDENTIAL : 0);
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(passkey.counter);
  return Buffer.concat([sha256(domain), Buffer.from([flags]), counter, credential]);
}

const createClientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

/** Encodes a CBOR byte string that is shorter than 64 KiB. */
const encodeBytes = (data: Buffer) => Buffer.concat([Buffer.from([0x59, data.length >> 8, data.length & 0xff]), data]);

/** Creates a passkey for the options of a registration. */
export function createPasskey(
  options: { challenge: string; user: { id: string }; rp: { id?: string } },
  publicUrl: string,
  { isVerified = true, origin = publicUrl, domain = options.rp.id ?? '' }: PasskeyDeviation = {},
): { passkey: SoftwarePasskey; response: RegistrationResponseJSON } {
  const id = randomBytes(32);
  const passkey = { id: id.toString('base64url'), userHandle: options.user.id, counter: 1, isSynced: false };
  const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, COSE_PUBLIC_KEY]);
  const authData = createAuthenticatorData(domain, passkey, isVerified, credential);
  // A CBOR map with the entries fmt: 'none', attStmt: {} and authData.
  const attestationObject = Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from('fmt'),
    Buffer.from([0x64]),
    Buffer.from('none'),
    Buffer.from([0x67]),
    Buffer.from('attStmt'),
    Buffer.from([0xa0, 0x68]),
    Buffer.from('authData'),
    encodeBytes(authData),
  ]);
  return {
    passkey,
    response: {
      id: passkey.id,
      rawId: passkey.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: createClientData('webauthn.create', options.challenge, origin).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
    },
  };
}

/** Signs the challenge of a sign-in or a confirmation. The counter of a passkey that is not synced rises. */
export function usePasskey(
  passkey: SoftwarePasskey,
  options: { challenge: string; rpId?: string },
  publicUrl: string,
  { isVerified = true, origin = publicUrl, domain = options.rpId ?? '' }: PasskeyDeviation = {},
): AuthenticationResponseJSON {
  if (!passkey.isSynced) passkey.counter++;
  const authenticatorData = createAuthenticatorData(domain, passkey, isVerified);
  const clientData = createClientData('webauthn.get', options.challenge, origin);
  const signature = signWithBuilderKey(Buffer.concat([authenticatorData, sha256(clientData)]));
  return {
    id: passkey.id,
    rawId: passkey.id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: passkey.userHandle,
    },
  };
}
