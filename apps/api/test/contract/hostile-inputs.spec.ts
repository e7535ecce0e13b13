/**
 * Sends hostile values in every field of every path that takes a body. Each one must be rejected with a readable
 * message or stored unchanged, and none may cause a 5xx. Each field and procedure gets every eighth value, starting
 * at a different one. `npm run abuse` sends many more.
 */
import { formatDecimal, parsePrice } from '@marquee/money';
import { HOSTILE_TEXTS, HOSTILE_VALUES, withValue, type ValuePath } from '@marquee/tools/abuse/values';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  SAMPLE_CUSTOMER,
  newBooking,
  newBrand,
  newCreator,
  newPackage,
  newQuestions,
  BUILDER_PASSWORD,
} from '../../src/demo/builders.ts';
import { PROCEDURES_BY_PATH } from '../../src/demo/procedures.ts';
import { REST_ROUTES } from '../../src/http/rest.ts';
import { useStack, type TestBrowser } from '../support/stack.ts';

/** Each field and each procedure gets one in this many of the hostile values, so that this file takes a minute. */
const PART = 8;
/** Returns one in `PART` elements, beginning with a different one for each `turn`. */
const takePart = <T>(all: readonly T[], turn: number): readonly T[] => all.filter((_, at) => at % PART === turn % PART);

const stack = useStack();
let urls: Record<string, string>;
let bodies: Record<string, Record<string, unknown>>;
let browsers: Record<'nobody' | 'creator' | 'brand', TestBrowser>;
beforeAll(async () => {
  const creator = await newCreator(stack.deps, { email: 'creator@example.test' });
  const brand = await newBrand(stack.deps);
  browsers = {
    nobody: await stack.asBrowser(null),
    creator: await stack.asBrowser(creator),
    brand: await stack.asBrowser(brand),
  };
  const [changed, questionedPackage] = [await newPackage(stack.deps, creator), await newPackage(stack.deps, creator)];
  await newQuestions(stack.deps, creator, questionedPackage.id, [
    { id: 'q_1', type: 'textarea', question: 'What for?', required: false },
  ]);
  const { id } = await newBooking(stack.deps, { creator, brand });
  // The jobs that these requests enqueue are not part of the test.
  await stack.idle();
  await stack.stopWorker();

  const form = {
    name: 'One Reel',
    description: 'A Reel.',
    price: '199.00',
    deliveryDays: 5,
    features: ['Reel'],
    isPopular: false,
    isActive: true,
  };
  urls = {
    'PUT /api/packages/:id': `/api/packages/${changed.id}`,
    'PATCH /api/bookings/:id/status': `/api/bookings/${id}/status`,
  };
  bodies = {
    'POST /api/auth/login': { email: creator.email, password: BUILDER_PASSWORD },
    'POST /api/auth/register': {
      fullName: 'Someone New',
      email: 'taken@example.test',
      userType: 'brand',
      password: 'quiet-otters-7',
    },
    'POST /api/auth/logout': { anything: 1 },
    'POST /api/packages': form,
    'PUT /api/packages/:id': form,
    'POST /api/questionnaire': {
      packageId: changed.id,
      questions: [
        {
          id: 'q_1',
          type: 'select',
          question: 'Tone?',
          required: true,
          placeholder: 'Choose',
          options: ['Warm', 'Dry'],
        },
      ],
    },
    'PATCH /api/bookings/:id/status': { status: 'pending' },
    'POST /api/create-payment-intent': {
      packageId: questionedPackage.id,
      brandUserId: brand.id,
      customer: {
        ...SAMPLE_CUSTOMER,
        targetAudience: 'Hikers',
        brandTone: 'Professional',
        preferredPostDate: '2027-01-02',
        additionalRequirements: 'None',
      },
      answers: { q_1: 'The jacket' },
    },
  };
  await newBrand(stack.deps, { email: 'taken@example.test' });
});

