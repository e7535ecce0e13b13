/**
 * The documented /api paths (spec §7), one entry each, over the same procedures as tRPC. No rule lives here: a path
 * says which procedure answers it and in which documented shape. The OpenAPI document is made from the same table.
 */
import { bookingMove, checkout, packageForm, questionnaire, registration, signIn } from '@marquee/validation';
import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../core/deps.ts';
import { Failure, publicMessage } from '../core/failures.ts';
import { createContext } from './context.ts';
import {
  bookingBody,
  BookingBody,
  dashboardStatsBody,
  DashboardStatsBody,
  ErrorBody,
  packageBody,
  PackageBody,
  paymentIntentBody,
  PaymentIntentBody,
  profileBody,
  ProfileBody,
  profileStatsBody,
  ProfileStatsBody,
  QuestionnaireBody,
  SuccessBody,
  userBody,
  UserBody,
} from './rest.wire.ts';
import { createCaller, type Caller } from './router.ts';

interface Input {
  params: Record<string, string>;
  /** Whatever object came; the procedure's schema decides. */
  body: never;
}

interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  tag: string;
  summary: string;
  /** What the body is; documentation only, the procedure checks it. */
  body?: z.ZodType;
  answer: z.ZodType;
  status?: 201;
  /** Statuses it can refuse with besides those that all share (`refusalsOf`). */
  refuses: readonly number[];
  call: (api: Caller, input: Input) => Promise<unknown>;
}

const idOf = ({ params }: Input) => ({ id: params['id'] ?? '' });
const nameOf = ({ params }: Input) => ({ username: params['username'] ?? '' });
const success = () => ({ success: true as const });
/** The path's id comes after the body's fields and wins. */
const withId = (input: Input) => ({ ...(input.body as object), ...idOf(input) });
/** JSON that is no object has none of the fields: it is refused with the first rule's sentence, as an empty one is. */
const fieldsOf = (body: unknown) =>
  (typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}) as never;

/** Spec §7, in its order. */
export const ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/auth/user',
    tag: 'auth',
    summary: 'The signed-in user',
    answer: UserBody,
    refuses: [401],
    call: (api) => api.auth.me().then(userBody),
  },
  {
    method: 'GET',
    path: '/api/auth/me',
    tag: 'auth',
    summary: 'The signed-in user',
    answer: UserBody,
    refuses: [401],
    call: (api) => api.auth.me().then(userBody),
  },
  {
    method: 'POST',
    path: '/api/auth/login',
    tag: 'auth',
    summary: 'Sign in',
    body: signIn,
    answer: UserBody,
    refuses: [401, 503],
    call: (api, { body }) => api.auth.signIn(body).then(userBody),
  },
  {
    method: 'POST',
    path: '/api/auth/register',
    tag: 'auth',
    summary: 'Create an account',
    body: registration,
    answer: UserBody,
    status: 201,
    refuses: [409, 503],
    call: (api, { body }) => api.auth.register(body).then(userBody),
  },
  {
    method: 'POST',
    path: '/api/auth/logout',
    tag: 'auth',
    summary: 'End this session',
    answer: SuccessBody,
    refuses: [],
    call: (api) => api.auth.signOut().then(success),
  },
  {
    method: 'GET',
    path: '/api/packages/influencer/:id',
    tag: 'packages',
    answer: z.array(PackageBody),
    refuses: [],
    summary: "A creator's packages: all of them for the creator, the active ones for others",
    call: (api, input) => api.packages.ofCreator(idOf(input)).then((list) => list.map(packageBody)),
  },
  {
    method: 'GET',
    path: '/api/packages/:id',
    tag: 'packages',
    summary: 'A package',
    answer: PackageBody,
    refuses: [404],
    call: (api, input) => api.packages.byId(idOf(input)).then(packageBody),
  },
  {
    method: 'POST',
    path: '/api/packages',
    tag: 'packages',
    summary: 'Publish a package',
    body: packageForm,
    answer: PackageBody,
    status: 201,
    refuses: [401, 403],
    call: (api, { body }) => api.packages.create(body).then(packageBody),
  },
  {
    method: 'PUT',
    path: '/api/packages/:id',
    tag: 'packages',
    body: packageForm,
    answer: PackageBody,
    refuses: [401, 403, 404],
    summary: 'Replace a package; leaving isActive out keeps it',
    call: (api, input) => api.packages.save(withId(input) as never).then(packageBody),
  },
  {
    method: 'DELETE',
    path: '/api/packages/:id',
    tag: 'packages',
    summary: 'Delete a package; its bookings stay',
    answer: SuccessBody,
    refuses: [401, 403, 404],
    call: (api, input) => api.packages.remove(idOf(input)),
  },
  {
    method: 'GET',
    path: '/api/questionnaire/:packageId',
    tag: 'questionnaires',
    answer: QuestionnaireBody,
    refuses: [404],
    summary: 'The questions of a package; 404 when it has none',
    call: async (api, { params }) => {
      const found = await api.questionnaires.ofPackage({ packageId: params['packageId'] ?? '' });
      if (!found) throw new Failure('QUESTIONNAIRE_NOT_FOUND');
      return found;
    },
  },
  {
    method: 'POST',
    path: '/api/questionnaire',
    tag: 'questionnaires',
    summary: 'Save the questions of a package',
    body: questionnaire,
    answer: QuestionnaireBody,
    refuses: [401, 403, 404],
    call: (api, { body }) => api.questionnaires.save(body),
  },
  {
    method: 'GET',
    path: '/api/bookings/:id',
    tag: 'bookings',
    summary: 'A booking, for its brand and its creator',
    answer: BookingBody,
    refuses: [401, 404],
    call: (api, input) => api.bookings.byId(idOf(input)).then(bookingBody),
  },
  {
    method: 'PATCH',
    path: '/api/bookings/:id/status',
    tag: 'bookings',
    body: bookingMove.omit({ id: true }),
    answer: BookingBody,
    refuses: [401, 403, 404, 409],
    summary: 'Move a booking along; only its creator may',
    call: (api, input) => api.bookings.move(withId(input) as never).then(bookingBody),
  },
  {
    method: 'GET',
    path: '/api/profile/:username',
    tag: 'profiles',
    summary: "A creator's public profile",
    answer: ProfileBody,
    refuses: [404],
    call: (api, input) => api.profiles.byUsername(nameOf(input)).then(profileBody),
  },
  {
    method: 'GET',
    path: '/api/profile/:username/stats',
    tag: 'profiles',
    answer: ProfileStatsBody,
    refuses: [404],
    summary: "A profile's figures; earnings in cents",
    call: (api, input) => api.profiles.stats(nameOf(input)).then(profileStatsBody),
  },
  {
    method: 'GET',
    path: '/api/profile/:username/packages',
    tag: 'profiles',
    summary: "A profile's packages",
    answer: z.array(PackageBody),
    refuses: [404],
    call: (api, input) => api.profiles.packages(nameOf(input)).then((list) => list.map(packageBody)),
  },
  {
    method: 'GET',
    path: '/api/dashboard/stats',
    tag: 'profiles',
    answer: DashboardStatsBody,
    refuses: [401],
    summary: "The signed-in user's figures; earnings in cents",
    call: (api) => api.profiles.dashboard().then(dashboardStatsBody),
  },
  {
    method: 'GET',
    path: '/api/influencers/:id',
    tag: 'profiles',
    summary: 'A creator by id',
    answer: ProfileBody,
    refuses: [404],
    call: (api, input) => api.profiles.creator(idOf(input)).then(profileBody),
  },
  {
    method: 'POST',
    path: '/api/create-payment-intent',
    tag: 'payments',
    body: checkout,
    answer: PaymentIntentBody,
    refuses: [401, 403, 404, 409, 503],
    summary: 'Book a package and start its payment; repeated before payment it returns the same booking',
    call: (api, { body }) => api.payments.openCheckout(body).then(paymentIntentBody),
  },
];

