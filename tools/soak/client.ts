/**
 * One person with a browser: signs in, calls procedures and documented paths, and is told yes, no, or nothing at all.
 */

/** `done`: acknowledged. `refused`: a clear no. `unknown`: no answer, or a 5xx; it may have happened or not. */
export type CallOutcome<T> =
  | { is: 'done'; data: T }
  | { is: 'refused'; status: number; message: string }
  | { is: 'unknown'; why: string };

export interface Actor {
  id: string;
  email: string;
  /** A call of a procedure that changes something. */
  act<T = unknown>(procedure: string, input: unknown): Promise<CallOutcome<T>>;
  /** A call of a procedure that reads. */
  ask<T = unknown>(procedure: string, input: unknown): Promise<CallOutcome<T>>;
  /** A documented path. */
  rest<T = unknown>(method: string, path: string, body?: unknown): Promise<CallOutcome<T>>;
}

const SOAK_PASSWORD = 'soak-marquee-2026';
const TIMEOUT_MS = 30_000;

/** Registers somebody; tries until it is acknowledged, or until the address is taken, which says the same. */
export async function registerActor(
  url: string,
  userType: 'influencer' | 'brand',
  fullName: string,
  email: string,
): Promise<Actor> {
  let cookie = '';
  const send = async <T>(method: string, path: string, body?: unknown): Promise<CallOutcome<T>> => {
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          ...(cookie === '' ? {} : { cookie }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
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
  /** A clock that jumped ends sessions. */
  const signedIn = async <T>(call: () => Promise<CallOutcome<T>>): Promise<CallOutcome<T>> => {
    const first = await call();
    if (first.is !== 'refused' || first.status !== 401) return first;
    await signIn();
    return call();
  };
  const unwrap = <T>(answer: CallOutcome<{ result: { data: T } }>): CallOutcome<T> =>
    answer.is === 'done' ? { is: 'done', data: answer.data.result.data } : answer;

  for (;;) {
    const answer = await send('POST', '/api/auth/register', { email, password: SOAK_PASSWORD, fullName, userType });
    if (answer.is === 'done') break;
    if (answer.is === 'refused' && answer.status === 409 && (await signIn()).is === 'done') break;
    await new Promise((resolve) => {
      setTimeout(resolve, 500);
    });
  }
  const me = await signedIn(() => send<{ id: string }>('GET', '/api/auth/user'));
  if (me.is !== 'done') throw new Error(`${email} cannot sign in: ${JSON.stringify(me)}`);
  return {
    id: me.data.id,
    email,
    act: async <T>(procedure: string, input: unknown) =>
      unwrap(await signedIn(() => send<{ result: { data: T } }>('POST', `/trpc/${procedure}`, input ?? {}))),
    ask: async <T>(procedure: string, input: unknown) =>
      unwrap(
        await signedIn(() =>
          send<{ result: { data: T } }>('GET', `/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`),
        ),
      ),
    rest: (method, path, body) => signedIn(() => send(method, path, body)),
  };
}