/** Paths of the fields in each request body, including nested ones. The empty path is the whole body. */
const FIELDS: Record<string, readonly ValuePath[]> = {
  'POST /api/auth/login': [[], ['email'], ['password'], ['more']],
  'POST /api/auth/register': [[], ['fullName'], ['email'], ['userType'], ['password']],
  'POST /api/auth/logout': [[], ['anything']],
  'POST /api/packages': [
    [],
    ['name'],
    ['description'],
    ['price'],
    ['deliveryDays'],
    ['features'],
    ['features', 0],
    ['isPopular'],
    ['isActive'],
    ['id'],
  ],
  'PUT /api/packages/:id': [
    [],
    ['name'],
    ['description'],
    ['price'],
    ['deliveryDays'],
    ['features'],
    ['features', 0],
    ['isPopular'],
    ['isActive'],
    ['id'],
  ],
  'POST /api/questionnaire': [
    [],
    ['packageId'],
    ['questions'],
    ['questions', 0],
    ...['id', 'type', 'question', 'required', 'placeholder', 'options'].map((name) => ['questions', 0, name]),
    ['questions', 0, 'options', 1],
  ],
  'PATCH /api/bookings/:id/status': [[], ['status'], ['id']],
  'POST /api/create-payment-intent': [
    [],
    ['packageId'],
    ['brandUserId'],
    ['customer'],
    ['answers'],
    ['answers', 'q_1'],
    ...[
      'name',
      'email',
      'projectDescription',
      'targetAudience',
      'brandTone',
      'preferredPostDate',
      'additionalRequirements',
    ].map((name) => ['customer', name]),
  ],
};
const browserOf = (route: string): TestBrowser =>
  browsers[route.includes('payment') ? 'brand' : route.includes('auth') ? 'nobody' : 'creator'];

/** Returns a hash of the tables that a rejected request must not change. */
async function fingerprint(): Promise<string> {
  const tables = ['workspace', 'package', 'questionnaire', 'booking', 'event', 'ledger_entry', 'settlement'];
  const parts = tables.map(
    (table) => `(select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) from ${table} t)`,
  );
  const { rows } = await stack.deps.pool.query<{ print: string }>(`select concat_ws(' ', ${parts.join()}) as print`);
  return rows[0]?.print ?? '';
}

/** Reads the stored fields after a call. The results of calls without an entry are not compared with their input. */
const STORED: Record<
  string,
  (answer: Record<string, unknown>) => Promise<Record<string, unknown>> | Record<string, unknown>
> = {
  'POST /api/auth/register': (answer) => answer,
  'POST /api/packages': (answer) => read(`/api/packages/${String(answer['id'])}`),
  'PUT /api/packages/:id': (answer) => read(`/api/packages/${String(answer['id'])}`),
  'POST /api/questionnaire': (answer) => read(`/api/questionnaire/${String(answer['packageId'])}`),
  'POST /api/create-payment-intent': (answer) => read(`/api/bookings/${String(answer['bookingId'])}`, browsers.brand),
};
const read = async (url: string, browser = browsers.creator) =>
  (await browser('GET', url)).json<Record<string, unknown>>();
const NOT_STORED = new Set(['password', 'more', 'anything', 'id', 'status', 'packageId', 'brandUserId']);

const composed = (value: unknown): unknown => JSON.parse(JSON.stringify(value).normalize('NFC'));

/**
 * Returns the form in which an accepted value must be stored, which is unchanged except for the normalization below.
 */
function asStored(field: string, value: unknown): unknown {
  if (field === 'price') return formatDecimal(parsePrice(String(value)) ?? -1);
  if (field === 'email') return String(value).trim();
  if (field === 'answers') return answersKept(value as Record<string, unknown>);
  if (field === 'features')
    return composed((value as string[]).map((each) => each.trim()).filter((each) => each !== ''));
  return value === undefined ? undefined : composed(value);
}

/** Drops blank answers and answers to unknown questions. The other answers are stored as text. */
function answersKept(answers: Record<string, unknown>): Record<string, string> {
  const text = Object.hasOwn(answers, 'q_1') ? String(answers['q_1']) : '';
  return text.trim() === '' ? {} : { q_1: text };
}

describe.each(
  Object.entries(FIELDS)
    .flatMap(([route, paths]) => paths.map((path) => [route, path.join('.') || 'the whole body', path] as const))
    .map((row, turn) => [...row, turn] as const),
)('%s with hostile values in %s', (route, _, path, turn) => {
  it('stores each value unchanged or rejects it with a readable message', async () => {
    const [method = '', template = ''] = route.split(' ');
    const field = String(path[0] ?? '');
    const send = (payload: string) =>
      browserOf(route)(method as 'POST', urls[route] ?? template, payload, { 'content-type': 'application/json' });
    const refused: { label: string; payload: string }[] = [];
    for (const json of takePart(HOSTILE_VALUES, turn)) {
      const payload = withValue(bodies[route], path, json);
      const label = `${json.slice(0, 60)} (${json.length})`;
      const response = await send(payload);
      const answer = response.json<Record<string, unknown>>();
      expect([label, response.statusCode < 500]).toEqual([label, true]);
      if (response.statusCode >= 400) {
        expect([label, Object.keys(answer), answer['message']]).toEqual([
          label,
          ['error', 'message', 'code'],
          answer['error'],
        ]);
        // The message must be one of ours, not one of a library.
        expect(answer['message']).not.toMatch(/invalid input|expected|received|undefined|syntax|zod|\n/i);
        refused.push({ label, payload });
        continue;
      }
      if (STORED[route] === undefined || path.length === 0 || NOT_STORED.has(field)) continue;
      const stored = await STORED[route](answer);
      const sent = asStored(field, (JSON.parse(payload) as Record<string, unknown>)[field]);
      expect([label, stored[field]]).toEqual([label, sent]);
    }
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    expect(await changersAmong(refused, send)).toEqual([]);
  });
});

