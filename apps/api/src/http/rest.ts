/**
 * Maps each /api path in spec §7 to the tRPC procedure that handles it and to the schema of its response. Contains
 * no business rules. The OpenAPI document is generated from the same table.
 */
import {
  bookingMove,
  checkoutInput,
  packageForm,
  questionnaireInput,
  registrationInput,
  signInInput,
} from '@marquee/validation';
import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../core/deps.ts';
import { Failure, getPublicMessage } from '../core/failures.ts';
import { createContext } from './context.ts';
import {
  toBookingBody,
  bookingBodySchema,
  toDashboardStatsBody,
  dashboardStatsBodySchema,
  errorBodySchema,
  toPackageBody,
  packageBodySchema,
  toPaymentIntentBody,
  paymentIntentBodySchema,
  toProfileBody,
  profileBodySchema,
  toProfileStatsBody,
  profileStatsBodySchema,
  questionnaireBodySchema,
  successBodySchema,
  toUserBody,
  userBodySchema,
} from './rest.wire.ts';
import { createCaller, type Caller } from './router.ts';

interface RestInput {
  params: Record<string, string>;
  /** The request body. Typed as `never`, so that it can be passed to any procedure, which validates it. */
  body: never;
}

interface RestRoute {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  tag: string;
  summary: string;
  /** The schema of the body for the OpenAPI document. It does not validate the body, because the procedure does. */
  body?: z.ZodType;
  answer: z.ZodType;
  status?: 201;
  /** Error statuses in addition to the common ones (`listRefusalStatuses`). */
  refuses: readonly number[];
  call: (api: Caller, input: RestInput) => Promise<unknown>;
}

const getIdParam = ({ params }: RestInput) => ({ id: params['id'] ?? '' });
const getUsernameParam = ({ params }: RestInput) => ({ username: params['username'] ?? '' });
const createSuccessBody = () => ({ success: true as const });
/** The id in the path overrides an id in the body. */
const withPathId = (input: RestInput) => ({ ...(input.body as object), ...getIdParam(input) });
/** Returns an empty object if the JSON body is not an object, so that validation reports the missing fields. */
const toFields = (body: unknown) =>
  (typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}) as never;

/** The routes in the order of spec §7. */
export const REST_ROUTES: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/api/auth/user',
    tag: 'auth',
    summary: 'The signed-in user',
    answer: userBodySchema,
    refuses: [401],
    call: (api) => api.auth.me().then(toUserBody),
  },
  {
    method: 'GET',
    path: '/api/auth/me',
    tag: 'auth',
    summary: 'The signed-in user',
    answer: userBodySchema,
    refuses: [401],
    call: (api) => api.auth.me().then(toUserBody),
  },
  {
    method: 'POST',
    path: '/api/auth/login',
    tag: 'auth',
    summary: 'Sign in',
    body: signInInput,
    answer: userBodySchema,
    refuses: [401, 503],
    call: (api, { body }) => api.auth.signIn(body).then(toUserBody),
  },
  {
    method: 'POST',
    path: '/api/auth/register',
    tag: 'auth',
    summary: 'Create an account',
    body: registrationInput,
    answer: userBodySchema,
    status: 201,
    refuses: [409, 503],
    call: (api, { body }) => api.auth.register(body).then(toUserBody),
  },
  {
    method: 'POST',
    path: '/api/auth/logout',
    tag: 'auth',
    summary: 'End this session',
    answer: successBodySchema,
    refuses: [],
    call: (api) => api.auth.signOut().then(createSuccessBody),
  },
  {
    method: 'GET',
    path: '/api/packages/influencer/:id',
    tag: 'packages',
    answer: z.array(packageBodySchema),
    refuses: [],
    summary: "A creator's packages: all of them for the creator, the active ones for others",
    call: (api, input) => api.packages.listByCreator(getIdParam(input)).then((list) => list.map(toPackageBody)),
  },
  {
    method: 'GET',
    path: '/api/packages/:id',
    tag: 'packages',
    summary: 'A package',
    answer: packageBodySchema,
    refuses: [404],
    call: (api, input) => api.packages.byId(getIdParam(input)).then(toPackageBody),
  },
  {
    method: 'POST',
    path: '/api/packages',
    tag: 'packages',
    summary: 'Publish a package',
    body: packageForm,
    answer: packageBodySchema,
    status: 201,
    refuses: [401, 403],
    call: (api, { body }) => api.packages.create(body).then(toPackageBody),
  },
  {
    method: 'PUT',
    path: '/api/packages/:id',
    tag: 'packages',
    body: packageForm,
    answer: packageBodySchema,
    refuses: [401, 403, 404],
    summary: 'Replace a package; leaving isActive out keeps it',
    call: (api, input) => api.packages.save(withPathId(input) as never).then(toPackageBody),
  },
  {
    method: 'DELETE',
    path: '/api/packages/:id',
    tag: 'packages',
    summary: 'Delete a package; its bookings stay',
    answer: successBodySchema,
    refuses: [401, 403, 404],
    call: (api, input) => api.packages.remove(getIdParam(input)),
  },
  {
    method: 'GET',
    path: '/api/questionnaire/:packageId',
    tag: 'questionnaires',
    answer: questionnaireBodySchema,
    refuses: [404],
    summary: 'The questions of a package; 404 when it has none',
    call: async (api, { params }) => {
      const found = await api.questionnaires.byPackage({ packageId: params['packageId'] ?? '' });
      if (!found) throw new Failure('QUESTIONNAIRE_NOT_FOUND');
      return found;
    },
  },
  {
    method: 'POST',
    path: '/api/questionnaire',
    tag: 'questionnaires',
    summary: 'Save the questions of a package',
    body: questionnaireInput,
    answer: questionnaireBodySchema,
    refuses: [401, 403, 404],
    call: (api, { body }) => api.questionnaires.save(body),
  },
  {
    method: 'GET',
    path: '/api/bookings/:id',
    tag: 'bookings',
    summary: 'A booking, for its brand and its creator',
    answer: bookingBodySchema,
    refuses: [401, 404],
    call: (api, input) => api.bookings.byId(getIdParam(input)).then(toBookingBody),
  },
  {
    method: 'PATCH',
    path: '/api/bookings/:id/status',
    tag: 'bookings',
    body: bookingMove.omit({ id: true }),
    answer: bookingBodySchema,
    refuses: [401, 403, 404, 409],
    summary: 'Move a booking along; only its creator may',
    call: (api, input) => api.bookings.move(withPathId(input) as never).then(toBookingBody),
  },
  {
    method: 'GET',
    path: '/api/profile/:username',
    tag: 'profiles',
    summary: "A creator's public profile",
    answer: profileBodySchema,
    refuses: [404],
    call: (api, input) => api.profiles.byUsername(getUsernameParam(input)).then(toProfileBody),
  },
  {
    method: 'GET',
    path: '/api/profile/:username/stats',
    tag: 'profiles',
    answer: profileStatsBodySchema,
    refuses: [404],
    summary: "A profile's figures; earnings in cents",
    call: (api, input) => api.profiles.stats(getUsernameParam(input)).then(toProfileStatsBody),
  },
  {
    method: 'GET',
    path: '/api/profile/:username/packages',
    tag: 'profiles',
    summary: "A profile's packages",
    answer: z.array(packageBodySchema),
    refuses: [404],
    call: (api, input) => api.profiles.packages(getUsernameParam(input)).then((list) => list.map(toPackageBody)),
  },
  {
    method: 'GET',
    path: '/api/dashboard/stats',
    tag: 'profiles',
    answer: dashboardStatsBodySchema,
    refuses: [401],
    summary: "The signed-in user's figures; earnings in cents",
    call: (api) => api.profiles.dashboard().then(toDashboardStatsBody),
  },
  {
    method: 'GET',
    path: '/api/influencers/:id',
    tag: 'profiles',
    summary: 'A creator by id',
    answer: profileBodySchema,
    refuses: [404],
    call: (api, input) => api.profiles.byId(getIdParam(input)).then(toProfileBody),
  },
  {
    method: 'POST',
    path: '/api/create-payment-intent',
    tag: 'payments',
    body: checkoutInput,
    answer: paymentIntentBodySchema,
    refuses: [401, 403, 404, 409, 503],
    summary: 'Book a package and start its payment; repeated before payment it returns the same booking',
    call: (api, { body }) => api.payments.openCheckout(body).then(toPaymentIntentBody),
  },
];

