/**
 * Receives files in parts, and serves them in full or in ranges, which video players request. Files cannot run as
 * code: browsers display only safe types and download all others, and the type is never guessed from the file name.
 */
import { FILE_PART_BYTES, getFilePath, getFilePartPath, findPreviewKind } from '@marquee/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../core/ctx.ts';
import type { Deps } from '../core/deps.ts';
import { Failure } from '../core/failures.ts';
import { assertSameAccount } from '../core/page-user.ts';
import { enforceRateLimit } from '../core/rate-limits.ts';
import { assertFreeSpace } from '../core/storage-quota.ts';
import type { ReadableFile } from '../modules/booking/files/content.service.ts';
import { getExpectedPartBytes, openFile, storeFilePart } from '../modules/booking/files/files.service.ts';
import { openGuestFile } from '../modules/booking/guest-reviews/guests.service.ts';
import { createContext, toUserCtx } from './context.ts';
import { sendRestError } from './rest.ts';
import { createRequestSlots } from './request-slots.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller of a request for a file. */
    caller: Ctx | null;
  }
}

/** Registers the routes. They need a separate scope that provides the session, because their bodies are not JSON. */
export function registerFiles(scope: FastifyInstance, deps: Deps): void {
  const contextOf = createContext(deps);
  scope.decorateRequest('caller', null);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: FILE_PART_BYTES }, (_request, body, done) =>
    done(null, body),
  );
  scope.setErrorHandler((error, request, reply) =>
    sendRestError(isBodyTooLarge(error) ? new Failure('FILE_PART_WRONG') : error, request, reply),
  );
  // Checks the caller and the part before its body is read, so that only an expected part gets a slot.
  scope.addHook('onRequest', async (request, reply) => {
    const ctx = await contextOf({ req: request });
    request.caller = ctx;
    if (request.method !== 'PUT') return;
    const { deps: own, user, actor } = toUserCtx(ctx);
    assertSameAccount(ctx);
    await enforceRateLimit(ctx.deps, 'file part', user.id);
    const bytes = await getExpectedPartBytes(own, actor, parsePartParams(request));
    if (request.headers['content-length'] !== String(bytes)) throw new Failure('FILE_PART_WRONG');
    await assertFreeSpace(ctx.deps.files);
    takeSlot(request, reply, user.id);
  });
  const callerOf = (request: FastifyRequest): Ctx => {
    if (request.caller === null) throw new Failure('SIGNED_OUT');
    return request.caller;
  };

  scope.put(FILE_ROUTES.part, { schema: { hide: true }, bodyLimit: FILE_PART_BYTES }, (request) => {
    const { body } = request;
    if (!Buffer.isBuffer(body)) throw new Failure('FILE_PART_WRONG');
    const partParams = parsePartParams(request);
    const { deps: own, actor } = toUserCtx(callerOf(request));
    return storeFilePart(own, actor, partParams, body);
  });
  scope.get(FILE_ROUTES.file, { schema: { hide: true } }, (request, reply) =>
    sendFile(callerOf(request), request, reply),
  );
}

/** Opens a file that the caller may read as a user or as a guest. Throws SIGNED_OUT or the errors of `openFile`. */
async function openFileForCaller(ctx: Ctx, id: string): Promise<ReadableFile> {
  const isGuest = (ctx.session?.guestIds.length ?? 0) > 0;
  if (ctx.user === null && isGuest) return openGuestFile(ctx, id);
  const { deps, actor } = toUserCtx(ctx);
  return openFile(deps, actor, id).catch((error: unknown) => {
    if (isGuest && error instanceof Failure && error.failure === 'FILE_NOT_FOUND') return openGuestFile(ctx, id);
    throw error;
  });
}

const takeSlot = createRequestSlots({ total: 24, perPerson: 4, perNetwork: 8 });

/** Parses the file id and part number in a path. Throws FILE_NOT_FOUND or FILE_PART_WRONG. */
function parsePartParams(request: FastifyRequest): { id: string; part: number } {
  const { id, part } = request.params as { id: string; part: string };
  if (!UUID_PATTERN.test(id)) throw new Failure('FILE_NOT_FOUND');
  if (!/^\d{1,3}$/.test(part)) throw new Failure('FILE_PART_WRONG');
  return { id, part: Number(part) };
}

const FILE_ROUTES = { file: getFilePath(':id'), part: getFilePartPath(':id', 0).replace(/0$/, ':part') };
const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function sendFile(ctx: Ctx, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { id } = request.params as { id: string };
  if (!UUID_PATTERN.test(id)) throw new Failure('FILE_NOT_FOUND');
  const file = await openFileForCaller(ctx, id);
  // A file never changes, but browsers must revalidate it, because the user may have lost access.
  const tag = `"${id}"`;
  const isShown = (request.query as { show?: string }).show === '1' && findPreviewKind(file.mediaType) !== null;
  void reply
    .header('cache-control', 'private, no-cache')
    .header('etag', tag)
    .header('accept-ranges', 'bytes')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', isShown ? 'inline' : formatContentDisposition(file.name))
    .type(isShown && file.mediaType !== null ? file.mediaType : 'application/octet-stream');
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();

  const { range } = request.headers;
  const byteRange = range === undefined ? null : parseRange(range, file.bytes);
  if (byteRange === 'outside') return reply.code(416).header('content-range', `bytes */${file.bytes}`).send();
  const [from, to] = byteRange ?? [0, file.bytes - 1];
  if (byteRange !== null) void reply.code(206).header('content-range', `bytes ${from}-${to}/${file.bytes}`);
  return reply.header('content-length', to - from + 1).send(file.read(from, to));
}

/**
 * Parses a Range header (RFC 9110, section 14) to an inclusive range. Returns `outside` if the range is not
 * satisfiable. Returns null if the whole file has to be sent.
 */
export function parseRange(header: string, bytes: number): readonly [from: number, to: number] | 'outside' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header) ?? [];
  if (first === '' && last === '') return null;
  if (first === '')
    return last === '0' || Number(last) === 0 ? 'outside' : [Math.max(0, bytes - Number(last)), bytes - 1];
  const to = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (last !== '' && Number(last) < Number(first)) return null;
  return Number(first) >= bytes ? 'outside' : [Number(first), to];
}

/** Formats a Content-Disposition header with a user's file name (RFC 6266, RFC 8187). */
function formatContentDisposition(name: string): string {
  const plain = name.replaceAll(/[^\w .()-]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

const isBodyTooLarge = (error: unknown) => (error as { statusCode?: number }).statusCode === 413;
