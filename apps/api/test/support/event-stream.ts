/** Listens to the live stream over HTTP like a browser. */
import { LIVE_PATH, type LiveEvent } from '@marquee/contracts';
import { BUILDER_PASSWORD } from '../../src/demo/builders.ts';

export async function signInForCookies(url: string, user: { email: string }): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: user.email, password: BUILDER_PASSWORD }),
  });
  if (!answer.ok) throw new Error(`Sign-in failed: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

export interface OpenEventStream {
  status: number;
  events: LiveEvent[];
  /** Returns the id of the last event that has an id. */
  lastId: () => string | undefined;
  /**
   * Resolves with the first matching event, which may have been received before the call. Rejects if the stream ends
   * without one.
   */
  heard(kind: LiveEvent['kind'], fits?: (event: LiveEvent) => boolean): Promise<LiveEvent>;
  /** Resolves when the server has closed the stream or the connection is lost. */
  ended: Promise<void>;
  close(): void;
}

/** Opens a stream. Resolves when it is open or refused. */
export async function openEventStream(
  url: string,
  cookie: string,
  headers: Record<string, string> = {},
): Promise<OpenEventStream> {
  const aborting = new AbortController();
  const answer = await fetch(url + LIVE_PATH, { headers: { cookie, ...headers }, signal: aborting.signal });
  const events: LiveEvent[] = [];
  let lastId: string | undefined;
  let isOver = false;
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const look of waiting) look();
  };
  const read = async () => {
    let text = '';
    const decoder = new TextDecoder();
    try {
      for await (const chunk of answer.body ?? []) {
        text += decoder.decode(chunk as Uint8Array, { stream: true });
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const line of blocks.flatMap((block) => block.split('\n'))) {
          if (line.startsWith('id: ')) lastId = line.slice(4);
          if (line.startsWith('data: {')) events.push(JSON.parse(line.slice(6)) as LiveEvent);
        }
        wake();
      }
    } catch {
      // The stream was aborted, or the server died.
    }
    isOver = true;
    wake();
  };
  const ended = answer.ok ? read() : Promise.resolve();
  return {
    status: answer.status,
    events,
    lastId: () => lastId,
    ended,
    close: () => aborting.abort(),
    heard: (kind, fits = () => true) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const matchingEvent = events.find((event) => event.kind === kind && fits(event));
          if (matchingEvent === undefined && !isOver) return;
          waiting.delete(look);
          if (matchingEvent === undefined)
            reject(new Error(`The stream ended before ${kind}: ${JSON.stringify(events)}`));
          else resolve(matchingEvent);
        };
        waiting.add(look);
        look();
      }),
  };
}
