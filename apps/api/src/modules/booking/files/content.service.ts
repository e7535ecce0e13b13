/** Stores the content of files in parts, inspects complete files, and reads files from any position. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { FILE_PART_BYTES, getFilePartBytes, countFileParts } from '@marquee/contracts';
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { createWorkLimiter } from '../../../core/work-limiter.ts';
import { detectMediaType } from '../../../core/media-types.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import { lockUnsentFile, updateFile } from './files.sql.ts';

/**
 * Limits how many parts are stored at once, because each one is held in memory and keeps the row of its file locked.
 */
const runLimited = createWorkLimiter(4, 40);

const getPartName = (id: string, part: number): string => `${id}-${part}`;

/**
 * The position of an upload. `part` is the index of the next part, starting at 0. `isWhole` is true if the file is
 * complete and inspected.
 */
export interface UploadPosition {
  id: string;
  part: number;
  isWhole: boolean;
}

/** The state of an upload. `parts` is the number of parts received so far. Parts are received in order. */
export interface UploadState {
  id: string;
  parts: number;
  finishedAt: Date | null;
}

export const toUploadPosition = ({ id, parts, finishedAt }: UploadState): UploadPosition => ({
  id,
  part: parts,
  isWhole: finishedAt !== null,
});

/**
 * Returns the expected size of a part. The client may send the next part, or an earlier one again if its response
 * was lost. Throws FILE_PART_WRONG for any other part.
 */
export function computeExpectedPartBytes({ bytes, parts }: { bytes: number; parts: number }, part: number): number {
  if (part > parts || part >= countFileParts(bytes)) throw new Failure('FILE_PART_WRONG');
  return getFilePartBytes(bytes, part);
}

/**
 * Stores the next part of an upload, and ignores a part that is already stored. After the last part, inspects the
 * content. Returns the new position. Throws FILE_NOT_FOUND, FILE_PART_WRONG (not the next part, or a wrong size) or
 * TOO_BUSY.
 */
export async function storePart(
  deps: Deps,
  actor: Actor,
  position: { id: string; part: number },
  bytes: Buffer,
): Promise<UploadPosition> {
  const storedFile = await runLimited(
    () =>
      inTransaction(deps, async (tx) => {
        const file = await lockUnsentFile(tx.db, position.id);
        if (!file) throw new Failure('FILE_NOT_FOUND');
        if (position.part < file.parts) return file;
        if (position.part > file.parts || bytes.length !== getFilePartBytes(file.bytes, position.part))
          throw new Failure('FILE_PART_WRONG');
        await deps.files.put(getPartName(file.id, position.part), bytes);
        await updateFile(tx.db, file.id, { parts: position.part + 1 });
        return { ...file, parts: position.part + 1 };
      }),
    actor.workspaceId,
  );
  if (storedFile.finishedAt !== null || storedFile.parts < countFileParts(storedFile.bytes))
    return toUploadPosition(storedFile);
  const inspected = { ...(await inspectFile(deps, storedFile)), finishedAt: deps.now() };
  await inTransaction(deps, (tx) => updateFile(tx.db, storedFile.id, inspected));
  return toUploadPosition({ ...storedFile, ...inspected });
}

/** Computes the media type and checksum of a complete file. */
async function inspectFile(deps: Deps, file: { id: string; bytes: number }) {
  const hash = createHash('sha256');
  let mediaType: string | null = null;
  for (let part = 0; part < countFileParts(file.bytes); part++) {
    const bytes = await readPart(deps, file.id, part);
    if (part === 0) mediaType = detectMediaType(bytes);
    hash.update(bytes);
  }
  return { mediaType, sha256: hash.digest('hex') };
}

async function readPart({ files }: Pick<Deps, 'files'>, id: string, part: number): Promise<Buffer> {
  const bytes = await files.get(getPartName(id, part));
  if (!bytes) throw new Error(`Part ${part} of file ${id} is not in the store`);
  return bytes;
}

/** A file to read. `read` returns the bytes from `from` to `to`, both inclusive. */
export interface ReadableFile {
  name: string;
  bytes: number;
  mediaType: string | null;
  read: (from: number, to: number) => Readable;
}

export const createReadableFile = (
  deps: Pick<Deps, 'files'>,
  { id, ...known }: Pick<ReadableFile, 'name' | 'bytes' | 'mediaType'> & { id: string },
): ReadableFile => ({ ...known, read: (from, to) => Readable.from(readByteRange(deps, id, from, to)) });

async function* readByteRange(deps: Pick<Deps, 'files'>, id: string, from: number, to: number) {
  for (let part = Math.floor(from / FILE_PART_BYTES); part * FILE_PART_BYTES <= to; part++) {
    const begin = part * FILE_PART_BYTES;
    const bytes = await readPart(deps, id, part);
    yield bytes.subarray(Math.max(0, from - begin), Math.min(bytes.length, to + 1 - begin));
  }
}

/** Deletes the stored parts of a file. */
export async function removeFileParts({ files }: Pick<Deps, 'files'>, id: string, parts: number): Promise<void> {
  // Delete one part beyond the number stored in the row. The next part may have been uploading when the file was
  // deleted.
  for (let part = 0; part <= parts; part++) await files.remove(getPartName(id, part));
}
