/**
 * Sends files in parts. A part that is lost on the way is sent again; a file that broke off goes on where it stopped.
 */
import { FILE_EMPTY, FILE_PART_BYTES, fileParts, partPath } from '@marquee/validation';
import { isAnswered, messageOf } from '../lib/errors.ts';
import { requestApi } from '../lib/http.ts';
import { type Outputs } from '../trpc.ts';

/** Pauses between tries of one part, in milliseconds; then the upload fails, and can be tried again by hand. */
const PAUSES = [500, 1_500, 4_000, 10_000];

/** What the files are for: how one is begun and taken back, how many there may be, and how large one. */
export interface Purpose {
  begin: (
    file: { name: string; bytes: number; changedAt: number },
    options: { signal: AbortSignal },
  ) => Promise<Upload>;
  discard: (id: string) => Promise<unknown>;
  most: number;
  mostBytes: number;
  /** What is said of a larger one. */
  tooLarge: string;
  /** What arrived in an earlier visit. What broke off goes on when the same file is chosen again. */
  drafts?: readonly { id: string; name: string; bytes: number }[];
}

/**
 * Sends a file; returns its id once it has arrived as a whole. `onProgress`: the share that has arrived, 0 to 1. Fails
 * as calls do, or with the signal's reason.
 */
async function uploadFile(
  purpose: Purpose,
  file: File,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<string> {
  const begin = () => purpose.begin({ name: file.name, bytes: file.size, changedAt: file.lastModified }, { signal });
  const parts = fileParts(file.size);
  let at = await begin();
  let tries = 0;
  while (!at.isWhole) {
    onProgress(at.part / parts);
    // All parts are there and the file was not looked at yet: the last one again.
    const part = Math.min(at.part, parts - 1);
    const bytes = file.slice(part * FILE_PART_BYTES, (part + 1) * FILE_PART_BYTES);
    try {
      at = await uploadPart(at.id, part, bytes, signal);
      tries = 0;
    } catch (error) {
      signal.throwIfAborted();
      const pause = PAUSES[tries++];
      if (!isPassing(error) || pause === undefined) throw error;
      await online(pause, signal);
      at = await begin().catch(() => at);
    }
  }
  onProgress(1);
  return at.id;
}

/** The way or the server failed, or was busy: the same may go through later. */
const isPassing = (error: unknown): boolean =>
  !isAnswered(error) || (error as { data?: { code?: string } }).data?.code === 'INTERNAL_SERVER_ERROR';

/** Where an upload stands. */
export type Upload = Outputs['messages']['beginFile'];

/** Sends a part; returns where the upload stands then. */
async function uploadPart(id: string, part: number, body: Blob, signal: AbortSignal): Promise<Upload> {
  const headers = { 'content-type': 'application/octet-stream' };
  const answer = await requestApi(partPath(id, part), { method: 'PUT', headers, body, signal });
  return (await answer.json()) as Upload;
}

/** Resolves after a pause, and not before the browser has a network. */
async function online(pauseMs: number, signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, pauseMs);
  });
  if (!navigator.onLine)
    await new Promise((resolve) => {
      window.addEventListener('online', resolve, { once: true });
      signal.addEventListener('abort', resolve, { once: true });
    });
  signal.throwIfAborted();
}

/** A file that was chosen. */
export interface Chosen {
  key: string;
  name: string;
  bytes: number;
  /** Of it, what has arrived: 0 to 1. */
  share: number;
  /** Null: it has not arrived yet. */
  id: string | null;
  error: string | null;
  mayTryAgain: boolean;
}

/** What is known of it besides. `file` null: it arrived before this page was opened. */
interface Kept extends Chosen {
  file: File | null;
  stop: AbortController | null;
}

const MOST_AT_ONCE = 2;

/** Files that are being chosen: each goes up at once, two at a time. */
export function openUploads(purpose: Purpose) {
  const { most, mostBytes, tooLarge, drafts = [] } = purpose;
  const listeners = new Set<() => void>();
  let files: readonly Kept[] = drafts.map(({ id, name, bytes }) => ({
    ...WAITING,
    key: id,
    id,
    name,
    bytes,
    share: 1,
    file: null,
  }));
  /** Why a file cannot be sent, or null. */
  const refusalOf = ({ size }: File) => (size === 0 ? FILE_EMPTY : size > mostBytes ? tooLarge : null);
  const set = (changed: readonly Kept[]) => {
    files = changed;
    for (const listener of listeners) listener();
  };
  const change = (key: string, more: Partial<Kept>) =>
    set(files.map((each) => (each.key === key ? { ...each, ...more } : each)));

  const startNext = () => {
    const waiting = files.filter(({ id, error }) => id === null && error === null);
    const free = MOST_AT_ONCE - waiting.filter(({ stop }) => stop !== null).length;
    for (const { key, file } of waiting.filter(({ stop }) => stop === null).slice(0, Math.max(0, free)))
      if (file !== null) void start(key, file);
  };
  const start = async (key: string, file: File) => {
    const stop = new AbortController();
    change(key, { stop });
    try {
      const given = { onProgress: (share: number) => change(key, { share }), signal: stop.signal };
      const id = await uploadFile(purpose, file, given);
      // Chosen again, it is the same file.
      if (files.some((each) => each.key !== key && each.id === id)) set(files.filter((each) => each.key !== key));
      else change(key, { id, share: 1 });
    } catch (error) {
      if (!stop.signal.aborted)
        change(key, { error: messageOf(error, 'This file could not be sent'), mayTryAgain: true });
    }
    startNext();
  };

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    chosen: (): readonly Chosen[] => files,
    add: (added: readonly File[]) => {
      const fresh = added.slice(0, most - files.length).map((file) => ({
        ...WAITING,
        key: crypto.randomUUID(),
        name: file.name,
        bytes: file.size,
        error: refusalOf(file),
        file,
      }));
      set([...files, ...fresh]);
      startNext();
    },
    again: (key: string) => {
      change(key, { ...WAITING });
      startNext();
    },
    remove: (key: string) => {
      const gone = files.find((each) => each.key === key);
      gone?.stop?.abort();
      set(files.filter((each) => each.key !== key));
      // Failed, it is swept away after some days.
      if (gone !== undefined && gone.id !== null) purpose.discard(gone.id).catch(() => undefined);
      startNext();
    },
    /** They were sent: begins with none. */
    clear: () => set([]),
    stop: () => {
      for (const { stop, id } of files) if (id === null) stop?.abort();
    },
  };
}

export type Uploads = ReturnType<typeof openUploads>;

const WAITING = { share: 0, id: null, error: null, mayTryAgain: false, stop: null } as const;
