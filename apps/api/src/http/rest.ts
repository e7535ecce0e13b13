/**
 * Maps each REST call (requirements R7.1 to R7.20) to the tRPC procedure that handles it and to the schema of its
 * response. Contains no business rules. The OpenAPI document is generated from the same table.
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
import { Failure, findRetryAfterMs, getErrorName, getPublicMessage, findAwayFailure } from '../core/failures.ts';
import { createContext } from './context.ts';
import { noteRequestError } from './request-log.ts';
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
import { addRetryAfter } from './unavailable.ts';

/** The groups of operations, in the order of the API reference. */
export const REST_TAGS = {
  auth: 'Accounts and sessions',
  packages: 'Packages that creators sell',
  questionnaires: 'Questions that a brand answers when ordering a package',
  bookings: 'Bookings and their status',
  profiles: 'Profiles and figures',
  payments: 'Checkout',
} as const;
type RestTag = keyof typeof REST_TAGS;

/** The name of the security scheme for the session cookie. */
export const SESSION_SCHEME = 'session';
const SECURITY_BY_ACCESS = {
  public: [],
  optional: [{}, { [SESSION_SCHEME]: [] }],
  session: [{ [SESSION_SCHEME]: [] }],
} as const;

interface RestInput {
  params: Record<string, string>;
  /** The request body. Typed as `never`, so that it can be passed to any procedure, which validates it. */
  body: never;
}

interface RestRoute {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  tag: RestTag;
  /** Names the operation in generated clients. */
  operationId: string;
  summary: string;
  description: string;
  /** The callers that are allowed. `optional` allows everyone, but the response can depend on the session. */
  access: 'public' | 'optional' | 'session';
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

/** The routes in the order of requirements R7.1 to R7.20. */
export const REST_ROUTES: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/api/auth/user',
    tag: 'auth',
    operationId: 'getCurrentUser',
    summary: 'Get the signed-in user',
    description: 'Returns the account that the session cookie belongs to.',
    access: 'session',
    answer: userBodySchema,
    refuses: [401],
    call: (api) => api.auth.me().then(toUserBody),
  },
  {
    method: 'GET',
    path: '/api/auth/me',
    tag: 'auth',
    operationId: 'getMe',
    summary: 'Get the signed-in user',
    description: 'Returns the same as `GET /api/auth/user`.',
    access: 'session',
    answer: userBodySchema,
    refuses: [401],
    call: (api) => api.auth.me().then(toUserBody),
  },
  {
    method: 'POST',
    path: '/api/auth/login',
    tag: 'auth',
    operationId: 'signIn',
    summary: 'Sign in',
    description: 'Starts a session. The response sets the session cookie.',
    access: 'public',
    body: signInInput,
    answer: userBodySchema,
    refuses: [401, 503],
    call: (api, { body }) => api.auth.signIn(body).then(toUserBody),
  },
  {
    method: 'POST',
    path: '/api/auth/register',
    tag: 'auth',
    operationId: 'register',
    summary: 'Create an account',
    description: 'Creates a creator or brand account and sends an email to confirm the address. Does not sign in.',
    access: 'public',
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
    operationId: 'signOut',
    summary: 'Sign out',
    description: 'Ends the session, if there is one.',
    access: 'optional',
    answer: successBodySchema,
    refuses: [],
    call: (api) => api.auth.signOut().then(createSuccessBody),
  },
  {
    method: 'GET',
    path: '/api/packages/influencer/:id',
    tag: 'packages',
    operationId: 'listPackagesByCreator',
    summary: "List a creator's packages",
    description: 'Returns active packages. The creator also gets inactive ones.',
    access: 'optional',
    answer: z.array(packageBodySchema),
    refuses: [],
    call: (api, input) => api.packages.listByCreator(getIdParam(input)).then((list) => list.map(toPackageBody)),
  },
  {
    method: 'GET',
    path: '/api/packages/:id',
    tag: 'packages',
    operationId: 'getPackage',
    summary: 'Get a package',
    description: 'Returns an active package. Inactive packages are visible only to their creator.',
    access: 'optional',
    answer: packageBodySchema,
    refuses: [404],
    call: (api, input) => api.packages.byId(getIdParam(input)).then(toPackageBody),
  },
  {
    method: 'POST',
    path: '/api/packages',
    tag: 'packages',
    operationId: 'createPackage',
    summary: 'Create a package',
    description: 'Creates an active package. Only creators can do this.',
    access: 'session',
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
    operationId: 'replacePackage',
    summary: 'Replace a package',
    description: 'Replaces all fields. `isActive` keeps its value if it is left out.',
    access: 'session',
    body: packageForm,
    answer: packageBodySchema,
    refuses: [401, 403, 404],
    call: (api, input) => api.packages.save(withPathId(input) as never).then(toPackageBody),
  },
  {
    method: 'DELETE',
    path: '/api/packages/:id',
    tag: 'packages',
    operationId: 'deletePackage',
    summary: 'Delete a package',
    description: 'Deletes the package. Existing bookings keep their copy of it.',
    access: 'session',
    answer: successBodySchema,
    refuses: [401, 403, 404],
    call: (api, input) => api.packages.remove(getIdParam(input)),
  },
  {
    method: 'GET',
    path: '/api/questionnaire/:packageId',
    tag: 'questionnaires',
    operationId: 'getQuestionnaire',
    summary: "Get a package's questions",
    description: 'Responds with 404 if the package has no questions.',
    access: 'optional',
    answer: questionnaireBodySchema,
    refuses: [404],
    call: async (api, { params }) => {
      const questionnaire = await api.questionnaires.byPackage({ packageId: params['packageId'] ?? '' });
      if (!questionnaire) throw new Failure('QUESTIONNAIRE_NOT_FOUND');
      return questionnaire;
    },
  },
  {
    method: 'POST',
    path: '/api/questionnaire',
    tag: 'questionnaires',
    operationId: 'saveQuestionnaire',
    summary: "Save a package's questions",
    description: 'Replaces all questions of the package. Existing bookings keep their copy of them.',
    access: 'session',
    body: questionnaireInput,
    answer: questionnaireBodySchema,
    refuses: [401, 403, 404],
    call: (api, { body }) => api.questionnaires.save(body),
  },
  {
    method: 'GET',
    path: '/api/bookings/:id',
    tag: 'bookings',
    operationId: 'getBooking',
    summary: 'Get a booking',
    description: 'Returns a booking to its brand, its creator and staff. Responds with 404 to others.',
    access: 'session',
    answer: bookingBodySchema,
    refuses: [401, 404],
    call: (api, input) => api.bookings.byId(getIdParam(input)).then(toBookingBody),
  },
  {
    method: 'PATCH',
    path: '/api/bookings/:id/status',
    tag: 'bookings',
    operationId: 'changeBookingStatus',
    summary: "Change a booking's status",
    description:
      'Accepts, declines, starts or completes a booking. Only its creator can do this. Setting the current status changes nothing.',
    access: 'session',
    body: bookingMove.omit({ id: true }),
    answer: bookingBodySchema,
    refuses: [401, 403, 404, 409],
    call: (api, input) => api.bookings.move(withPathId(input) as never).then(toBookingBody),
  },
  {
    method: 'GET',
    path: '/api/profile/:username',
    tag: 'profiles',
    operationId: 'getProfile',
    summary: "Get a creator's profile",
    description: 'Returns the public profile by username.',
    access: 'public',
    answer: profileBodySchema,
    refuses: [404],
    call: (api, input) => api.profiles.byUsername(getUsernameParam(input)).then(toProfileBody),
  },
  {
    method: 'GET',
    path: '/api/profile/:username/stats',
    tag: 'profiles',
    operationId: 'getProfileStats',
    summary: "Get a creator's statistics",
    description: 'Returns rating, completed bookings and total earnings in cents.',
    access: 'public',
    answer: profileStatsBodySchema,
    refuses: [404],
    call: (api, input) => api.profiles.stats(getUsernameParam(input)).then(toProfileStatsBody),
  },
  {
    method: 'GET',
    path: '/api/profile/:username/packages',
    tag: 'profiles',
    operationId: 'listProfilePackages',
    summary: 'List the packages on a profile',
    description: 'Returns the active packages of a creator by username.',
    access: 'public',
    answer: z.array(packageBodySchema),
    refuses: [404],
    call: (api, input) => api.profiles.packages(getUsernameParam(input)).then((list) => list.map(toPackageBody)),
  },
  {
    method: 'GET',
    path: '/api/dashboard/stats',
    tag: 'profiles',
    operationId: 'getDashboardStats',
    summary: 'Get your statistics',
    description: 'Returns the figures on the dashboard of the signed-in user. Earnings are in cents.',
    access: 'session',
    answer: dashboardStatsBodySchema,
    refuses: [401],
    call: (api) => api.profiles.dashboard().then(toDashboardStatsBody),
  },
  {
    method: 'GET',
    path: '/api/influencers/:id',
    tag: 'profiles',
    operationId: 'getCreator',
    summary: 'Get a creator by id',
    description: 'Returns the same as `GET /api/profile/{username}`.',
    access: 'public',
    answer: profileBodySchema,
    refuses: [404],
    call: (api, input) => api.profiles.byId(getIdParam(input)).then(toProfileBody),
  },
  {
    method: 'POST',
    path: '/api/create-payment-intent',
    tag: 'payments',
    operationId: 'createPaymentIntent',
    summary: 'Book a package',
    description:
      'Creates a booking and its Stripe PaymentIntent. Repeating the call before the payment returns the same booking. Only brands can do this.',
    access: 'session',
    body: checkoutInput,
    answer: paymentIntentBodySchema,
    refuses: [401, 403, 404, 409, 503],
    call: (api, { body }) => api.payments.openCheckout(body).then(toPaymentIntentBody),
  },
];

