/** Tests that the OpenAPI document lists every path of the REST API and that the actual responses match it. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  SAMPLE_CUSTOMER,
  newBooking,
  newBrand,
  newCreator,
  newPackage,
  BUILDER_PASSWORD,
} from '../../src/demo/builders.ts';
import { REST_ROUTES } from '../../src/http/rest.ts';
import { useStack, type TestBrowser } from '../support/stack.ts';

const stack = useStack();

interface Schema {
  $ref?: string;
  [keyword: string]: unknown;
}
interface Operation {
  tags: string[];
  summary: string;
  parameters?: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content: Record<string, { schema: Schema }> }>;
}
interface Document {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

let text: string;
let api: Document;
beforeAll(async () => {
  const response = await stack.app.inject({ method: 'GET', url: '/api/docs/openapi.json' });
  expect(response.statusCode).toBe(200);
  text = response.body;
  api = JSON.parse(text) as Document;
});

const templateOf = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}');
const operationOf = (method: string, path: string): Operation => {
  const operation = api.paths[templateOf(path)]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not described`);
  return operation;
};

function checkOf(content: Record<string, { schema: Schema }> | undefined): z.ZodType {
  const schema = content?.['application/json']?.schema;
  if (!schema) throw new Error('The document does not say');
  const inlined = JSON.parse(
    JSON.stringify({ ...schema, $defs: api.components.schemas }).replaceAll('#/components/schemas/', '#/$defs/'),
  ) as Schema;
  return z.fromJSONSchema(inlined);
}

describe('the OpenAPI document', () => {
  it('has the OpenAPI version 3.1 and the URL of this server', () => {
    expect(api).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Marquee API', version: '1' },
      servers: [{ url: stack.deps.env.PUBLIC_URL }],
    });
  });

  it('describes every path and method of the REST API, and nothing else', () => {
    const described = Object.entries(api.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.toSorted()).toEqual(
      REST_ROUTES.map(({ method, path }) => `${method} ${templateOf(path)}`).toSorted(),
    );
  });

  it('has no dangling references and no unused schemas', () => {
    const references = new Set(
      [...text.matchAll(/"\$ref":\s*"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name),
    );
    expect(references).toEqual(new Set(Object.keys(api.components.schemas)));
  });

  it('uses no keywords that were removed in OpenAPI 3.1', () => {
    expect(text).not.toMatch(/"nullable"|"definitions"|"exclusiveMinimum":\s*(true|false)/);
  });

  it.each(REST_ROUTES.map((route) => [route.method, route.path, route] as const))(
    'describes the parameters, body, response and errors of %s %s',
    (method, path, route) => {
      const operation = operationOf(method, path);
      expect(operation.summary).toBe(route.summary);
      expect((operation.parameters ?? []).map((each) => [each.name, each.in, each.required])).toEqual(
        [...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'path', true]),
      );
      expect(operation.requestBody !== undefined).toBe(route.body !== undefined);
      if (route.body)
        expect(operation.requestBody?.content['application/json']?.schema).toMatchObject({ type: 'object' });
      const refusals = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
      expect(refusals.map(([status]) => Number(status))).toEqual(expect.arrayContaining([400, 429, ...route.refuses]));
      for (const [, response] of refusals)
        expect(response.content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Error' });
    },
  );

  it('documents package prices and booking amounts as text, checkout amounts as numbers and earnings as whole cents', () => {
    const field = (name: string, key: string) =>
      (api.components.schemas[name]?.['properties'] as Record<string, Schema> | undefined)?.[key];
    expect(field('Package', 'price')).toMatchObject({ type: 'string' });
    for (const key of ['totalAmount', 'platformFee', 'influencerAmount'])
      expect(field('Booking', key)).toMatchObject({ type: 'string' });
    for (const key of ['totalAmount', 'platformFee', 'packagePrice'])
      expect(field('PaymentIntent', key)).toMatchObject({ type: 'number' });
    for (const key of ['totalEarnings', 'thisMonth'])
      expect(field('DashboardStats', key)).toMatchObject({ type: 'integer' });
    expect(field('Profile', 'email')).toBeUndefined();
  });
});

describe('a response', () => {
  const calledOperations = new Set<string>();
  /** Sends a request and checks the response against the OpenAPI document. */
  async function ask(
    browser: TestBrowser,
    method: (typeof REST_ROUTES)[number]['method'],
    path: string,
    params: Record<string, string> = {},
    body?: unknown,
  ) {
    const route = REST_ROUTES.find((each) => each.method === method && each.path === path);
    const response = await browser(
      method,
      path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? ''),
      body,
    );
    expect([path, response.statusCode]).toEqual([path, route?.status ?? 200]);
    const answer: unknown = response.json();
    const { requestBody, responses } = operationOf(method, path);
    if (body !== undefined) expect(checkOf(requestBody?.content).safeParse(body)).toMatchObject({ success: true });
    expect(checkOf(responses[response.statusCode]?.content).safeParse(answer)).toMatchObject({ success: true });
    calledOperations.add(`${method} ${path}`);
    return answer as Record<string, string>;
  }

  it('matches the OpenAPI document for every path', async () => {
    const creator = await newCreator(stack.deps);
    const brand = await newBrand(stack.deps);
    const [asNobody, asCreator, asBrand] = [
      await stack.asBrowser(null),
      await stack.asBrowser(creator),
      await stack.asBrowser(brand),
    ];
    const form = { name: 'One Reel', description: 'A Reel.', price: '199', features: ['Reel'] };
    const questions = [
      { id: 'q_1', type: 'select', question: 'Tone?', required: true, placeholder: '', options: ['Warm'] },
      { id: 'q_2', question: 'More?' },
    ];

    await ask(
      asNobody,
      'POST',
      '/api/auth/register',
      {},
      { fullName: 'New Here', email: 'new-here@example.test', userType: 'brand', password: 'quiet-otters-7' },
    );
    await ask(asNobody, 'POST', '/api/auth/login', {}, { email: brand.email, password: BUILDER_PASSWORD });
    await ask(asNobody, 'POST', '/api/auth/logout');
    await ask(asBrand, 'GET', '/api/auth/user');
    await ask(asBrand, 'GET', '/api/auth/me');

    const { id = '' } = await ask(asCreator, 'POST', '/api/packages', {}, form);
    await ask(asCreator, 'PUT', '/api/packages/:id', { id }, form);
    await ask(asNobody, 'GET', '/api/packages/:id', { id });
    await ask(asNobody, 'GET', '/api/packages/influencer/:id', { id: creator.id });
    await ask(asCreator, 'POST', '/api/questionnaire', {}, { packageId: id, questions });
    await ask(asNobody, 'GET', '/api/questionnaire/:packageId', { packageId: id });
    await ask(
      asBrand,
      'POST',
      '/api/create-payment-intent',
      {},
      { packageId: id, brandUserId: brand.id, customer: SAMPLE_CUSTOMER, answers: { q_1: 'Warm' } },
    );

    const { username } = creator;
    await ask(asNobody, 'GET', '/api/profile/:username', { username });
    await ask(asNobody, 'GET', '/api/profile/:username/stats', { username });
    await ask(asNobody, 'GET', '/api/profile/:username/packages', { username });
    await ask(asNobody, 'GET', '/api/influencers/:id', { id: creator.id });

    const full = {
      ...SAMPLE_CUSTOMER,
      targetAudience: 'Hikers',
      brandTone: 'Professional',
      preferredPostDate: '2027-01-02',
      additionalRequirements: 'None',
    };
    const booking = await newBooking(stack.deps, {
      creator,
      brand,
      packageId: id,
      customer: full,
      answers: { q_1: 'Warm' },
    });
    for (const status of ['accepted', 'in_progress', 'completed'])
      await ask(asCreator, 'PATCH', '/api/bookings/:id/status', { id: booking.id }, { status });
    await ask(asBrand, 'GET', '/api/bookings/:id', { id: booking.id });
    await ask(asCreator, 'GET', '/api/dashboard/stats');
    await ask(asCreator, 'DELETE', '/api/packages/:id', { id });
    await ask(asBrand, 'GET', '/api/bookings/:id', { id: booking.id });

    expect([...calledOperations].toSorted()).toEqual(
      REST_ROUTES.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
  });

  it('is checked by schemas that reject a wrong type, a missing field and an extra field', async () => {
    const pack = await newPackage(stack.deps, await newCreator(stack.deps));
    const check = checkOf(operationOf('GET', '/api/packages/:id').responses['200']?.content);
    const answer = (await stack.app.inject({ method: 'GET', url: `/api/packages/${pack.id}` })).json<
      Record<string, unknown>
    >();
    expect(check.safeParse(answer).success).toBe(true);
    const { price, ...without } = answer;
    for (const wrong of [
      { ...answer, price: Number(price) },
      without,
      { ...answer, passwordHash: 'x' },
      { ...answer, price: '199' },
      [answer],
    ]) {
      expect(check.safeParse(wrong).success).toBe(false);
    }
  });
});

