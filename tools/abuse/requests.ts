/** Creates hostile requests for every procedure, REST path and page. */
import { PROCEDURES_BY_PATH } from '../../apps/api/src/demo/procedures.ts';
import { REST_ROUTES } from '../../apps/api/src/http/rest.ts';
import type { RandomChoices } from '../soak/random.ts';
import { generateValue, listPaths, type Schema, type Values } from './schemas.ts';
import { HOSTILE_TEXTS, HOSTILE_VALUES, withValue } from './values.ts';

export interface HostileRequest {
  /** The target of a request: a procedure, a route or a page. */
  target: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

/** Marks elements that exist only if stored markup was not escaped. */
export const MARKER_ATTRIBUTE = 'data-abuse';
/** The path that executed scripts request. */
export const CANARY_PATH = '/abuse-canary';
const RUN = `window.abuseRan=1;new Image().src='${CANARY_PATH}'`;

/** Texts that run a script if a page inserts them as markup, as an attribute, as an address or as a template. */
export const SCRIPT_TEXTS: readonly string[] = [
  `<b ${MARKER_ATTRIBUTE}>x</b>`,
  `<svg/onload=abuseRan=1 ${MARKER_ATTRIBUTE}>`,
  `"><img src=x onerror=abuseRan=1 ${MARKER_ATTRIBUTE}>`,
  `<img src=x onerror="${RUN}" ${MARKER_ATTRIBUTE}>`,
  `<script ${MARKER_ATTRIBUTE}>${RUN}</script>`,
  `"><svg onload="${RUN}" ${MARKER_ATTRIBUTE}>`,
  `'><iframe srcdoc="<script>parent.abuseRan=1</script>" ${MARKER_ATTRIBUTE}></iframe>`,
  `</script><script>alert(1)</script>`,
  `</title><b ${MARKER_ATTRIBUTE}>x</b>`,
  `" onmouseover="${RUN}" autofocus onfocus="${RUN}" x="`,
  `javascript:${RUN}`,
  `[x](javascript:${RUN})`,
  `<a href="javascript:${RUN}" ${MARKER_ATTRIBUTE}>x</a>`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  `<!--<img src="--><img src=x onerror=alert(1) ${MARKER_ATTRIBUTE}>`,
  `<math><mtext><style><img src onerror=alert(1) ${MARKER_ATTRIBUTE}></style>`,
];

/** Calls that would end the sessions of the run or delete its accounts. */
const LEFT_OUT = new Set(['auth.signOut', 'auth.endOtherSessions', 'personalData.deleteAccount']);

const TARGETS = [...PROCEDURES_BY_PATH.values()]
  .filter(({ path }) => !LEFT_OUT.has(path))
  .map(({ path, type, inputs }) => ({ path, type, input: inputs.at(-1) as Schema | undefined }));
const REST_TARGETS = REST_ROUTES.filter(({ path }) => path !== '/api/auth/logout');

/** Paths that are neither procedures nor in the REST table. `:id` becomes an id or a hostile text. */
const OTHER_PATHS: readonly (readonly [method: string, path: string])[] = [
  ['POST', '/api/webhooks/stripe'],
  ['GET', '/api/account/export'],
  ['GET', '/api/callback?code=:id&state=:id'],
  ['GET', '/api/login?next=:id'],
  ['GET', '/api/files/:id'],
  ['PUT', '/api/files/:id/parts/0'],
  ['PUT', '/api/files/:id/parts/:id'],
  ['POST', '/api/uploads/portrait?x=:id&y=0&width=10&height=10'],
  ['POST', '/api/uploads/portfolio'],
  ['POST', '/api/uploads/client-logo?id=:id'],
  ['GET', '/api/receipts/:id.pdf'],
  ['GET', '/api/receipts/all.csv?from=:id&search=:id'],
  ['GET', '/api/agreements/:id.pdf'],
  ['GET', '/api/records/:id.zip'],
  ['GET', '/api/statements/months/:id.csv'],
  ['GET', '/api/statements/payouts/:id.pdf'],
  ['GET', '/api/work-records/:id.pdf'],
  ['GET', '/api/admin/revenue.csv?:id'],
  ['GET', '/calendar/:id'],
  ['GET', '/unsubscribe?token=:id'],
  ['POST', '/unsubscribe?token=:id'],
  ['GET', '/media/:id'],
  ['GET', '/@:id'],
  ['GET', '/profile/:id'],
  ['GET', '/profile/:id/card.png'],
  ['GET', '/find-influencers?q=:id&category=:id&min=:id&page=:id&after=:id&pages=:id&compare=:id'],
  ['GET', '/compare?packages=:id'],
  ['GET', '/creators/:id'],
  ['GET', '/lists/:id'],
  ['GET', '/results/:id'],
  ['GET', '/verify/:id'],
  ['GET', '/order-questionnaire?packageId=:id'],
  ['GET', '/booking-details?bookingId=:id'],
  ['GET', '/messages?with=:id&conversation=:id'],
  ['GET', '/match?category=:id&budget=:id&words=:id&weights=:id'],
  ['GET', '/auth?next=:id&problem=:id'],
  ['GET', '/sitemaps/:id'],
  ['GET', '/.well-known/:id'],
  ['GET', '/trpc/:id?input=:id'],
  ['POST', '/trpc/:id'],
  ['GET', '/:id'],
];

const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'image/png',
  '',
];
const HEADERS: readonly (readonly [string, string])[] = [
  ['accept', 'application/jsonl'],
  ['trpc-accept', 'application/jsonl'],
  ['accept-encoding', 'gzip;q=nope, *;q=99'],
  ['if-none-match', `W/"${'x'.repeat(500)}"`],
  ['x-forwarded-for', '::ffff:999.1.1.1, <script>'],
  ['range', 'bytes=9999999999-0,-1,5-'],
  ['content-encoding', 'gzip'],
  ['accept-language', 'x'.repeat(2_000)],
  ['x-idempotency-key', '../../'],
  ['user-agent', '<img src=x onerror=alert(1) data-abuse>'],
  ['referer', 'javascript:alert(1)'],
];
const RAW_BODIES: readonly (string | Buffer)[] = [
  '',
  '{',
  'null',
  '[]',
  '{"0":{}}',
  '\ufeff{}',
  '{"a":1}{"a":2}',
  Buffer.from([0xff, 0xfe, 0x00, 0x7b]),
  Buffer.from([0xed, 0xa0, 0x80]),
  '--x\r\nContent-Disposition: form-data; name="0"\r\n\r\n{}\r\n--x--',
  'a=1&__proto__[x]=1',
];

