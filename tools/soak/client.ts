/** HTTP client of a simulated user, who signs in and calls procedures and paths of the REST API. */
import { WORKSPACE_HEADER, type WorkspaceId } from '@marquee/contracts';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Outcome of a call. `done` means that the server acknowledged it, and `refused` that the server rejected it.
 * `unknown` means a 5xx or no response, after which the change may or may not have been made.
 */
export type CallOutcome<T> =
  | { is: 'done'; data: T }
  | { is: 'refused'; status: number; message: string }
  | { is: 'unknown'; why: string };

export interface Actor {
  /** The id of the person. */
  id: string;
  /** The workspace in which the person acts. A person's own workspace has the same id as the person. */
  workspaceId: WorkspaceId;
  email: string;
  act<T = unknown>(procedure: string, input: unknown): Promise<CallOutcome<T>>;
  ask<T = unknown>(procedure: string, input: unknown): Promise<CallOutcome<T>>;
  rest<T = unknown>(method: string, path: string, body?: unknown): Promise<CallOutcome<T>>;
  /** Confirms the person's identity, which some procedures require. */
  confirm(): Promise<void>;
  /** Returns the same person with the same session in another workspace. */
  inWorkspace(workspaceId: WorkspaceId): Actor;
}

const SOAK_PASSWORD = 'soak-marquee-2026';
const TIMEOUT_MS = 30_000;
/** Each user has an address of its own, from the range for benchmarks (RFC 2544), so that rate limits are not shared. */
let usedAddresses = 0;
const nextAddress = () => `198.18.${usedAddresses >> 8}.${usedAddresses++ & 255}`;
/** The time after which `keepDue` in world.ts has extended a new session. */
const SESSION_EXTENDED_MS = 1_500;

/**
 * Registers a user. Repeats the attempt until the server acknowledges it, or until the email address is taken and
 * signing in works.
 */
export async function registerActor(
  url: string,
  userType: 'influencer' | 'brand',
  fullName: string,
  email: string,
): Promise<Actor> {
  let cookie = '';
  const address = nextAddress();
  const send = async <T>(
    method: string,
    path: string,
    body?: unknown,
    workspaceId?: WorkspaceId,
  ): Promise<CallOutcome<T>> => {
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          'x-forwarded-for': address,
          ...(cookie === '' ? {} : { cookie }),
          ...(workspaceId === undefined ? {} : { [WORKSPACE_HEADER]: workspaceId }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const set = response.headers.get('set-cookie')?.split(';')[0];
      // Keeps the cookie of a session that has ended, because the soak extends sessions a moment later.
      if (set !== undefined && !set.endsWith('=')) cookie = set;
      if (response.status >= 500) return { is: 'unknown', why: `${response.status} ${text.slice(0, 200)}` };
      const data = JSON.parse(text) as T & { message?: string; error?: { message?: string } };
      if (!response.ok)
        return { is: 'refused', status: response.status, message: data.error?.message ?? data.message ?? text };
      return { is: 'done', data };
    } catch (error) {
      return { is: 'unknown', why: error instanceof Error ? `${error.name} ${error.message}` : String(error) };
    }
  };
  const signIn = () => send('POST', '/api/auth/login', { email, password: SOAK_PASSWORD });
  /** Repeats a refused call after signing in again, because sessions expire when the clock moves forward. */
  const signedIn = async <T>(call: () => Promise<CallOutcome<T>>): Promise<CallOutcome<T>> => {
    const first = await call();
    if (first.is !== 'refused' || first.status !== 401) return first;
    await signIn();
    await sleep(SESSION_EXTENDED_MS);
    return call();
  };
  const unwrap = <T>(answer: CallOutcome<{ result: { data: T } }>): CallOutcome<T> =>
    answer.is === 'done' ? { is: 'done', data: answer.data.result.data } : answer;

  for (;;) {
    const answer = await send('POST', '/api/auth/register', { email, password: SOAK_PASSWORD, fullName, userType });
    if (answer.is === 'done') break;
    if (answer.is === 'refused' && answer.status === 409 && (await signIn()).is === 'done') break;
    await sleep(500);
  }
  const me = await signedIn(() => send<{ id: string }>('GET', '/api/auth/user'));
  if (me.is !== 'done') throw new Error(`${email} cannot sign in: ${JSON.stringify(me)}`);
  const { id } = me.data;
  const createActor = (workspaceId: WorkspaceId): Actor => {
    const call = async <T>(method: string, path: string, body?: unknown) =>
      unwrap(await signedIn(() => send<{ result: { data: T } }>(method, path, body, workspaceId)));
    return {
      id,
      workspaceId,
      email,
      act: (procedure, input) => call('POST', `/trpc/${procedure}`, input ?? {}),
      ask: (procedure, input) => call('GET', `/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`),
      rest: (method, path, body) => signedIn(() => send(method, path, body, workspaceId)),
      confirm: async () => {
        await call('POST', '/trpc/auth.confirm', { password: SOAK_PASSWORD });
      },
      inWorkspace: createActor,
    };
  };
  return createActor(id);
}
