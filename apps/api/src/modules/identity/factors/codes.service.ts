/** Sets up authenticator apps and checks codes: those of the app (RFC 6238) and recovery codes. */
import type { PersonId } from '@marquee/contracts';
import type { Actor } from '../../../core/actor.ts';
import { PRODUCT_NAME } from '@marquee/brand';
import { generateSecret, generateURI, verify } from 'otplib';
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import QRCode from 'qrcode';
import type { Ctx, UserCtx } from '../../../core/ctx.ts';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { toNetwork } from '../../../core/network.ts';
import { assertEmailConfirmed } from '../../../core/permissions.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Database } from '../../../db/schema.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import { sendSecurityMails } from '../../messaging/mail/security-mails.service.ts';
import { addFactor, hashRecoveryCode, removeFactor, type LockedFactorAccount } from './factors.service.ts';
import {
  countUnusedRecoveryCodes,
  deleteAuthenticator,
  deleteOldWrongCodes,
  deleteWrongCodesFrom,
  findAuthenticator,
  listWrongCodes,
  lockFactorAccount,
  setAuthenticatorConfirmed,
  setAuthenticatorSecret,
  setRecoveryCodeUsed,
  updateLastTimeStep,
  upsertUnconfirmedAuthenticator,
  upsertWrongCodes,
} from './factors.sql.ts';

// The secret at rest.

/** The name of the factor in emails. */
const AUTHENTICATOR_NAME = 'Authenticator app';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const toKey = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Encrypts an authenticator secret with AES-256-GCM. The result is valid only for this user. */
function encryptSecret({ env }: Pick<Deps, 'env'>, personId: PersonId, secret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', toKey(env.FACTOR_SECRET), iv).setAAD(Buffer.from(personId));
  const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
}

/**
 * Decrypts an authenticator secret. `isOutdated` is true if it was encrypted with FACTOR_SECRET_OLD. Throws if it was
 * encrypted with another key.
 */
