/**
 * Registers picture uploads. The request body is the picture, and the response is the updated object that the
 * picture belongs to, for example the profile.
 */
import {
  idInput,
  pictureCrop,
  publicationPictureInput,
  followerProofInput,
  type PictureCrop,
  type FollowerProofInput,
} from '@marquee/validation';
import { MAX_PICTURE_BYTES, type Permission, type UserType } from '@marquee/contracts';
import { TRPCError } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../core/actor.ts';
import type { SessionUser, UserCtx } from '../core/ctx.ts';
import type { Deps } from '../core/deps.ts';
import { Failure } from '../core/failures.ts';
import { assertSameAccount } from '../core/page-user.ts';
import { assertAccess, assertNotLocked } from '../core/permissions.ts';
import { enforceRateLimit, tryRateLimit } from '../core/rate-limits.ts';
import { assertFreeSpace } from '../core/storage-quota.ts';
import { saveClientLogo } from '../modules/identity/clients/clients.service.ts';
import { sendFollowerProof } from '../modules/catalog/follower-proofs/follower-proofs.service.ts';
import { addPortfolioPicture, saveProfilePhoto } from '../modules/catalog/profiles/settings.service.ts';
import { addPublicationPicture } from '../modules/booking/publications/publication-pictures.service.ts';
import { createContext, toUserCtx } from './context.ts';
import { sendRestError } from './rest.ts';
import { createRequestSlots } from './request-slots.ts';

export const UPLOADS_PATH = '/api/uploads/';

const takeSlot = createRequestSlots({ total: 32, perPerson: 12, perNetwork: 20 });

type SavePicture = (deps: Deps, actor: Actor, bytes: Buffer) => Promise<unknown>;

interface Upload {
  /** The type of the users who upload this picture. */
  userType: UserType | 'any';
  permission: Permission;
  /** The storage whose free space is checked. */
  storage: 'pictures' | 'files';
  /** Parses the query of a request and returns the function that saves the picture. Throws if the query is invalid. */
  save: (query: unknown) => SavePicture;
}

const createSave =
  <T>(parse: (query: unknown) => T, save: (deps: Deps, actor: Actor, bytes: Buffer, asked: T) => Promise<unknown>) =>
  (query: unknown): SavePicture => {
    const target = parse(query);
    return (deps, actor, bytes) => save(deps, actor, bytes, target);
  };

/** The uploads by the last part of their path. */
const UPLOADS: Record<string, Upload> = {
  portrait: {
    userType: 'any',
    permission: 'workspace.edit',
    storage: 'pictures',
    save: createSave(parseCrop, saveProfilePhoto),
  },
  portfolio: {
    userType: 'influencer',
    permission: 'catalog.edit',
    storage: 'pictures',
    save: createSave(parseCrop, addPortfolioPicture),
  },
  'follower-proof': {
    userType: 'influencer',
    permission: 'workspace.edit',
    storage: 'pictures',
    save: createSave(parseProofPlatform, sendFollowerProof),
  },
  'client-logo': {
    userType: 'brand',
    permission: 'budgets.manage',
    storage: 'pictures',
    save: createSave(parseClientQuery, saveClientLogo),
  },
  'post-picture': {
    userType: 'influencer',
    permission: 'work.deliver',
    storage: 'files',
    save: createSave(parsePublicationQuery, addPublicationPicture),
  },
};

declare module 'fastify' {
  interface FastifyRequest {
    /** An upload that was accepted before its body was read. */
    upload: { caller: UserCtx; save: SavePicture } | null;
  }
}

/** Registers the routes. They need a separate scope that provides the session, because their bodies are not JSON. */
export function registerUploads(scope: FastifyInstance, deps: Deps): void {
  const contextOf = createContext(deps);
  scope.decorateRequest('upload', null);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_PICTURE_BYTES }, (_request, body, done) =>
    done(null, body),
  );
  scope.setErrorHandler((error, request, reply) =>
    sendRestError(isBodyTooLarge(error) ? new Failure('PICTURE_TOO_LARGE') : error, request, reply),
  );

  /** Checks the caller and the target before the body is read, so that only a permitted picture gets a slot. */
  const accept = async (upload: Upload, request: FastifyRequest, reply: FastifyReply) => {
    const ctx = await contextOf({ req: request });
    const { user } = ctx;
    if (user === null) throw new Failure('SIGNED_OUT');
    assertSameAccount(ctx);
    await enforceRateLimit(ctx.deps, 'upload', user.id);
    assertUserType(upload, user);
    assertAccess(user, upload.permission);
    assertNotLocked(user, upload.permission);
    const bytes = Number(request.headers['content-length'] ?? MAX_PICTURE_BYTES);
    if (bytes > MAX_PICTURE_BYTES) throw new Failure('PICTURE_TOO_LARGE');
    const save = upload.save(request.query);
    await assertFreeSpace(ctx.deps[upload.storage]);
    takeSlot(request, reply, user.id);
    // Checked last, so that an upload refused by an earlier check does not use up the network's quota.
    if (!(await tryRateLimit(ctx.deps, 'picture kilobytes', ctx.request.ip, Math.ceil(bytes / 1024))))
      throw new Failure('NETWORK_FILES_FULL');
    request.upload = { caller: toUserCtx(ctx), save };
  };

  for (const [name, upload] of Object.entries(UPLOADS))
    scope.post(
      `${UPLOADS_PATH}${name}`,
      {
        schema: { hide: true },
        bodyLimit: MAX_PICTURE_BYTES,
        onRequest: (request: FastifyRequest, reply: FastifyReply) => accept(upload, request, reply),
      },
      ({ upload: accepted, body }: FastifyRequest) => {
        if (accepted === null) throw new Failure('SIGNED_OUT');
        const { deps: own, actor } = accepted.caller;
        return accepted.save(own, actor, Buffer.isBuffer(body) ? body : Buffer.alloc(0));
      },
    );
}

function assertUserType({ userType }: Upload, user: SessionUser): void {
  if (userType !== 'any' && userType !== user.userType)
    throw new Failure(userType === 'brand' ? 'BRANDS_ONLY' : 'CREATORS_ONLY');
}

const isBodyTooLarge = (error: unknown) =>
  !(error instanceof TRPCError) && (error as { statusCode?: number }).statusCode === 413;

function parseProofPlatform(query: unknown): FollowerProofInput {
  const parsed = followerProofInput.safeParse(query);
  if (!parsed.success) throw new Failure('PROOF_PLATFORM_MISSING');
  return parsed.data;
}

function parsePublicationQuery(query: unknown): { post: string } {
  const parsed = publicationPictureInput.safeParse(query);
  if (!parsed.success) throw new Failure('POST_NOT_FOUND');
  return parsed.data;
}

function parseClientQuery(query: unknown): { id: string } {
  const parsed = idInput.safeParse(query);
  if (!parsed.success) throw new Failure('CLIENT_NOT_FOUND');
  return parsed.data;
}

/** Parses the optional crop in the query. Throws PICTURE_CROP_WRONG. */
function parseCrop(query: unknown): PictureCrop | undefined {
  if (Object.keys(query as object).length === 0) return undefined;
  const crop = pictureCrop.safeParse(query);
  if (!crop.success) throw new Failure('PICTURE_CROP_WRONG');
  return crop.data;
}
