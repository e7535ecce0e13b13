/** Serves screenshots of publications to both sides of the booking and to visitors of shared results. */
import { getSharedPicturePath, getPublicationPicturePath } from '@marquee/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../core/deps.ts';
import { Failure } from '../core/failures.ts';
import {
  getPublicationPicture,
  getSharedPublicationPicture,
  type StoredPublicationPicture,
} from '../modules/booking/publications/publication-pictures.service.ts';
import { createContext } from './context.ts';

/** Registers the routes on a scope that provides the session. */
export function registerPublicationPictures(scope: FastifyInstance, deps: Deps): void {
  const contextOf = createContext(deps);
  const options = { schema: { hide: true } };
  scope.get(getPublicationPicturePath({ id: ':id' }), options, async (request, reply) => {
    const ctx = await contextOf({ req: request });
    if (ctx.user === null) throw new Failure('SIGNED_OUT');
    const { id } = request.params as { id: string };
    if (!UUID_PATTERN.test(id)) throw new Failure('POST_NOT_FOUND');
    return sendPicture(request, reply, await getPublicationPicture(ctx.deps, ctx.user, id));
  });
  scope.get(getSharedPicturePath({ token: ':token', id: ':id' }), options, async (request, reply) => {
    const params = request.params as { token: string; id: string };
    if (!UUID_PATTERN.test(params.id) || !TOKEN_PATTERN.test(params.token)) throw new Failure('POST_NOT_FOUND');
    return sendPicture(request, reply, await getSharedPublicationPicture(await contextOf({ req: request }), params));
  });
}

/** The token consists of 16 random bytes. */
const TOKEN_PATTERN = /^[\w-]{22}$/;
const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, bytes }: StoredPublicationPicture,
): FastifyReply {
  // Browsers must revalidate, because permissions can change.
  const tag = `"${name}"`;
  void reply
    .header('cache-control', 'private, no-cache')
    .header('etag', tag)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', 'inline')
    .type('image/webp');
  return request.headers['if-none-match'] === tag ? reply.code(304).send() : reply.send(bytes);
}
