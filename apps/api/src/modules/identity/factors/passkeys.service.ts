/** Registers and verifies passkeys (WebAuthn). */
import type { PersonId } from '@marquee/contracts';
import type { Actor } from '../../../core/actor.ts';
import { PRODUCT_NAME } from '@marquee/brand';
import { LIMITS, type NewPasskey, type PasskeySignature } from '@marquee/validation';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { randomBytes } from 'node:crypto';
import { computePasskeyTrust } from '../../../core/confirmations.ts';
import type { Ctx, Proof, UserCtx } from '../../../core/ctx.ts';
import type { Deps } from '../../../core/deps.ts';
import { formatDevice } from '../../../core/devices.ts';
import { Failure } from '../../../core/failures.ts';
import { assertEmailConfirmed } from '../../../core/permissions.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import type { PasskeyChallenge } from '../../../db/schema.ts';
import { addFactor, removeFactor } from './factors.service.ts';
import {
  deletePasskey,
  insertPasskey,
  listPasskeys,
  lockFactorAccount,
  lockPasskey,
  setPasskeyHandle,
  updatePasskeyName,
  updatePasskeyUse,
} from './factors.sql.ts';
import { assertStaffCode, useStaffCode } from './staff-codes.service.ts';

const CHALLENGE_MS = 5 * 60_000;

/** Returns the domain and the origin for which passkeys are valid. */
const getRelyingParty = ({ env }: Pick<Deps, 'env'>) => {
  const { origin, hostname } = new URL(env.PUBLIC_URL);
  return { id: env.PASSKEY_DOMAIN === '' ? hostname : env.PASSKEY_DOMAIN, origin };
};

/** Names of common password managers and platforms by AAGUID, which is the id of their model. */
const NAMES_BY_AAGUID: Record<string, string> = {
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'iCloud Keychain',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
};

async function storeChallenge(
  ctx: Ctx,
  value: string,
  purpose: PasskeyChallenge['purpose'],
  personId: PersonId | null,
): Promise<void> {
  const expiresAt = new Date(ctx.deps.now().getTime() + CHALLENGE_MS).toISOString();
  await ctx.session?.storeChallenge({ value, purpose, personId, expiresAt });
}

/** Takes the challenge of the caller's session. Throws PASSKEY_REFUSED if it does not fit or has expired. */
async function takeChallenge(
  ctx: Ctx,
  purpose: PasskeyChallenge['purpose'],
  personId: PersonId | null,
): Promise<PasskeyChallenge> {
  const challenge = (await ctx.session?.takeChallenge()) ?? null;
  if (
    challenge === null ||
    challenge.purpose !== purpose ||
    challenge.personId !== personId ||
    Date.parse(challenge.expiresAt) <= ctx.deps.now().getTime()
  )
    throw new Failure('PASSKEY_REFUSED');
  return challenge;
}

/**
 * Returns the options with which the browser creates a passkey. Checks the staff code that will be used with it, so
 * that no passkey is created for a wrong one. Throws EMAIL_UNCONFIRMED, PASSKEYS_FULL or STAFF_CODE_WRONG.
 */
export async function beginPasskey(
  ctx: UserCtx,
  { staffCode }: { staffCode?: string | undefined },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  assertEmailConfirmed(ctx.user);
  const passkeys = await listPasskeys(ctx.deps.db, ctx.user.id);
  if (passkeys.length >= LIMITS.passkeys) throw new Failure('PASSKEYS_FULL');
  const options = await generateRegistrationOptions({
    rpName: PRODUCT_NAME,
    rpID: getRelyingParty(ctx.deps).id,
    userName: ctx.user.username,
    userDisplayName: ctx.user.fullName,
    userID: new Uint8Array(await getPasskeyHandle(ctx.deps, ctx.actor, staffCode)),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await storeChallenge(ctx, options.challenge, 'registration', ctx.user.id);
  return options;
}

/**
 * Returns the user handle of the caller's passkeys. Creates it before the first passkey. Throws STAFF_CODE_WRONG if
 * there is a staff code and it is not valid.
 */
const getPasskeyHandle = (deps: Deps, actor: Actor, staffCode: string | undefined): Promise<Buffer> =>
  inTransaction(deps, async (tx) => {
    const account = await lockFactorAccount(tx.db, actor.id);
    if (!account) throw new Failure('SIGNED_OUT');
    if (staffCode !== undefined) assertStaffCode(account, staffCode, deps.now());
    if (account.passkeyHandle !== null) return account.passkeyHandle;
    const handle = randomBytes(64);
    await setPasskeyHandle(tx.db, actor.id, handle);
    return handle;
  });

/**
 * Adds the passkey that the browser created. With a staff code, staff can use it at once for actions that move money.
 * Returns recovery codes if it is the account's first factor. Throws PASSKEY_REFUSED (also if the user was not
 * verified), PASSKEY_KNOWN, PASSKEYS_FULL, EMAIL_UNCONFIRMED or STAFF_CODE_WRONG.
 */
export async function addPasskey(
  ctx: UserCtx,
  { passkey: response, staffCode }: NewPasskey,
): Promise<{ name: string; recoveryCodes: string[] | null }> {
  const challenge = await takeChallenge(ctx, 'registration', ctx.user.id);
  const { id, origin } = getRelyingParty(ctx.deps);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge.value,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  }).catch((cause: unknown) => refusePasskey(ctx.deps, cause));
  if (!verified) throw new Failure('PASSKEY_REFUSED');
  const { credential, aaguid, credentialDeviceType, credentialBackedUp } = registrationInfo;
  const name = (NAMES_BY_AAGUID[aaguid] ?? formatDevice(ctx.session?.userAgent ?? null)).slice(0, LIMITS.passkeyName);
  const recoveryCodes = await addFactor(ctx, { kind: 'passkey', name }, async (db, account, at) => {
    if (staffCode !== undefined) await useStaffCode(db, account, staffCode, at);
    const trustedFrom = computePasskeyTrust(ctx, { isTrusted: staffCode !== undefined });
    if ((await listPasskeys(db, ctx.user.id)).length >= LIMITS.passkeys) throw new Failure('PASSKEYS_FULL');
    const inserted = await insertPasskey(db, {
      id: credential.id,
      personId: ctx.user.id,
      name,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: [...response.response.transports],
      deviceType: credentialDeviceType,
      backedUp: credentialBackedUp,
      aaguid,
      createdAt: at,
      trustedFrom,
    });
    if (!inserted) throw new Failure('PASSKEY_KNOWN');
    return { by: 'passkey', trustedFrom };
  });
  return { name, recoveryCodes };
}