function decryptSecret(
  { env }: Pick<Deps, 'env'>,
  personId: PersonId,
  encrypted: string,
): { secret: string; isOutdated: boolean } {
  const data = Buffer.from(encrypted, 'base64url');
  const decrypt = (key: string) => {
    const decipher = createDecipheriv('aes-256-gcm', toKey(key), data.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(personId))
      .setAuthTag(data.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(data.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  };
  try {
    return { secret: decrypt(env.FACTOR_SECRET), isOutdated: false };
  } catch (error) {
    if (env.FACTOR_SECRET_OLD === '') throw error;
    return { secret: decrypt(env.FACTOR_SECRET_OLD), isOutdated: true };
  }
}

// Setup.

const SECRET_BYTES = 20;

/**
 * Creates a secret for an authenticator app, which becomes a factor once the user has entered a code. A second call
 * replaces the secret. Returns the secret and its QR code as an SVG. Throws AUTHENTICATOR_EXISTS or EMAIL_UNCONFIRMED.
 */
export async function beginAuthenticator(deps: Deps, actor: Actor): Promise<{ secret: string; qrCode: string }> {
  assertEmailConfirmed(actor);
  const secret = generateSecret({ length: SECRET_BYTES });
  await inTransaction(deps, async (tx) => {
    await lockFactorAccount(tx.db, actor.id);
    if ((await findAuthenticator(tx.db, actor.id))?.confirmedAt) throw new Failure('AUTHENTICATOR_EXISTS');
    await upsertUnconfirmedAuthenticator(tx.db, {
      personId: actor.id,
      secretEncrypted: encryptSecret(deps, actor.id, secret),
      createdAt: deps.now(),
    });
  });
  const uri = generateURI({ issuer: PRODUCT_NAME, label: actor.email, secret });
  return { secret, qrCode: await QRCode.toString(uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 }) };
}

/**
 * Makes the authenticator app a factor if `code` is correct. Returns recovery codes if it is the account's first
 * factor. Throws AUTHENTICATOR_EXISTS, AUTHENTICATOR_MISSING (no setup was started), EMAIL_UNCONFIRMED, CODE_WRONG or
 * CODES_BLOCKED.
 */
export async function confirmAuthenticator(
  ctx: UserCtx,
  { code }: { code: string },
): Promise<{ recoveryCodes: string[] | null }> {
  assertEmailConfirmed(ctx.user);
  await assertCode(ctx, ctx.user.id, async (tx) => {
    const authenticator = await findAuthenticator(tx.db, ctx.user.id);
    if (!authenticator) throw new Failure('AUTHENTICATOR_MISSING');
    if (authenticator.confirmedAt !== null) throw new Failure('AUTHENTICATOR_EXISTS');
    return (await acceptTimeCode(tx.db, ctx.deps, ctx.user.id, code)) ? 'authenticator' : 'wrong';
  });
  const recoveryCodes = await addFactor(ctx, { kind: 'authenticator', name: AUTHENTICATOR_NAME }, async (db, _, at) => {
    if (!(await setAuthenticatorConfirmed(db, ctx.user.id, at))) throw new Failure('AUTHENTICATOR_EXISTS');
    return { by: 'authenticator' };
  });
  return { recoveryCodes };
}

/** Removes the caller's authenticator app. Throws AUTHENTICATOR_MISSING. */
export const removeAuthenticator = (deps: Deps, actor: Actor): Promise<void> =>
  removeFactor(deps, actor, 'authenticator', async (db) => {
    if (!(await deleteAuthenticator(db, actor.id))) throw new Failure('AUTHENTICATOR_MISSING');
    return AUTHENTICATOR_NAME;
  });

// Checking codes.

const FIRST_DELAY_MS = 60_000;
const MAX_DELAY_MS = 60 * 60_000;
/** A source from which no wrong code was entered for this time starts again. */
const WRONG_CODES_MS = 7 * 24 * 60 * 60_000;

/** Where a code was entered. `freeCodes` is the number of wrong codes before the first delay. */
interface CodeSource {
  source: string;
  freeCodes: number;
}

const KNOWN_DEVICES: CodeSource = { source: 'known devices', freeCodes: 5 };
/** Limits how many networks an attacker can use. It is higher, so that one network cannot block all new devices. */
const OTHER_DEVICES: CodeSource = { source: 'other devices', freeCodes: 20 };
const NETWORK_FREE_CODES = 5;

/** Lists the sources of a caller who enters a code of the account. The first one starts again after a correct code. */
function listCodeSources({ deps, session, request }: Ctx, personId: PersonId): readonly [CodeSource, ...CodeSource[]] {
  if ((session?.findKnownSince(personId) ?? null) !== null) return [KNOWN_DEVICES];
  // A keyed hash, because the address is personal data.
  const source = createHmac('sha256', deps.env.SESSION_SECRET)
    .update(`wrong code ${toNetwork(request.ip)}`)
    .digest('base64url');
  return [{ source, freeCodes: NETWORK_FREE_CODES }, OTHER_DEVICES];
}

/** Returns the delay after the given number of wrong codes. It doubles with each further one. */
const getDelay = (wrongCodes: number, { freeCodes }: CodeSource): number =>
  wrongCodes < freeCodes ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (wrongCodes - freeCodes), MAX_DELAY_MS);

type AcceptedCode = 'authenticator' | 'recovery_code';

/** Returns the kind of code that a text looks like. */
export const getCodeKind = (code: string): AcceptedCode =>
  /^\d{6}$/.test(normalizeCode(code)) ? 'authenticator' : 'recovery_code';

/** Removes the separators of a code, and reads letters as digits that look like them. */
export const normalizeCode = (code: string): string =>
  code.replaceAll(/[\s-]/g, '').toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1');

/**
 * Uses a code of the user, which cannot be used again. A used recovery code is reported by email. Returns the kind of
 * code. Throws CODE_WRONG, or CODES_BLOCKED if there were too many wrong codes.
 */
