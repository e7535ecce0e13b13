/** Uploads files in parts. Failed parts are sent again, and interrupted uploads are resumed. */
import { FILE_EMPTY } from '@marquee/validation';
import { FILE_PART_BYTES, countFileParts, getFilePartPath } from '@marquee/contracts';
import { isApiError, getErrorMessage } from './errors.ts';
import { writeToApi } from './http.ts';
import { type RouterOutputs } from '../trpc.ts';

/**
 * Delays in milliseconds before a failed part is sent again. After the last attempt, the upload fails, and the user
 * can restart it.
 */
const RETRY_PAUSES_MS = [500, 1_500, 4_000, 10_000];

/** Functions that start and cancel uploads for a particular purpose, with the limits for its files. */
export interface UploadPurpose {
  begin: (
    file: { name: string; bytes: number; uploadKey: string },
    options: { signal: AbortSignal },
  ) => Promise<UploadProgress>;
  discard: (id: string) => Promise<unknown>;
  /** Identifies the message or delivery for which files are chosen. Its uploads are not shared with another one. */
  scope: string;
  most: number;
  mostBytes: number;
  /** The error message for a file that is too large. */
  tooLarge: string;
  /**
   * Uploads that were started before this page was opened. They are resumed when the user chooses the same file
   * again.
   */
  drafts?: readonly { id: string; name: string; bytes: number }[];
}

/**
 * Uploads a file and returns its id. `onProgress` receives the uploaded share from 0 to 1. Throws the API's error,
 * or the signal's reason if the upload is aborted.
 */
async function uploadFile(
  purpose: UploadPurpose,
  file: File,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<string> {
  const uploadKey = await computeUploadKey(purpose.scope, file, signal);
  const begin = () => purpose.begin({ name: file.name, bytes: file.size, uploadKey }, { signal });
  const partCount = countFileParts(file.size);
  let at = await begin();
  let tries = 0;
  while (!at.isWhole) {
    onProgress(at.part / partCount);
    // If the server has received all parts but not yet checked the file, sends the last part again to trigger the
    // check.
    const part = Math.min(at.part, partCount - 1);
    const bytes = file.slice(part * FILE_PART_BYTES, (part + 1) * FILE_PART_BYTES);
    try {
      at = await uploadPart(at.id, part, bytes, signal);
      tries = 0;
    } catch (error) {
      signal.throwIfAborted();
      const pause = RETRY_PAUSES_MS[tries++];
      if (!isTransientError(error) || pause === undefined) throw error;
      await waitUntilOnline(pause, signal);
      at = await begin().catch(() => at);
    }
  }
  onProgress(1);
  return at.id;
}

/**
 * Computes the key of an upload from the scope, the name and the content of the file. Hashes the file in parts, so that
 * a large file does not have to fit into memory.
 */
async function computeUploadKey(scope: string, file: File, signal: AbortSignal): Promise<string> {
  const hashes = [await hashBytes(new TextEncoder().encode(JSON.stringify([scope, file.name])))];
  for (let from = 0; from < file.size; from += FILE_PART_BYTES) {
    signal.throwIfAborted();
    hashes.push(await hashBytes(await file.slice(from, from + FILE_PART_BYTES).arrayBuffer()));
  }
  return hashBytes(new TextEncoder().encode(hashes.join()));
}

/** Returns the SHA-256 hash of some bytes in hexadecimal. */
async function hashBytes(bytes: BufferSource): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Tells whether the network or the server caused the error, so that another attempt may succeed. */
const isTransientError = (error: unknown): boolean =>
  !isApiError(error) || (error as { data?: { code?: string } }).data?.code === 'INTERNAL_SERVER_ERROR';

export type UploadProgress = RouterOutputs['messages']['beginFile'];

/** Sends a part of a file and returns the progress of the upload. */
const uploadPart = (id: string, part: number, body: Blob, signal: AbortSignal): Promise<UploadProgress> =>
  writeToApi(getFilePartPath(id, part), {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body,
    signal,
  });

/** Waits for `pauseMs` and then until the browser is online. */
async function waitUntilOnline(pauseMs: number, signal: AbortSignal): Promise<void> {
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

export interface ChosenUpload {
  key: string;
  name: string;
  bytes: number;
  share: number;
  /** The id of the uploaded file, or null until the upload has finished. */
  id: string | null;
  error: string | null;
  mayTryAgain: boolean;
}

/** A file in the queue. `file` is null if it was uploaded before this page was opened. */
interface UploadEntry extends ChosenUpload {
  file: File | null;
  stop: AbortController | null;
}

const MAX_PARALLEL_UPLOADS = 2;

/** Creates a queue that uploads chosen files immediately, two at a time. */
export function createUploadQueue(purpose: UploadPurpose) {
  const { most, mostBytes, tooLarge, drafts = [] } = purpose;
  const listeners = new Set<() => void>();
  let files: readonly UploadEntry[] = drafts.map(({ id, name, bytes }) => ({
    ...WAITING_UPLOAD,
    key: id,
    id,
    name,
    bytes,
    share: 1,
    file: null,
  }));
  /** Returns the reason why a file cannot be uploaded, or null. */
  const refusalOf = ({ size }: File) => (size === 0 ? FILE_EMPTY : size > mostBytes ? tooLarge : null);
  const set = (changed: readonly UploadEntry[]) => {
    files = changed;
    for (const listener of listeners) listener();
  };
  const change = (key: string, more: Partial<UploadEntry>) =>
    set(files.map((each) => (each.key === key ? { ...each, ...more } : each)));

  const startNext = () => {
    const waiting = files.filter(({ id, error }) => id === null && error === null);
    const free = MAX_PARALLEL_UPLOADS - waiting.filter(({ stop }) => stop !== null).length;
    for (const { key, file } of waiting.filter(({ stop }) => stop === null).slice(0, Math.max(0, free)))
      if (file !== null) void start(key, file);
  };
  const start = async (key: string, file: File) => {
    const stop = new AbortController();
    change(key, { stop });
    try {
      const uploadOptions = { onProgress: (share: number) => change(key, { share }), signal: stop.signal };
      const id = await uploadFile(purpose, file, uploadOptions);
      // The user has chosen the same file twice.
      if (files.some((each) => each.key !== key && each.id === id)) set(files.filter((each) => each.key !== key));
      else change(key, { id, share: 1 });
    } catch (error) {
      if (!stop.signal.aborted)
        change(key, { error: getErrorMessage(error, 'This file could not be sent'), mayTryAgain: true });
    }
    startNext();
  };

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    chosen: (): readonly ChosenUpload[] => files,
    add: (added: readonly File[]) => {
      const fresh = added.slice(0, most - files.length).map((file) => ({
        ...WAITING_UPLOAD,
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
      change(key, { ...WAITING_UPLOAD });
      startNext();
    },
    remove: (key: string) => {
      const removedFile = files.find((each) => each.key === key);
      removedFile?.stop?.abort();
      set(files.filter((each) => each.key !== key));
      // If this request fails, the server deletes the unused file after a few days.
      if (removedFile !== undefined && removedFile.id !== null) purpose.discard(removedFile.id).catch(() => undefined);
      startNext();
    },
    /** Empties the queue once its files have been sent. */
    clear: () => set([]),
    stop: () => {
      for (const { stop, id } of files) if (id === null) stop?.abort();
    },
  };
}

export type UploadQueue = ReturnType<typeof createUploadQueue>;

const WAITING_UPLOAD = { share: 0, id: null, error: null, mayTryAgain: false, stop: null } as const;
