/**
 * Registers picture uploads. The request body is the picture, and the response is the updated object that the
 * picture belongs to, for example the profile.
 */
import {
  MAX_PICTURE_BYTES,
  idInput,
  pictureCrop,
  publicationPictureInput,
  followerProofInput,
  type PictureCrop,
  type FollowerProofInput,
  type Permission,
} from '@marquee/validation';
import { TRPCError } from '@trpc/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SessionUser, UserCtx } from '../core/ctx.ts';
import type { Deps } from '../core/deps.ts';
import { Failure } from '../core/failures.ts';
import { assertSameAccount } from '../core/page-user.ts';
import { assertPermission } from '../core/permissions.ts';
import { guardRepresentation } from '../core/representation.ts';
import { enforceRateLimit, tryRateLimit } from '../core/rate-limits.ts';
import { assertFreeSpace } from '../core/storage-quota.ts';
import { saveClientLogo } from '../modules/clients/clients.service.ts';
import { sendFollowerProof } from '../modules/follower-proofs/follower-proofs.service.ts';
import { addPortfolioPicture, saveProfilePhoto } from '../modules/profiles/settings.service.ts';
import { addPublicationPicture } from '../modules/publications/publication-pictures.service.ts';
import { createContext } from './context.ts';
import { sendRestError } from './rest.ts';
import { createRequestSlots } from './request-slots.ts';

export const UPLOADS_PATH = '/api/uploads/';
const PORTRAIT_PATH = `${UPLOADS_PATH}portrait`;
const CLIENT_LOGO_PATH = `${UPLOADS_PATH}client-logo`;
const PUBLICATION_PICTURE_PATH = `${UPLOADS_PATH}post-picture`;
/** The permissions for uploads that are not part of the public profile. */
const UPLOAD_PERMISSIONS: Partial<Record<string, Permission>> = {
  [PORTRAIT_PATH]: 'workspace.edit',
  [CLIENT_LOGO_PATH]: 'budgets.manage',
  [PUBLICATION_PICTURE_PATH]: 'work.deliver',
};

const takeSlot = createRequestSlots({ total: 32, perPerson: 12, perNetwork: 20 });

type SavePicture = (ctx: UserCtx, bytes: Buffer) => Promise<unknown>;

/** Parses the query of a request and returns the function that saves the picture. Throws if the query is invalid. */
type ParseUpload = (query: unknown) => SavePicture;

const createUploadParser =
  <T>(asked: (query: unknown) => T, save: (ctx: UserCtx, bytes: Buffer, asked: T) => Promise<unknown>): ParseUpload =>
  (query) => {
    const read = asked(query);
    return (ctx, bytes) => save(ctx, bytes, read);
  };

/** Registers the routes. They need a separate scope that provides the session, because their bodies are not JSON. */
export function registerUploads(scope: FastifyInstance, deps: Deps): void {
  const contextOf = createContext(deps);
  const saves = new Map<string, ParseUpload>([
    [PORTRAIT_PATH, createUploadParser(parseCrop, saveProfilePhoto)],
    [`${UPLOADS_PATH}portfolio`, createUploadParser(parseCrop, addPortfolioPicture)],
    [`${UPLOADS_PATH}follower-proof`, createUploadParser(parseProofPlatform, sendFollowerProof)],
    [CLIENT_LOGO_PATH, createUploadParser(parseClientQuery, saveClientLogo)],
    [PUBLICATION_PICTURE_PATH, createUploadParser(parsePublicationQuery, addPublicationPicture)],
  ]);
  const accepted = new WeakMap<FastifyRequest, { ctx: UserCtx; save: SavePicture }>();
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_PICTURE_BYTES }, (_request, body, done) =>
    done(null, body),
  );
  scope.setErrorHandler((error, request, reply) =>
    sendRestError(isBodyTooLarge(error) ? new Failure('PICTURE_TOO_LARGE') : error, request, reply),
  );
  // Checks the caller and the target before the body is read, so that only a permitted picture gets a slot.
  scope.addHook('onRequest', async (request, reply) => {
    const { url = '' } = request.routeOptions;
    const ctx = await contextOf({ req: request });
    const { user } = ctx;
    if (user === null) throw new Failure('SIGNED_OUT');
    assertSameAccount(ctx);
    await enforceRateLimit(ctx, 'upload', user.id);
    assertUserType(url, user);
    assertPermission(user, UPLOAD_PERMISSIONS[url] ?? 'catalog.edit');
    const bytes = Number(request.headers['content-length'] ?? MAX_PICTURE_BYTES);
    if (bytes > MAX_PICTURE_BYTES) throw new Failure('PICTURE_TOO_LARGE');
    const save = saves.get(url)?.(request.query);
    await assertFreeSpace(url === PUBLICATION_PICTURE_PATH ? ctx.files : ctx.pictures);
    takeSlot(request, reply, user.id);
    // Checked last, so that an upload refused by an earlier check does not use up the network's quota.
    if (!(await tryRateLimit(ctx, 'picture kilobytes', ctx.ip, Math.ceil(bytes / 1024))))
      throw new Failure('NETWORK_FILES_FULL');
    if (save) accepted.set(request, { ctx: { ...ctx, user, db: guardRepresentation(ctx.db, user) }, save });
  });

  const options = { schema: { hide: true }, bodyLimit: MAX_PICTURE_BYTES };
  for (const url of saves.keys())
    scope.post(url, options, (request: FastifyRequest) => {
      const upload = accepted.get(request);
      if (!upload) throw new Failure('SIGNED_OUT');
      return upload.save(upload.ctx, Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
    });
}

/** Every user has a profile photo. Only brands have clients, and the other pictures belong to creators. */
function assertUserType(url: string, { userType }: SessionUser): void {
  if (url === PORTRAIT_PATH) return;
  const isForBrands = url === CLIENT_LOGO_PATH;
  if (isForBrands !== (userType === 'brand')) throw new Failure(isForBrands ? 'BRANDS_ONLY' : 'CREATORS_ONLY');
}

const isBodyTooLarge = (error: unknown) =>
  !(error instanceof TRPCError) && (error as { statusCode?: number }).statusCode === 413;

function parseProofPlatform(query: unknown): FollowerProofInput {
  const asked = followerProofInput.safeParse(query);
  if (!asked.success) throw new Failure('PROOF_PLATFORM_MISSING');
  return asked.data;
}

function parsePublicationQuery(query: unknown): { post: string } {
  const asked = publicationPictureInput.safeParse(query);
  if (!asked.success) throw new Failure('POST_NOT_FOUND');
  return asked.data;
}

function parseClientQuery(query: unknown): { id: string } {
  const asked = idInput.safeParse(query);
  if (!asked.success) throw new Failure('CLIENT_NOT_FOUND');
  return asked.data;
}

/** Parses the optional crop in the query. Throws PICTURE_CROP_WRONG. */
function parseCrop(query: unknown): PictureCrop | undefined {
  if (Object.keys(query as object).length === 0) return undefined;
  const crop = pictureCrop.safeParse(query);
  if (!crop.success) throw new Failure('PICTURE_CROP_WRONG');
  return crop.data;
}
