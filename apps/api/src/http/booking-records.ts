/**
 * Creates the record of a booking, either as one document or as an archive with all sent files. Reads the data
 * through the same procedures as the web app.
 */
import { getWorkOutcome } from '@marquee/booking';
import { Readable } from 'node:stream';
import { Zip, ZipPassThrough } from 'fflate';
import type { UserCtx } from '../core/ctx.ts';
import { Failure } from '../core/failures.ts';
import { openFile } from '../modules/booking/files/files.service.ts';
import type { BookingRecord } from '../modules/money/receipts/booking-records.pdf.ts';
import { getPublicationPicture } from '../modules/booking/publications/publication-pictures.service.ts';
import type { Caller } from './router.ts';

/** Maximum number of messages in a record. The latest ones are included. */
const MAX_RECORD_MESSAGES = 1_000;

/**
 * Returns the content of a booking's record, if the caller is a side of the booking. Throws RECEIPT_NOT_FOUND or
 * BOOKING_NOT_FOUND.
 */
export async function getBookingRecord(api: Caller, id: string, createdAt: Date) {
  const [agreement, booking, { items }, { posts }] = await Promise.all([
    api.receipts.agreement({ id }),
    api.bookings.byId({ id }),
    api.deliveries.byBooking({ id }),
    api.publications.results({ id }),
  ]);
  const { timeline, creatorId, creatorName, brandName } = booking;
  const { rows, hasOlder } = await listRecordMessages(api, id);
  return {
    createdAt,
    end: getWorkOutcome(booking),
    agreement,
    timeline,
    deliverables: items,
    posts,
    messages: rows.flatMap(({ at, authorWorkspaceId, text, files }) =>
      // Leaves out automatic announcements, which are part of the timeline, and messages without text.
      authorWorkspaceId === null || text === null
        ? []
        : [{ at, authorName: authorWorkspaceId === creatorId ? creatorName : brandName, text, files }],
    ),
    hasOlder,
  } satisfies BookingRecord;
}

type RecordMessages = Awaited<ReturnType<Caller['messages']['page']>>['items'];

async function listRecordMessages(
  api: Caller,
  bookingId: string,
): Promise<{ rows: RecordMessages; hasOlder: boolean }> {
  const { id } = await api.messages.conversation({ bookingId });
  let rows: RecordMessages = [];
  if (id === null) return { rows, hasOlder: false };
  let hasOlder = true;
  while (hasOlder && rows.length < MAX_RECORD_MESSAGES) {
    const before = rows[0]?.number;
    const page = await api.messages.page({ id, ...(before !== undefined && { before }) });
    rows = [...page.items, ...rows];
    hasOlder = page.hasMore;
  }
  return { rows, hasOlder };
}

/** Streams a ZIP archive of the documents and all sent files that still exist. */
export function createRecordArchive(
  ctx: UserCtx,
  documents: readonly { name: string; body: Buffer }[],
  { deliverables, messages, posts }: Awaited<ReturnType<typeof getBookingRecord>>,
): Readable {
  const files = deliverables.flatMap(({ versions }, at) =>
    versions.flatMap(({ number, files: sent }) =>
      sent
        .filter(({ droppedAt }) => droppedAt === null)
        .map(({ id, name }, place) => ({
          id,
          path: `files/${at + 1}-v${number}-${place + 1}-${toArchiveFileName(name)}`,
        })),
    ),
  );
  const written = messages
    .flatMap(({ files: sent }) => sent)
    .filter(({ droppedAt }) => droppedAt === null)
    .map(({ id, name }, at) => ({ id, path: `messages/${at + 1}-${toArchiveFileName(name)}` }));
  const pictures = posts.flatMap(({ id, picture }, at) =>
    picture === null ? [] : [{ id, path: `posts/${at + 1}.webp` }],
  );
  return Readable.from(zipFiles(ctx, documents, [...files, ...written], pictures));
}

/** Removes characters from a user's file name that are unsafe in the path of an archive entry. */
const toArchiveFileName = (name: string): string => name.replaceAll(/[/\\:*?"<>|]/g, '_').replace(/^\.+/, '_');

async function* zipFiles(
  ctx: UserCtx,
  documents: readonly { name: string; body: Buffer }[],
  files: readonly { id: string; path: string }[],
  pictures: readonly { id: string; path: string }[],
): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let broken: Error | null = null;
  const zip = new Zip((error, chunk) => {
    if (error) broken = error;
    else chunks.push(chunk);
  });
  const takeChunks = function* () {
    if (broken !== null) throw broken;
    yield* chunks.splice(0);
  };
  for (const { name, body } of documents) {
    const entry = new ZipPassThrough(name);
    zip.add(entry);
    entry.push(body, true);
    yield* takeChunks();
  }
  for (const { id, path } of files) {
    const file = await openFile(ctx.deps, ctx.actor, id).catch((error: unknown) => {
      // The file's retention period ended while the archive was being created.
      if (error instanceof Failure && error.failure === 'FILE_GONE') return null;
      throw error;
    });
    if (file === null) continue;
    const entry = new ZipPassThrough(path);
    zip.add(entry);
    for await (const bytes of file.read(0, file.bytes - 1)) {
      // Copied, because the archive keeps a reference to the array. Without a copy, that would keep its larger
      // underlying buffer in memory, too.
      entry.push(Uint8Array.from(bytes as Buffer));
      yield* takeChunks();
    }
    entry.push(new Uint8Array(), true);
    yield* takeChunks();
  }
  for (const { id, path } of pictures) {
    const picture = await getPublicationPicture(ctx.deps, ctx.actor, id).catch((error: unknown) => {
      // The screenshot was deleted while the archive was being created.
      if (error instanceof Failure && error.failure === 'POST_NOT_FOUND') return null;
      throw error;
    });
    if (picture === null) continue;
    const entry = new ZipPassThrough(path);
    zip.add(entry);
    entry.push(Uint8Array.from(picture.bytes), true);
    yield* takeChunks();
  }
  zip.end();
  yield* takeChunks();
}
