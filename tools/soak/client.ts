/** HTTP client of a simulated user, who signs in and calls procedures and paths of the REST API. */

/**
 * Outcome of a call. `done` means that the server acknowledged it, and `refused` that the server rejected it.
 * `unknown` means a 5xx or no response, after which the change may or may not have been made.
 */
export type CallOutcome<T> =
  | { is: 'done'; data: T }
  | { is: 'refused'; status: number; message: string }
  | { is: 'unknown'; why: string };

export interface Actor {
  id: string;
  email: string;
  act<T = unknown>(procedure: string, input: unknown): Promise<CallOutcome<T>>;
  ask<T = unknown>(procedure: string, input: unknown): Promise<CallOutcome<T>>;
  rest<T = unknown>(method: string, path: string, body?: unknown): Promise<CallOutcome<T>>;
}

const SOAK_PASSWORD = 'soak-marquee-2026';
const TIMEOUT_MS = 30_000;

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
  /** Repeats a refused call after signing in again, because sessions expire when the clock moves forward. */
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