/**
 * Lists a route's error statuses. Every route may refuse invalid input (400) and too many requests (429), and may be
 * unavailable (503) while the database is away. Routes that change something also refuse requests from other sites
 * (403). Routes with a body also refuse one that is too large (413) or not JSON (415).
 */
const listRefusalStatuses = ({ method, body, refuses }: RestRoute): number[] =>
  [...new Set([400, 429, 503, ...(method === 'GET' ? [] : [403]), ...(body ? [413, 415] : []), ...refuses])].toSorted(
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
        operationId: route.operationId,
        summary: route.summary,
        description: route.description,
        security: SECURITY_BY_ACCESS[route.access],
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
 * Sends an error response with its status. The message is in both documented fields (requirements R7.25: `error` and
 * `message`). `code` is the error's name, which stays the same when a message is reworded. If the database is away, the
 * status is 503.
 */
export function sendRestError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = findAwayFailure(error) ?? error;
  const refusal = failure instanceof TRPCError ? failure : toTrpcError(failure);
  const status = getHTTPStatusCodeFromError(refusal);
  if (status >= 500) noteRequestError(request, refusal.cause ?? refusal);
  const retryAfterMs = findRetryAfterMs(refusal);
  if (retryAfterMs !== undefined) addRetryAfter(reply, retryAfterMs);
  const message = getPublicMessage(refusal);
  return reply.code(status).send({ error: message, message, code: getErrorName(refusal) });
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
