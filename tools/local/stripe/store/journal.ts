import { closeSync, existsSync, fstatSync, ftruncateSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The append-only record of everything that happened, one JSON document per line.
 * One line is one commit: all of it is there or none of it, and it is on disk before anybody hears the answer.
 */
export interface Journal {
  /** Writes one commit. Throws, and leaves the file as it was, when the disk refuses. */
  append(entry: unknown): void;
  /** Forgets everything (the control API's reset). */
  clear(): void;
  close(): void;
}

const FILE = 'journal.ndjson';

/**
 * Opens the journal of a folder, giving every earlier entry to `replay` in order.
 * A torn last line (the process was killed while writing) is cut off; damage elsewhere throws.
 */
export function openJournal(dir: string, replay: (entry: unknown) => void): Journal {
  mkdirSync(dir, { recursive: true });
  const fd = openSync(join(dir, FILE), 'a+', 0o600);
  let size = readEntries(fd, replay);
  ftruncateSync(fd, size);
  return {
    append(entry) {
      const line = Buffer.from(`${JSON.stringify(entry)}\n`);
      try {
        for (let at = 0; at < line.length;) at += writeSync(fd, line, at);
      } catch (error) {
        ftruncateSync(fd, size);
        throw error;
      }
      size += line.length;
    },
    clear() {
      ftruncateSync(fd, 0);
      size = 0;
    },
    close: () => closeSync(fd),
  };
}

/** A journal that keeps nothing. */
export const NULL_JOURNAL: Journal = { append: () => {}, clear: () => {}, close: () => {} };

/** Gives every entry of a folder's journal to `replay` without opening it for writing; a torn end is skipped. */
export function replayJournal(dir: string, replay: (entry: unknown) => void): void {
  const path = join(dir, FILE);
  if (!existsSync(path)) return;
  const fd = openSync(path, 'r');
  try {
    readEntries(fd, replay);
  } finally {
    closeSync(fd);
  }
}

/** Reads in chunks, since a long run's journal exceeds what fits into one string. Returns the length of whole lines. */
function readEntries(fd: number, replay: (entry: unknown) => void): number {
  const chunk = Buffer.allocUnsafe(1 << 20);
  const total = fstatSync(fd).size;
  let rest = Buffer.alloc(0);
  let at = 0;
  let whole = 0;
  while (at < total) {
    const read = readSync(fd, chunk, 0, Math.min(chunk.length, total - at), at);
    if (read === 0) break;
    at += read;
    let data = Buffer.concat([rest, chunk.subarray(0, read)]);
    for (let end = data.indexOf(10); end !== -1; end = data.indexOf(10)) {
      const line = data.subarray(0, end).toString();
      data = data.subarray(end + 1);
      let entry: unknown;
      try {
        entry = JSON.parse(line);
      } catch {
        // A broken line can only be a torn write, and after a torn write there is nothing more.
        if (at >= total && data.indexOf(10) === -1) return whole;
        throw new Error(`The Stripe stand-in's journal is damaged at byte ${whole}.`);
      }
      replay(entry);
      whole += end + 1;
    }
    rest = Buffer.from(data);
  }
  return whole;
}
