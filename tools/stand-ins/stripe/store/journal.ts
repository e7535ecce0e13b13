import { closeSync, existsSync, fstatSync, ftruncateSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Append-only log of all changes. Each line is a JSON document with one atomic commit, and is written to the file
 * before the response is sent.
 */
export interface Journal {
  /** Writes one commit. If that fails, for example because the disk is full, it restores the file and throws. */
  append(entry: unknown): void;
  /** Deletes all entries, for the control API's reset. */
  clear(): void;
  close(): void;
}

const FILE = 'journal.ndjson';

/**
 * Opens the journal in the folder `dir` and passes all its entries to `replay`, oldest first. Removes an incomplete
 * last line, which a killed process may have left behind. Throws if the journal is damaged in another place.
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

export const NULL_JOURNAL: Journal = { append: () => {}, clear: () => {}, close: () => {} };

/**
 * Passes all entries of the journal in `dir` to `replay` without opening it for writing. Skips an incomplete last
 * line.
 */
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

/**
 * Reads the journal in chunks, because it may exceed the maximum length of a string. Returns the total length in
 * bytes of all complete lines.
 */
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
        // A write can only be interrupted in the last line, so any other invalid line means damage.
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