export const acceptCode = (ctx: Ctx, personId: PersonId, code: string): Promise<AcceptedCode> =>
  assertCode(ctx, personId, async (tx, account) => {
    const { deps } = ctx;
    const kind = getCodeKind(code);
    if (kind === 'authenticator') {
      const isActive = (await findAuthenticator(tx.db, personId))?.confirmedAt ?? null;
      return isActive !== null && (await acceptTimeCode(tx.db, deps, personId, code)) ? kind : 'wrong';
    }
    const codeHash = hashRecoveryCode(normalizeCode(code));
    if (!(await setRecoveryCodeUsed(tx.db, { personId, codeHash }, deps.now()))) return 'wrong';
    await sendMail(tx, {
      kind: 'recovery_code_used',
      subject: codeHash,
      to: { personId },
      data: { fullName: account.fullName, left: await countUnusedRecoveryCodes(tx.db, personId) },
      at: deps.now(),
    });
    return kind;
  });

/**
 * Runs `check` while the account is locked, and counts wrong codes for each source of the caller. Wrong codes from
 * other devices therefore do not block a device on which the user has signed in before. Emails the user at most once a
 * day (UTC) that codes are refused. Throws CODE_WRONG or CODES_BLOCKED.
 */
async function assertCode(
  ctx: Ctx,
  personId: PersonId,
  check: (tx: UnitOfWork, account: LockedFactorAccount) => Promise<AcceptedCode | 'wrong'>,
): Promise<AcceptedCode> {
  const { deps } = ctx;
  const sources = listCodeSources(ctx, personId);
  const outcome = await inTransaction(deps, async (tx) => {
    const account = await lockFactorAccount(tx.db, personId);
    if (!account) throw new Failure('SIGNED_OUT');
    const now = deps.now();
    await deleteOldWrongCodes(tx.db, personId, new Date(now.getTime() - WRONG_CODES_MS));
    const counts = await listWrongCodes(
      tx.db,
      personId,
      sources.map(({ source }) => source),
    );
    if (counts.some(({ blockedUntil }) => blockedUntil !== null && blockedUntil > now)) return 'blocked';
    const kind = await check(tx, account);
    if (kind !== 'wrong') {
      await deleteWrongCodesFrom(tx.db, personId, sources[0].source);
      return kind;
    }
    // Committed before the failure is thrown, so that wrong codes count.
    let isBlocked = false;
    for (const each of sources) {
      const wrongCodes = (counts.find(({ source }) => source === each.source)?.wrongCodes ?? 0) + 1;
      const delay = getDelay(wrongCodes, each);
      const blockedUntil = delay === 0 ? null : new Date(now.getTime() + delay);
      await upsertWrongCodes(tx.db, { personId, source: each.source, wrongCodes, lastAt: now, blockedUntil });
      isBlocked ||= delay > 0;
    }
    if (isBlocked)
      await sendSecurityMails(tx, personId, {
        kind: 'codes_blocked',
        subject: `${personId}:${now.toISOString().slice(0, 10)}`,
        data: { fullName: account.fullName },
        at: now,
      });
    return kind;
  });
  if (outcome === 'blocked') throw new Failure('CODES_BLOCKED');
  if (outcome === 'wrong') throw new Failure('CODE_WRONG');
  return outcome;
}

/** The accepted difference between the clocks, in seconds. It is one time step. */
const CLOCK_TOLERANCE_S = 30;

/**
 * Whether a code of the authenticator app is correct. Stores its time step, so that it and earlier codes are refused
 * from then on.
 */
async function acceptTimeCode(
  db: Transaction<Database>,
  deps: Deps,
  personId: PersonId,
  code: string,
): Promise<boolean> {
  const authenticator = await findAuthenticator(db, personId);
  const token = normalizeCode(code);
  if (!authenticator || !/^\d{6}$/.test(token)) return false;
  const { secret, isOutdated } = decryptSecret(deps, personId, authenticator.secretEncrypted);
  const result = await verify({
    secret,
    token,
    epoch: Math.floor(deps.now().getTime() / 1000),
    epochTolerance: CLOCK_TOLERANCE_S,
    ...(authenticator.lastTimeStep !== null && { afterTimeStep: authenticator.lastTimeStep }),
  });
  if (!result.valid || !('timeStep' in result)) return false;
  if (!(await updateLastTimeStep(db, personId, result.timeStep))) return false;
  if (isOutdated) await setAuthenticatorSecret(db, personId, encryptSecret(deps, personId, secret));
  return true;
}