/** Throws PASSKEY_REFUSED, and logs the library's reason. */
function refusePasskey(deps: Pick<Deps, 'log'>, cause: unknown): never {
  deps.log.warn({ reason: cause instanceof Error ? cause.message : 'unknown' }, 'passkey refused');
  throw new Failure('PASSKEY_REFUSED');
}

/** Renames one of the caller's passkeys. Throws PASSKEY_NOT_FOUND. */
export async function renamePasskey(
  deps: Deps,
  actor: Actor,
  { id, name }: { id: string; name: string },
): Promise<void> {
  if (!(await updatePasskeyName(deps.db, { personId: actor.id, id }, name))) throw new Failure('PASSKEY_NOT_FOUND');
}

/** Removes one of the caller's passkeys. Throws PASSKEY_NOT_FOUND. */
export const removePasskey = (deps: Deps, actor: Actor, { id }: { id: string }): Promise<void> =>
  removeFactor(deps, actor, 'passkey', async (db) => {
    const removedPasskey = await deletePasskey(db, { personId: actor.id, id });
    if (!removedPasskey) throw new Failure('PASSKEY_NOT_FOUND');
    return removedPasskey.name;
  });

/**
 * Returns the options with which the browser uses a passkey. `personId` is the user whose passkeys are accepted, or
 * null for a sign-in without an email address, which accepts every passkey.
 */
export async function beginPasskeyUse(
  ctx: Ctx,
  purpose: 'sign_in' | 'confirmation',
  personId: PersonId | null,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const passkeys = personId === null ? [] : await listPasskeys(ctx.deps.db, personId);
  const options = await generateAuthenticationOptions({
    rpID: getRelyingParty(ctx.deps).id,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: passkeys.map(({ id, transports }) => ({ id, transports })),
  });
  await storeChallenge(ctx, options.challenge, purpose, personId);
  return options;
}

/**
 * Verifies the browser's response to `beginPasskeyUse` with the same `purpose` and `personId`, and stores the new
 * counter. Returns the id of the passkey's user and the proof. Throws PASSKEY_REFUSED.
 */
export async function usePasskey(
  ctx: Ctx,
  purpose: 'sign_in' | 'confirmation',
  personId: PersonId | null,
  response: PasskeySignature,
): Promise<{ personId: PersonId; proof: Proof }> {
  const challenge = await takeChallenge(ctx, purpose, personId);
  const { id: rpId, origin } = getRelyingParty(ctx.deps);
  return inTransaction(ctx.deps, async (tx) => {
    const passkey = await lockPasskey(tx.db, response.id);
    if (!passkey || (personId !== null && passkey.personId !== personId)) throw new Failure('PASSKEY_REFUSED');
    const { userHandle } = response.response;
    // Without an email address, the user handle shows that the device means this account.
    if (userHandle === '' ? personId === null : userHandle !== passkey.passkeyHandle?.toString('base64url'))
      throw new Failure('PASSKEY_REFUSED');
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge.value,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    }).catch((cause: unknown) => refusePasskey(ctx.deps, cause));
    if (!verified) throw new Failure('PASSKEY_REFUSED');
    await updatePasskeyUse(tx.db, passkey.id, {
      counter: authenticationInfo.newCounter,
      backedUp: authenticationInfo.credentialBackedUp,
      lastUsedAt: ctx.deps.now(),
    });
    return { personId: passkey.personId, proof: { by: 'passkey', trustedFrom: passkey.trustedFrom } };
  });
}
