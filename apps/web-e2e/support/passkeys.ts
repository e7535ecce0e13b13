/** Passkeys for the browser tests: a software one for the demo admin, and Chromium's virtual authenticator. */
import { execFileSync } from 'node:child_process';
import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, request, type APIRequestContext, type CDPSession, type Page } from '@playwright/test';

/** Password of all users in the demo data. */
export const DEMO_PASSWORD = 'marquee-demo-2026';
export const DEMO_ADMIN = 'admin@demo.marquee.test';

interface StoredPasskey {
  id: string;
  userHandle: string;
  /** The private key in PKCS8 format, base64. */
  privateKey: string;
}

/**
 * Two passkeys, because a device counts its signatures and `signInAsStaff` does not: the server would take the one for
 * a copy of the other.
 */
interface StaffPasskeys {
  software: StoredPasskey;
  device: StoredPasskey;
}

const getPasskeyFile = () => join(process.env['MARQUEE_DATA_DIR'] ?? '', 'staff-passkey.json');
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** The user is present and was verified. */
const VERIFIED = 0x05;
const HAS_CREDENTIAL = 0x40;

const createAuthenticatorData = (domain: string, flags: number, credential = Buffer.alloc(0)) =>
  Buffer.concat([sha256(domain), Buffer.from([flags]), Buffer.alloc(4), credential]);

const createClientData = (type: string, challenge: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin: process.env['MARQUEE_URL'], crossOrigin: false }));

async function call<T>(api: APIRequestContext, path: string, input: object = {}): Promise<T> {
  const answer = await api.post(`/trpc/${path}`, { data: input });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return ((await answer.json()) as { result: { data: T } }).result.data;
}

const RUN_COMMAND = join(import.meta.dirname, '../../../tools/run.mjs');

/** Makes an account staff with `npm run admin -- grant`, and returns the staff code that it prints. */
export function grantAdmin(email: string): string {
  const output = execFileSync(process.execPath, [RUN_COMMAND, 'admin', 'grant', email], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: process.env['MARQUEE_DATA_DIR'] },
  });
  const code = /^Staff code: (\S+)$/m.exec(output)?.[1];
  if (code === undefined) throw new Error(`npm run admin has printed no staff code: ${output}`);
  return code;
}

/**
 * Adds two passkeys to the demo admin, as the settings ask staff to do, and stores their keys in the data folder. The
 * second one is trusted like the first one, which is added with a staff code. Does nothing if an earlier run has done
 * it.
 */
export async function addStaffPasskeys(): Promise<void> {
  const api = await request.newContext({ baseURL: process.env['MARQUEE_URL'] ?? '' });
  const signedIn = await api.post('/api/auth/login', { data: { email: DEMO_ADMIN, password: DEMO_PASSWORD } });
  if (!signedIn.ok()) return;
  const stored: StaffPasskeys = {
    software: await addSoftwarePasskey(api, { staffCode: grantAdmin(DEMO_ADMIN) }),
    device: await addSoftwarePasskey(api),
  };
  writeFileSync(getPasskeyFile(), JSON.stringify(stored), { mode: 0o600 });
  await api.dispose();
}

async function addSoftwarePasskey(api: APIRequestContext, staff: { staffCode?: string } = {}): Promise<StoredPasskey> {
  const options = await call<{ challenge: string; user: { id: string }; rp: { id: string } }>(
    api,
    'factors.beginPasskey',
    staff,
  );
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  // The key as a COSE map: key type EC2, algorithm ES256, curve P-256, and the coordinates.
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
  const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey]);
  const authData = createAuthenticatorData(options.rp.id, VERIFIED | HAS_CREDENTIAL, credential);
  // A CBOR map with the entries fmt: 'none', attStmt: {} and authData.
  const attestation = Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
    Buffer.from([authData.length >> 8, authData.length & 0xff]),
    authData,
  ]);
  await call(api, 'factors.addPasskey', {
    ...staff,
    passkey: {
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: createClientData('webauthn.create', options.challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    },
  });
  return {
    id: id.toString('base64url'),
    userHandle: options.user.id,
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  };
}

const readStaffPasskeys = () => JSON.parse(readFileSync(getPasskeyFile(), 'utf8')) as StaffPasskeys;

/** Signs in as the demo admin with a passkey of `addStaffPasskeys`. */
export async function signInAsStaff(api: APIRequestContext): Promise<void> {
  const { software: passkey } = readStaffPasskeys();
  const { challenge, rpId } = await call<{ challenge: string; rpId: string }>(api, 'auth.beginPasskeySignIn');
  const authenticatorData = createAuthenticatorData(rpId, VERIFIED);
  const clientData = createClientData('webauthn.get', challenge);
  const key = createPrivateKey({ key: Buffer.from(passkey.privateKey, 'base64'), format: 'der', type: 'pkcs8' });
  await call(api, 'auth.signInWithPasskey', {
    passkey: {
      id: passkey.id,
      rawId: passkey.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), key).toString('base64url'),
        userHandle: passkey.userHandle,
      },
    },
  });
}

interface VirtualAuthenticator {
  session: CDPSession;
  authenticatorId: string;
}

/**
 * Gives a page a device that creates passkeys and verifies the user without asking. `isVerifying` is false for a
 * device on which the user cannot be verified.
 */
export async function addVirtualAuthenticator(
  page: Page,
  { isVerifying = true }: { isVerifying?: boolean } = {},
): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: isVerifying,
      automaticPresenceSimulation: true,
    },
  });
  return { session, authenticatorId };
}

/** Puts the demo admin's passkey on a page's virtual authenticator, so that the page can confirm with it. */
export async function addStaffAuthenticator(page: Page): Promise<void> {
  const { session, authenticatorId } = await addVirtualAuthenticator(page);
  const { id, userHandle, privateKey } = readStaffPasskeys().device;
  // Higher than the counter of an earlier test.
  const signCount = Math.floor(Date.now() / 1000);
  const toBase64 = (text: string) => Buffer.from(text, 'base64url').toString('base64');
  await session.send('WebAuthn.addCredential', {
    authenticatorId,
    credential: {
      credentialId: toBase64(id),
      isResidentCredential: true,
      rpId: new URL(process.env['MARQUEE_URL'] ?? '').hostname,
      privateKey,
      userHandle: toBase64(userHandle),
      signCount,
    },
  });
}
