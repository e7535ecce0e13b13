/** Sets up authenticator apps and checks codes: those of the app (RFC 6238) and recovery codes. */
import type { PersonId } from '@marquee/contracts';
import type { Actor } from '../../../core/actor.ts';
import { PRODUCT_NAME } from '@marquee/brand';
import { generateSecret, generateURI, verify } from 'otplib';
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import QRCode from 'qrcode';
import type { UserCtx } from '../../../core/ctx.ts';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Database } from '../../../db/schema.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import { sendSecurityMails } from '../../messaging/mail/security-mails.service.ts';
import { addFactor, hashRecoveryCode, removeFactor, type LockedFactorAccount } from './factors.service.ts';
import {
  countUnusedRecoveryCodes,
  deleteAuthenticator,
  findAuthenticator,
  lockFactorAccount,
  setAuthenticatorConfirmed,
  setAuthenticatorSecret,
  setRecoveryCodeUsed,
  setWrongCodes,
  updateLastTimeStep,
  upsertUnconfirmedAuthenticator,
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
 * replaces the secret. Returns the secret and its QR code as an SVG. Throws AUTHENTICATOR_EXISTS.
 */
export async function beginAuthenticator(deps: Deps, actor: Actor): Promise<{ secret: string; qrCode: string }> {
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
 * factor. Throws AUTHENTICATOR_EXISTS, AUTHENTICATOR_MISSING (no setup was started), CODE_WRONG or CODES_BLOCKED.
 */
export async function confirmAuthenticator(
  ctx: UserCtx,
  { code }: { code: string },
): Promise<{ recoveryCodes: string[] | null }> {
  await assertCode(ctx.deps, ctx.user.id, async (tx) => {
    const authenticator = await findAuthenticator(tx.db, ctx.user.id);
    if (!authenticator) throw new Failure('AUTHENTICATOR_MISSING');
    if (authenticator.confirmedAt !== null) throw new Failure('AUTHENTICATOR_EXISTS');
    return (await acceptTimeCode(tx.db, ctx.deps, ctx.user.id, code)) ? 'authenticator' : 'wrong';
  });
  const recoveryCodes = await addFactor(ctx, { kind: 'authenticator', name: AUTHENTICATOR_NAME }, async (db) => {
    if (!(await setAuthenticatorConfirmed(db, ctx.user.id, ctx.deps.now()))) throw new Failure('AUTHENTICATOR_EXISTS');
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

/** The number of wrong codes before the first delay. */
const FREE_WRONG_CODES = 5;
const FIRST_DELAY_MS = 60_000;
const MAX_DELAY_MS = 60 * 60_000;

/** Returns the delay after the given number of wrong codes in a row. It doubles with each further one. */
const getDelay = (wrongCodes: number): number =>
  wrongCodes < FREE_WRONG_CODES ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (wrongCodes - FREE_WRONG_CODES), MAX_DELAY_MS);

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
export const acceptCode = (deps: Deps, personId: PersonId, code: string): Promise<AcceptedCode> =>
  assertCode(deps, personId, async (tx, account) => {
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
 * Runs `check` while the account is locked, and counts wrong codes. Emails the user at most once a day (UTC) that codes
 * are refused, because a thief with the password could keep them blocked. Throws CODE_WRONG or CODES_BLOCKED.
 */
async function assertCode(
  deps: Deps,
  personId: PersonId,
  check: (tx: UnitOfWork, account: LockedFactorAccount) => Promise<AcceptedCode | 'wrong'>,
): Promise<AcceptedCode> {
  const outcome = await inTransaction(deps, async (tx) => {
    const account = await lockFactorAccount(tx.db, personId);
    if (!account) throw new Failure('SIGNED_OUT');
    if (account.codesBlockedUntil !== null && account.codesBlockedUntil > deps.now()) return 'blocked';
    const kind = await check(tx, account);
    // Committed before the failure is thrown, so that wrong codes count.
    const wrongCodes = kind === 'wrong' ? account.wrongCodes + 1 : 0;
    const delay = getDelay(wrongCodes);
    if (wrongCodes !== account.wrongCodes)
      await setWrongCodes(tx.db, personId, {
        wrongCodes,
        codesBlockedUntil: delay === 0 ? null : new Date(deps.now().getTime() + delay),
      });
    if (delay > 0)
      await sendSecurityMails(tx, personId, {
        kind: 'codes_blocked',
        subject: `${personId}:${deps.now().toISOString().slice(0, 10)}`,
        data: { fullName: account.fullName },
        at: deps.now(),
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
