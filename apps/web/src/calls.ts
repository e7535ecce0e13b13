/**
 * The API's procedures called over HTTP, by tRPC's protocol. tRPC's own client can do more (links, transformers,
 * subscriptions), which every page would fetch.
 */

/** Calls the procedure at a path and answers what it does; fails with a CallError. */
export type Call = (type: 'query' | 'mutation', path: string, input: unknown) => Promise<unknown>;

/** What the API says of an error besides its sentence (core/trpc.ts). */
export interface ErrorData {
  code: string;
  failure: string | null;
  httpStatus?: number;
}

/** A call that failed. Without `data` it was not the API that answered. */
export class CallError extends Error {
  readonly data: ErrorData | undefined;

  constructor(message: string, { data, cause }: { data?: ErrorData | undefined; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'CallError';
    this.data = data;
  }

  /** Of whatever was thrown on the way to the API. */
  static from(cause: unknown): CallError {
    return cause instanceof CallError ? cause : new CallError(cause instanceof Error ? cause.message : '', { cause });
  }
}

interface Waiting {
  path: string;
  input: unknown;
  resolve: (data: unknown) => void;
  reject: (error: CallError) => void;
}

/** What the API answers to one call. A proxy may have answered something else. */
type Answer = Partial<{ result: { data?: unknown }; error: { message: string; data: ErrorData } }> | null | undefined;

/** The server takes at most so many calls in one request. */
const AT_ONCE = 10;

/** Calls to the API at `url`; those of one turn go in one request. */
export function callsTo(url: string): Call {
  const waiting: Record<Parameters<Call>[0], Waiting[]> = { query: [], mutation: [] };
  const sendAll = (type: Parameters<Call>[0]) => {
    const all = waiting[type].splice(0);
    for (let from = 0; from < all.length; from += AT_ONCE) void send(url, type, all.slice(from, from + AT_ONCE));
  };
  return (type, path, input) =>
    new Promise((resolve, reject) => {
      if (waiting[type].length === 0) setTimeout(() => sendAll(type));
      waiting[type].push({ path, input, resolve, reject });
    });
}

async function send(url: string, type: Parameters<Call>[0], calls: readonly Waiting[]): Promise<void> {
  const address = `${url}/${calls.map(({ path }) => path).join(',')}?batch=1`;
  const body = JSON.stringify(Object.fromEntries(calls.map(({ input }, at) => [at, input])));
  try {
    const response = await (type === 'query'
      ? fetch(`${address}&input=${encodeURIComponent(body)}`)
      : fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body }));
    const answers = (await response.json()) as Answer | Answer[];
    for (const [at, { resolve, reject }] of calls.entries()) {
      // What refuses the whole request answers once.
      const answer = Array.isArray(answers) ? answers[at] : answers;
      if (answer?.result !== undefined) resolve(answer.result.data);
      else reject(new CallError(answer?.error?.message ?? '', { data: answer?.error?.data }));
    }
  } catch (cause) {
    for (const { reject } of calls) reject(CallError.from(cause));
  }
}