const JSON_HEADERS = { 'content-type': 'application/json' };
/** Characters that HTTP does not allow in a path. Texts with half of a surrogate pair cannot be sent in one, either. */
const toSegment = (text: string): string => encodeURIComponent(text.toWellFormed()).slice(0, 4_000);

/** Creates a random hostile request. */
export function createHostileRequest(values: Values): HostileRequest {
  const { random } = values;
  const kind = random.number();
  if (kind < 0.7) return createProcedureRequest(values, kind < 0.5);
  if (kind < 0.85) return createRestRequest(values);
  return createOtherRequest(values);
}

/**
 * Creates a call of a procedure. If `isHostile` is true, one value in its input is replaced by a hostile one. Otherwise
 * the input is valid, with the texts of `values` in it.
 */
function createProcedureRequest(values: Values, isHostile: boolean): HostileRequest {
  const { random } = values;
  const { path, type, input } = random.pick(TARGETS);
  const ofNoun = { ...values, id: (field: string) => values.id(field, path.split('.')[0]) };
  const valid = input === undefined ? undefined : generateValue(input, ofNoun);
  const body = isHostile ? replaceOneValue(valid, random) : (JSON.stringify(valid) ?? '');
  const headers = random.chance(0.05) ? toHeaders(random.pick(HEADERS)) : {};
  if (type === 'query') {
    const query = body === '' ? '' : `?input=${toSegment(body.slice(0, 2_000))}`;
    return { target: path, method: 'GET', path: `/trpc/${path}${query}`, headers };
  }
  if (random.chance(0.02)) {
    const batch = `{${Array.from({ length: 10 }, (_, at) => `"${at}":${body || 'null'}`).join()}}`;
    const paths = Array.from({ length: random.pick([2, 10, 11]) }, () => path).join();
    return { target: path, method: 'POST', path: `/trpc/${paths}?batch=1`, headers: JSON_HEADERS, body: batch };
  }
  return { target: path, method: 'POST', path: `/trpc/${path}`, headers: { ...headers, ...JSON_HEADERS }, body };
}

function createRestRequest(values: Values): HostileRequest {
  const { random } = values;
  const { method, path, body } = random.pick(REST_TARGETS);
  const target = `${method} ${path}`;
  const filled = path.replaceAll(/:\w+/g, () =>
    random.chance(0.7) ? values.id('id', path.split('/')[2]) : toSegment(pickText(random)),
  );
  if (method === 'GET' || method === 'DELETE') return { target, method, path: filled, headers: {} };
  const noun = path.split('/')[2];
  const ofNoun = { ...values, id: (field: string) => values.id(field, noun) };
  const valid = body === undefined ? {} : generateValue(body, ofNoun);
  const sentBody = random.chance(0.7) ? replaceOneValue(valid, random) : JSON.stringify(valid);
  return { target, method, path: filled, headers: JSON_HEADERS, body: sentBody };
}

function createOtherRequest(values: Values): HostileRequest {
  const { random } = values;
  const [method, path] = random.pick(OTHER_PATHS);
  const filled = path.replaceAll(':id', () => (random.chance(0.3) ? values.id('id') : toSegment(pickText(random))));
  const type = random.pick(CONTENT_TYPES);
  const headers = {
    ...(method !== 'GET' && type !== '' && { 'content-type': type }),
    ...(random.chance(0.3) && toHeaders(random.pick(HEADERS))),
    ...(path.includes('webhooks') && {
      'stripe-signature': `t=${random.whole(0, 2_000_000_000)},v1=${'0'.repeat(64)}`,
    }),
  };
  const body = method === 'GET' ? {} : { body: random.chance(0.5) ? random.pick(RAW_BODIES) : pickJson(random) };
  return { target: `${method} ${path.split('?')[0]}`, method, path: filled, headers, ...body };
}

const toHeaders = ([name, value]: readonly [string, string]) => ({ [name]: value });
const pickText = (random: RandomChoices) => random.pick(random.chance(0.5) ? HOSTILE_TEXTS : SCRIPT_TEXTS);
const pickJson = (random: RandomChoices) =>
  random.chance(0.3) ? JSON.stringify(random.pick(SCRIPT_TEXTS)) : random.pick(HOSTILE_VALUES);

/** Returns the JSON of a value with one of its parts replaced, or with a key that it should not have. */
function replaceOneValue(value: unknown, random: RandomChoices): string {
  const paths = listPaths(value);
  const path = random.chance(0.1)
    ? [random.pick(['__proto__', 'constructor', 'role', 'userType', 'id', 'status', 'totalCents'])]
    : random.pick(paths);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return withValue(value, isObject ? path : [], pickJson(random));
}
