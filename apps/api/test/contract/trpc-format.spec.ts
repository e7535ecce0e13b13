/**
 * Tests that our tRPC endpoint, which does not use tRPC's adapter, returns the same bytes as that adapter, and that it
 * refuses malformed requests.
 */
import { fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { compareVersions, VERSION } from '../../src/config/version.ts';
import { Failure } from '../../src/core/failures.ts';
import { newBrand, newCreator, newPackage } from '../../src/demo/builders.ts';
import { createContext } from '../../src/http/context.ts';
import { RENAMED_PROCEDURES } from '../../src/http/renamed-procedures.ts';
import { appRouter } from '../../src/http/router.ts';
import { registerSession } from '../../src/http/session.ts';
import { registerTrpc } from '../../src/http/trpc.ts';
import { useStack } from '../support/stack.ts';

const stack = useStack();
let adapter: FastifyInstance;
let packageId: string;

beforeAll(async () => {
  const creator = await newCreator(stack.deps);
  packageId = (await newPackage(stack.deps, creator)).id;
  adapter = Fastify({ routerOptions: { maxParamLength: 5_000 } });
  await registerSession(adapter, stack.deps);
  await adapter.register(fastifyTRPCPlugin, {
    prefix: '/trpc',
    trpcOptions: { router: appRouter, createContext: createContext(stack.deps), maxBatchSize: 10 },
  });
});
afterAll(() => adapter.close());

const answerOf = async (server: FastifyInstance, request: InjectOptions) => {
  const { statusCode, headers, body } = await server.inject(request);
  return { statusCode, type: headers['content-type'], vary: headers['vary'], body };
};
const json = { 'content-type': 'application/json' };
const ask = (path: string, input?: unknown, batch = false): InjectOptions => ({
  method: 'GET',
  url: `/trpc/${path}?${batch ? 'batch=1&' : ''}${input === undefined ? '' : `input=${encodeURIComponent(JSON.stringify(input))}`}`,
});
const act = (path: string, input: unknown, batch = false): InjectOptions => ({
  method: 'POST',
  url: `/trpc/${path}${batch ? '?batch=1' : ''}`,
  headers: json,
  payload: JSON.stringify(input),
});

const NOBODY = '00000000-0000-4000-8000-000000000000';
const message = { name: 'N', email: 'none', subject: '', category: 'Bug Report', message: 'Hello' };

describe('our tRPC endpoint', () => {
  const requests: [name: string, request: () => InjectOptions][] = [
    ['a query', () => ask('packages.byId', { id: packageId })],
    ['a query without input', () => ask('payments.config')],
    ['a query that is refused', () => ask('packages.byId', { id: NOBODY })],
    ['a query with bad input', () => ask('packages.byId', { id: 'one' })],
    ['a query whose input is not an object', () => ask('packages.byId', [1])],
    ['a query that requires an account', () => ask('profiles.dashboard')],
    ['a batch', () => ask('packages.byId,payments.config', { 0: { id: packageId } }, true)],
    ['a batch of one', () => ask('packages.byId', { 0: { id: packageId } }, true)],
    ['a batch that fails in part', () => ask('packages.byId,payments.config', { 0: { id: NOBODY } }, true)],
    ['a batch that fails completely', () => ask('packages.byId,packages.byId', { 0: { id: NOBODY } }, true)],
    ['a mutation', () => act('auth.signOut', {})],
    ['a mutation that is refused', () => act('packages.remove', { id: packageId })],
    ['a mutation with bad input', () => act('support.contact', message)],
    ['a batch of mutations', () => act('support.contact,packages.remove', { 0: message, 1: { id: packageId } }, true)],
  ];
  it.each(requests)('responds to %s exactly like tRPC’s own Fastify adapter', async (_name, request) => {
    expect(await answerOf(stack.app, request())).toEqual(await answerOf(adapter, request()));
  });

  const refusals: [name: string, status: number, request: () => InjectOptions][] = [
    ['a batch whose input is not an object', 400, () => ask('packages.byId', 'x', true)],
    ['a batch whose input is a list', 400, () => ask('packages.byId', [{ id: packageId }], true)],
    ['a batch of 11 calls', 400, () => ask(Array.from({ length: 11 }, () => 'payments.config').join(','), {}, true)],
    ['input that is not JSON', 400, () => ({ method: 'GET', url: '/trpc/packages.byId?input={' })],
    ['a body that is not JSON', 400, () => ({ ...act('support.contact', {}), payload: '{' })],
    ['a mutation without its input', 400, () => ({ method: 'POST', url: '/trpc/support.contact', headers: json })],
    ['a mutation sent by GET', 405, () => ask('auth.signOut')],
    ['a query sent by POST', 405, () => act('packages.byId', { id: packageId })],
    ['a PUT request', 405, () => ({ ...act('auth.signOut', {}), method: 'PUT' })],
  ];
  it.each(refusals)('refuses %s with status %i', async (_name, status, request) => {
    const { statusCode, type, body } = await answerOf(stack.app, request());
    expect([statusCode, type]).toEqual([status, 'application/json']);
    expect(JSON.parse(body)).toMatchObject({ error: { data: { httpStatus: status } } });
  });

  it('responds exactly like tRPC’s own Fastify adapter if the session cannot be read', async () => {
    const broken = {
      ...stack.deps,
      get db(): never {
        throw new Failure('TOO_BUSY');
      },
    };
    const direct = Fastify();
    await registerSession(direct, stack.deps);
    registerTrpc(direct, broken);
    const theirs = Fastify();
    await registerSession(theirs, stack.deps);
    await theirs.register(fastifyTRPCPlugin, {
      prefix: '/trpc',
      trpcOptions: { router: appRouter, createContext: createContext(broken) },
    });
    for (const request of [ask('payments.config'), ask('payments.config', {}, true)]) {
      const answer = await answerOf(direct, request);
      expect(answer.statusCode).toBe(503);
      // Only our endpoint knows the id of the request if there is no context.
      const body = answer.body.replaceAll(/,"reference":"[^"]+"/g, '');
      expect({ ...answer, body }).toEqual(await answerOf(theirs, request));
    }
    await direct.close();
    await theirs.close();
  });
});

describe('pages of another release', () => {
  const outdated = { data: { httpStatus: 404, code: 'NOT_FOUND', failure: 'PAGE_OUTDATED', version: VERSION } };

  it.each(['packages.nothing', 'nothing.byId', 'constructor'])(
    'get a failure that makes them offer a reload if they call the unknown procedure %s',
    async (path) => {
      const response = await stack.app.inject(ask(path));
      expect([response.statusCode, response.json()]).toMatchObject([404, { error: outdated }]);
      const batch = await stack.app.inject(ask(`payments.config,${path}`, {}, true));
      expect([batch.statusCode, batch.json()]).toMatchObject([207, [{ result: {} }, { error: outdated }]]);
    },
  );

  it('can call a renamed procedure by its former name, which is counted under the new one', async () => {
    const browser = await stack.asBrowser(await newBrand(stack.deps));
    const countCall = vi.spyOn(stack.deps.metrics, 'countCall');
    const input = { id: NOBODY };
    const answers = await Promise.all(
      ['messages.typing', 'messages.announceTyping'].map((path) => browser('POST', `/trpc/${path}`, input)),
    );
    const names = countCall.mock.calls.filter(([kind]) => kind === 'procedure').map(([, name]) => name);
    countCall.mockRestore();
    for (const answer of answers)
      expect(answer.json()).toMatchObject({ error: { data: { failure: 'CONVERSATION_NOT_FOUND' } } });
    expect(names).toEqual(['messages.announceTyping', 'messages.announceTyping']);
  });

  it.each(Object.entries(RENAMED_PROCEDURES))(
    'find the renamed procedure %s until the version that removes it',
    async (path, { to, removedIn }) => {
      const exists = async (name: string) =>
        (await stack.app.inject(ask(name))).json<{ error?: { data: { failure: string } } }>().error?.data.failure !==
        'PAGE_OUTDATED';
      const [noun = '', verb = ''] = path.split('.');
      expect(Object.keys((Reflect.get(appRouter, noun) as object | undefined) ?? {})).not.toContain(verb);
      expect(await exists(to)).toBe(true);
      expect(await exists(path)).toBe(true);
      expect(compareVersions(removedIn, VERSION)).toBeGreaterThan(0);
    },
  );
});

it.each(['%25', '%25s%25n', '%2525'])('responds with 404 to the tRPC path %j', async (path) => {
  expect((await answerOf(stack.app, { method: 'GET', url: `/trpc/${path}` })).statusCode).toBe(404);
  expect((await answerOf(stack.app, { ...act('', {}), url: `/trpc/${path}` })).statusCode).toBe(404);
});

it('responds to a visitor’s tRPC call without creating a session', async () => {
  const { headers } = await stack.app.inject(ask('payments.config'));
  expect(headers['set-cookie']).toBeUndefined();
  expect(headers['content-length']).toBeDefined();
});

it('counts calls of unknown paths under one name, because the caller chooses the path', async () => {
  const browser = await stack.asBrowser(await newBrand(stack.deps));
  const countCall = vi.spyOn(stack.deps.metrics, 'countCall');
  for (const path of ['%00', 'x'.repeat(4_000), 'constructor.name', 'packages.byId'])
    expect((await browser('GET', `/w/nobody/trpc/${path}`)).statusCode).toBe(404);
  const names = countCall.mock.calls.filter(([kind]) => kind === 'procedure').map(([, name]) => name);
  countCall.mockRestore();
  expect(names).toEqual(['unknown', 'unknown', 'unknown', 'packages.byId']);
});