/**
 * Bad input and too many calls; what changes something also
 * refuses other sites' pages; a body may be too large or not JSON.
 */
const refusalsOf = ({ method, body, refuses }: Route): number[] =>
  [400, 429, ...(method === 'GET' ? [] : [403]), ...(body ? [413, 415] : []), ...refuses].toSorted(
    (one, other) => one - other,
  );

/** Registers every documented path on a Fastify scope that has the session. */
export function registerRest(app: FastifyInstance, deps: Deps): void {
  const contextOf = createContext(deps);
  for (const route of ROUTES) {
    app.route({
      method: route.method,
      url: route.path,
      schema: {
        tags: [route.tag],
        summary: route.summary,
        ...(route.body && { body: route.body }),
        response: Object.fromEntries([
          [route.status ?? 200, route.answer],
          ...refusalsOf(route).map((status) => [status, ErrorBody]),
        ]),
      },
      handler: async (request, reply) => {
        const input = { params: request.params as Record<string, string>, body: fieldsOf(request.body) };
        const answer = await route.call(createCaller(await contextOf({ req: request })), input);
        return reply.code(route.status ?? 200).send(answer);
      },
    });
  }
}

/** Answers a failed REST call: the table's status and one sentence in both documented fields. */
export function sendRestError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = error instanceof TRPCError ? error : frameworkError(error);
  const status = getHTTPStatusCodeFromError(refusal);
  if (status >= 500) request.log.error({ err: refusal.cause ?? refusal }, 'request failed');
  const message = publicMessage(refusal);
  return reply.code(status).send({ error: message, message });
}

const CODES: Partial<Record<number, TRPCError['code']>> = {
  400: 'BAD_REQUEST',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
};

/** Fastify's own refusals (body too large, not JSON, …) by their status; anything else is ours and says nothing. */
function frameworkError(error: unknown): TRPCError {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  const isSyntax =
    error instanceof SyntaxError || (error as { code?: string }).code === 'FST_ERR_CTP_INVALID_JSON_BODY';
  return new TRPCError({ code: isSyntax ? 'PARSE_ERROR' : (CODES[status] ?? 'INTERNAL_SERVER_ERROR'), cause: error });
}
