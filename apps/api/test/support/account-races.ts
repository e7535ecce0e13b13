/** Lets a thief, who is signed in to an account, change it while its owner secures it. */
import type { SessionUser } from '../../src/core/ctx.ts';
import { newBrand } from '../../src/demo/builders.ts';
import { createOneTimeLink } from '../../src/modules/messaging/mail/links.service.ts';
import { callProcedure } from './accounts.ts';
import { createPasskey } from './passkeys.ts';
import type { Stack, TestBrowser } from './stack.ts';
import { createTimeCode } from './totp.ts';

interface RegistrationOptions {
  challenge: string;
  user: { id: string };
  rp: { id: string };
}

/** Adds a passkey to the account of a signed-in user. */
export async function addPasskey({ deps }: Pick<Stack, 'deps'>, browser: TestBrowser) {
  const options = await callProcedure(browser, 'factors.beginPasskey');
  if (options.data === null) throw new Error(`A passkey cannot be added: ${options.failure}`);
  const { passkey, response } = createPasskey(options.data as RegistrationOptions, deps.env.PUBLIC_URL);
  const answer = await callProcedure(browser, 'factors.addPasskey', { passkey: response });
  const recoveryCodes = (answer.data as { recoveryCodes: string[] | null } | null)?.recoveryCodes ?? [];
  return { passkey, answer, recoveryCodes };
}

/** The changes that a thief repeats until the session has ended. */
const CHANGES: ((stack: Stack, browser: TestBrowser, round: number) => Promise<unknown>)[] = [
  // Ends with an error when the session has ended.
  (stack, browser) => addPasskey(stack, browser).catch(() => undefined),
  async (stack, browser) => {
    const { data } = await callProcedure(browser, 'factors.beginAuthenticator');
    if (data === null) return;
    const code = createTimeCode((data as { secret: string }).secret, stack.deps.now());
    await callProcedure(browser, 'factors.confirmAuthenticator', { code });
  },
  (_stack, browser, round) =>
    callProcedure(browser, 'auth.changeEmail', { email: `thief-${round}-${Math.random()}@example.test` }),
  (_stack, browser) => callProcedure(browser, 'calendar.createFeed'),
  (_stack, browser, round) =>
    callProcedure(browser, 'workspaces.invite', { email: `invited-${round}@example.test`, role: 'owner' }),
];

/** Returns the token of a link with which the user secures the account after a change at `at`, as in the emails. */
export async function createSecureToken(
  { deps }: Pick<Stack, 'deps'>,
  { id, email }: Pick<SessionUser, 'id' | 'email'>,
  at = deps.now(),
): Promise<string> {
  const link = await createOneTimeLink(deps, 'new_sign_in', { personId: id, email, at });
  return new URLSearchParams(new URL(link ?? '').hash.slice(1)).get('token') ?? '';
}

/** Waits for a random time of up to 60 ms, so that changes run at different points when the account is secured. */
export const waitRandomly = () =>
  new Promise((resolve) => {
    setTimeout(resolve, Math.random() * 60);
  });

/**
 * Starts changes, which have to end when their signal is aborted, and secures the account of a user at the same time.
 * Returns the status of the answer and what `read` returns right after it.
 */
export async function secureDuring<T>(
  stack: Stack,
  user: SessionUser,
  start: (signal: AbortSignal) => Promise<unknown>[],
  read: () => Promise<T>,
): Promise<{ status: number; atOnce: T }> {
  const token = await createSecureToken(stack, user);
  const owner = await stack.asBrowser(null);
  const secured = new AbortController();
  const changes = start(secured.signal);
  await waitRandomly();
  const { status } = await callProcedure(owner, 'recovery.secureAccount', { token });
  const atOnce = await read();
  secured.abort();
  await Promise.all(changes);
  return { status, atOnce };
}

/**
 * Creates an account, lets a thief repeat each kind of change, and secures the account at the same time. Returns the
 * thief's changes that remain.
 */
export async function secureAccountDuringChanges(stack: Stack, round: number) {
  const user = await newBrand(stack.deps);
  // All changes use one session, because the first factor ends the other ones.
  const thief = await stack.asBrowser(user);
  const repeat = (signal: AbortSignal) =>
    CHANGES.map(async (change) => {
      while (!signal.aborted) await change(stack, thief, round);
    });
  const { status } = await secureDuring(stack, user, repeat, () => Promise.resolve());
  const { db } = stack.deps;
  const countOf = async (table: 'passkey' | 'authenticator' | 'recoveryCode' | 'calendarFeed' | 'session') =>
    (await db.selectFrom(table).select('personId').where('personId', '=', user.id).execute()).length;
  const invitations = await db
    .selectFrom('invitation')
    .select('id')
    .where('workspaceId', '=', user.workspaceId)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .execute();
  const { pendingEmail, email, hasFactor } = await db
    .selectFrom('person')
    .select(['pendingEmail', 'email', 'hasFactor'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  return {
    status,
    left: {
      pendingEmail,
      hasFactor,
      isEmailChanged: email !== user.email,
      passkeys: await countOf('passkey'),
      authenticators: await countOf('authenticator'),
      recoveryCodes: await countOf('recoveryCode'),
      calendarFeeds: await countOf('calendarFeed'),
      sessions: await countOf('session'),
      invitations: invitations.length,
    },
  };
}

/** The thief's changes that remain after the account was secured. */
export const NOTHING_LEFT = {
  pendingEmail: null,
  hasFactor: false,
  isEmailChanged: false,
  passkeys: 0,
  authenticators: 0,
  recoveryCodes: 0,
  calendarFeeds: 0,
  sessions: 0,
  invitations: 0,
};