describe('the API reference page', () => {
  it('loads only scripts from this server', async () => {
    const page = await stack.app.inject({ method: 'GET', url: '/api/docs/' });
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const sources = [...page.body.matchAll(/<script[^>]*\ssrc="([^"]+)"/g)].map(([, source = '']) => source);
    expect(sources).toHaveLength(1);
    for (const source of sources) {
      const url = new URL(source, `${stack.deps.env.PUBLIC_URL}/api/docs/`);
      expect(url.origin).toBe(stack.deps.env.PUBLIC_URL);
      const script = await stack.app.inject({ method: 'GET', url: url.pathname });
      expect([script.statusCode, script.headers['content-type']]).toEqual([
        200,
        'application/javascript; charset=utf-8',
      ]);
    }
    expect(page.body).not.toMatch(/https?:\/\//);
  });

  it('allows its one inline script by hash and no others', async () => {
    const page = await stack.app.inject({ method: 'GET', url: '/api/docs/' });
    const [, inline = ''] = /<script type="text\/javascript">([^]*?)<\/script>/.exec(page.body) ?? [];
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain(`script-src 'self' 'sha256-${createHash('sha256').update(inline).digest('base64')}';`);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(inline).toContain('createApiReference');
  });

  it('disables the features of the API viewer that contact other servers', async () => {
    const { body } = await stack.app.inject({ method: 'GET', url: '/api/docs/' });
    for (const setting of ['"telemetry": false', '"withDefaultFonts": false', '"showDeveloperTools": "never"'])
      expect(body).toContain(setting);
    expect(body.match(/"disabled": true/g)).toHaveLength(2); // The chat and the MCP generator of the API viewer.
  });

  it('is reached by a redirect from the URL without a trailing slash', async () => {
    const response = await stack.app.inject({ method: 'GET', url: '/api/docs' });
    expect([response.statusCode, response.headers.location]).toEqual([301, '/api/docs/']);
  });
});