/**
 * Sends the rejected payloads again and returns those that changed data. Sends them one by one only if all of them
 * together changed data.
 */
async function changersAmong(
  refused: readonly { label: string; payload: string }[],
  send: (payload: string) => Promise<unknown>,
): Promise<string[]> {
  let before = await fingerprint();
  for (const { payload } of refused) await send(payload);
  if ((await fingerprint()) === before) return [];
  const changers: string[] = [];
  for (const { label, payload } of refused) {
    before = await fingerprint();
    await send(payload);
    if ((await fingerprint()) !== before) changers.push(label);
  }
  return changers.length > 0 ? changers : ['all together, none alone'];
}

describe('hostile path parameters', () => {
  const segments = [
    ...HOSTILE_TEXTS.filter((text) => text.isWellFormed() && text !== '' && text.length < 500).map((text) =>
      encodeURIComponent(text),
    ),
    '%ED%A0%80',
    '%',
    '%2e%2e',
    '..',
    ';',
    '@',
    '*',
    ':id',
  ];
  const routes = REST_ROUTES.filter((route) => route.path.includes(':'));
  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'cause no 5xx response and no data change in %s',
    async (_, { method, path }) => {
      const before = await fingerprint();
      for (const segment of segments) {
        const response = await browsers.creator(
          method,
          path.replace(/:\w+/, segment),
          method === 'GET' || method === 'DELETE' ? undefined : { status: 'accepted' },
        );
        expect([segment, response.statusCode < 500]).toEqual([segment, true]);
      }
      expect(await fingerprint()).toBe(before);
    },
  );
});

describe('hostile procedure inputs', () => {
  const BRANDS_OWN = new Set([
    'payments.openCheckout',
    'payments.resumeCheckout',
    'payments.confirmReturn',
    'settlements.approve',
  ]);
  // Signing out would end the session that the other calls use. The payout setup takes no input and calls Stripe.
  const LEFT_OUT = new Set(['auth.signOut', 'payouts.startSetup', 'payouts.refreshSetup']);
  const names = ['id', 'packageId', 'username', 'cursor', 'status', 'isActive'];
  const expectedPaths = [...PROCEDURES_BY_PATH]
    .filter(([path]) => !LEFT_OUT.has(path))
    .map(([path, { type }], turn) => [path, type, turn] as const);
  it.each(expectedPaths)('cause no 5xx response from %s', async (path, type, turn) => {
    const browser = browsers[BRANDS_OWN.has(path) ? 'brand' : 'creator'];
    const short = HOSTILE_VALUES.filter((json) => json.length < 1_000);
    const inputs = [
      ...short.slice(-25),
      ...short.map((json) => `{${names.map((name) => `"${name}":${json}`).join()}}`),
    ];
    for (const input of takePart(inputs, turn)) {
      const response =
        type === 'query'
          ? await browser('GET', `/trpc/${path}?input=${encodeURIComponent(input)}`)
          : await browser('POST', `/trpc/${path}`, input, { 'content-type': 'application/json' });
      expect([input.slice(0, 100), response.statusCode < 500]).toEqual([input.slice(0, 100), true]);
    }
  });
});

describe('a hostile webhook', () => {
  const signatures = [
    '',
    't=,v1=',
    't=1,v1=00',
    `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`,
    't=NaN,v1=x,v1=y',
    'v1=',
    `t=${'9'.repeat(300)},v1=0`,
  ];
  it.each(signatures.map((signature) => [signature]))(
    'is rejected and not stored if its signature is %j',
    async (signature) => {
      for (const payload of [...HOSTILE_VALUES.filter((json) => json.length < 200_000), '', '{', '\0']) {
        for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
          const response = await stack.app.inject({
            method: 'POST',
            url: '/api/webhooks/stripe',
            payload,
            headers: { 'content-type': type, 'stripe-signature': signature },
          });
          expect([payload.slice(0, 60), response.statusCode]).toEqual([payload.slice(0, 60), 400]);
        }
      }
      const { rows } = await stack.deps.pool.query<{ n: number }>(
        "select count(*)::int as n from stripe_event where id not like 'evt_%'",
      );
      expect(rows[0]?.n).toBe(0);
    },
  );
});