/**
 * Lists a route's error statuses. Every route may refuse invalid input (400) and too many requests (429). Routes
 * that change something also refuse requests from other sites (403). Routes with a body also refuse one that is too
 * large (413) or not JSON (415).
 */
const listRefusalStatuses = ({ method, body, refuses }: RestRoute): number[] =>
  [400, 429, ...(method === 'GET' ? [] : [403]), ...(body ? [413, 415] : []), ...refuses].toSorted(
    (one, other) => one - other,
  );

/** Registers all REST routes on a scope that provides the session. */
export function registerRest(app: FastifyInstance, deps: Deps): void {
  const contextOf = createContext(deps);
  for (const route of REST_ROUTES) {
    app.route({
      method: route.method,
      url: route.path,
      schema: {
        tags: [route.tag],
        summary: route.summary,
        ...(route.body && { body: route.body }),
        response: Object.fromEntries([
          [route.status ?? 200, route.answer],
          ...listRefusalStatuses(route).map((status) => [status, errorBodySchema]),
        ]),
      },
      handler: async (request, reply) => {
        const input = { params: request.params as Record<string, string>, body: toFields(request.body) };
        const answer = await route.call(createCaller(await contextOf({ req: request })), input);
        return reply.code(route.status ?? 200).send(answer);
      },
    });
  }
}

/**
 * Sends an error response with its status. The message is in both fields that the specification names (`error` and
 * `message`).
 */
export function sendRestError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = error instanceof TRPCError ? error : toTrpcError(error);
  const status = getHTTPStatusCodeFromError(refusal);
  if (status >= 500) request.log.error({ err: refusal.cause ?? refusal }, 'request failed');
  const message = getPublicMessage(refusal);
  return reply.code(status).send({ error: message, message });
}

const TRPC_CODES_BY_STATUS: Partial<Record<number, TRPCError['code']>> = {
  400: 'BAD_REQUEST',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
};

/**
 * Converts one of Fastify's own errors, such as a body that is too large, to the tRPC error with the same status.
 * Every other error becomes an internal error that discloses nothing.
 */
function toTrpcError(error: unknown): TRPCError {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  const isSyntax =
    error instanceof SyntaxError || (error as { code?: string }).code === 'FST_ERR_CTP_INVALID_JSON_BODY';
  return new TRPCError({
    code: isSyntax ? 'PARSE_ERROR' : (TRPC_CODES_BY_STATUS[status] ?? 'INTERNAL_SERVER_ERROR'),
    cause: error,
  });
}
