/** Helpers for account specs: a browser with cookies, tRPC calls, and the pages of the OpenID provider. */
import type { PersonId, WorkspaceId } from '@marquee/contracts';
import { findSessionUser } from '../../src/modules/identity/accounts/accounts.sql.ts';
import type { SessionUser } from '../../src/core/ctx.ts';
import type { MailboxMessage } from '@marquee/mailbox';
import { useStack, type TestBrowser, type Stack } from './stack.ts';

/** Subjects of the emails whose links the specs use. */
export const VERIFY_SUBJECT = 'Confirm your email address';
export const RESET_SUBJECT = 'Reset your password';

/** Opens a stack with a mailbox and an OpenID provider, and returns helpers for accounts. */
export function useAccounts(env: Record<string, string> = {}) {
  const stack = useStack(env, { mailbox: true, openId: true });
  const rowOf = (id: string) =>
    stack.deps.db
      .selectFrom('person')
      .innerJoin('workspace', 'workspace.id', 'person.id')
      .selectAll('person')
      .selectAll('workspace')
      .where('person.id', '=', id)
      .executeTakeFirstOrThrow();
  return {
    stack,
    nobody: () => stack.asBrowser(null),
    /** Returns the rows of a person and of their own workspace, which have the same id. */
    rowOf,
    newest: async (address: string, subject: string) =>
      (await stack.mailsTo(address)).find((mail) => mail.subject === subject),
    /** Returns a person with their current role in a workspace. */
    actingIn: async (person: { id: PersonId }, workspaceId: WorkspaceId): Promise<SessionUser> => {
      const { signInVersion } = await rowOf(person.id);
      const user = await findSessionUser(stack.deps.db, person.id, signInVersion, workspaceId);
      if (!user) throw new Error('The person is not a member');
      return user;
    },
  };
}

export interface ProcedureAnswer {
  status: number;
  data: unknown;
  failure: string | null;
  message: string | null;
}

/** Calls a mutation over HTTP. */
export async function callProcedure(browser: TestBrowser, path: string, input?: unknown): Promise<ProcedureAnswer> {
  const { statusCode, body } = await browser('POST', `/trpc/${path}`, input ?? {});
  return parseAnswer(statusCode, body);
}

/** Calls a query over HTTP. */
export async function queryProcedure(browser: TestBrowser, path: string, input?: unknown): Promise<ProcedureAnswer> {
  const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  const { statusCode, body } = await browser('GET', `/trpc/${path}${query}`);
  return parseAnswer(statusCode, body);
}

function parseAnswer(status: number, body: string): ProcedureAnswer {
  const { result, error } = JSON.parse(body) as {
    result?: { data: unknown };
    error?: { message: string; data: { failure: string | null } };
  };
  return { status, data: result?.data ?? null, failure: error?.data.failure ?? null, message: error?.message ?? null };
}

/** Returns the token of the one-time link in an email. */
export function findLinkToken(mail: MailboxMessage | undefined): string {
  const token = mail?.links
    .map((link) => new URLSearchParams(new URL(link).hash.slice(1)).get('token'))
    .find((match) => match !== null);
  if (!token) throw new Error(`There is no link in ${mail?.subject ?? 'no mail'}`);
  return token;
}

export interface TestIdentity {
  name: string;
  email: string;
  /** 'text' if the provider sends the text 'true'. */
  verified?: boolean | 'text';
  /** The time of the sign-in that the provider claims, in seconds since 1970. By default, it is now. */
  signedInAt?: number;
}

/**
 * Goes through the provider's sign-in, starting at `login`, and returns the callback URL that the browser would
 * follow. Cancels the sign-in if `person` is null. `change` changes the first request to the provider.
 */
export async function visitProvider(
  browser: TestBrowser,
  login: string,
  person: TestIdentity | null,
  change: (url: URL) => void = () => undefined,
): Promise<string> {
  const start = await browser('GET', login);
  const jar = new Map<string, string>();
  const visit = async (url: string, body?: URLSearchParams) => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body && { method: 'POST', body }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    return new URL(response.headers.get('location') ?? `data:${response.status}`, url);
  };
  const form = new URLSearchParams(
    person === null
      ? { cancel: '1' }
      : {
          name: person.name,
          email: person.email,
          ...(person.signedInAt !== undefined && { signedInAt: String(person.signedInAt) }),
          ...(person.verified !== false && { verified: person.verified === 'text' ? 'text' : 'on' }),
        },
  );
  const begin = new URL(String(start.headers['location']));
  change(begin);
  let url = await visit(begin.href);
  url = await visit(url.href, form);
  while (!url.pathname.startsWith('/api/callback')) url = await visit(url.href);
  return url.pathname + url.search;
}

/** Signs in through the provider and returns the path to which the browser is redirected. */
export async function signInThroughProvider(
  browser: TestBrowser,
  person: TestIdentity | null,
  login = '/api/login',
): Promise<string> {
  const back = await visitProvider(browser, login, person);
  return String((await browser('GET', back)).headers['location']);
}

let counter = 0;
export const createEmailAddress = () => `person-${Date.now().toString(36)}-${counter++}@example.test`;

/** Registers through the REST API, which leaves the email address unconfirmed. */
export async function registerAccount(stack: Stack, password = 'quiet-otters-7') {
  const email = createEmailAddress();
  const browser = await stack.asBrowser(null);
  const answer = await browser('POST', '/api/auth/register', {
    fullName: 'Zoë van Dijk',
    email,
    userType: 'influencer',
    password,
  });
  const signIn = async (as = password) => {
    const other = await stack.asBrowser(null);
    return { browser: other, status: (await other('POST', '/api/auth/login', { email, password: as })).statusCode };
  };
  return { id: answer.json<{ id: string }>().id, email, password, signIn };
}

export const isSignedIn = async (browser: TestBrowser) => (await browser('GET', '/api/auth/user')).statusCode === 200;

/** Returns the user as if the account had had a factor for long, so that its deletion erases it at once. */
export const withOldFactor = (user: SessionUser): SessionUser => ({
  ...user,
  hasFactor: true,
  factorSince: new Date(0),
});
