/** Tests that other people's tools can use the OpenAPI document: two linters and a generator of TypeScript types. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import openapiTypeScript, { astToString } from 'openapi-typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { useStack } from '../support/stack.ts';

const stack = useStack();

let document: string;
beforeAll(async () => {
  const response = await stack.app.inject({ method: 'GET', url: '/api/docs/openapi.json' });
  // Linters warn about localhost, which is only the address of this test.
  document = response.body.replaceAll(stack.deps.env.PUBLIC_URL, 'https://marquee.test');
});

const listRedoclyProblems = async (source: string) =>
  (
    await lintFromString({
      source,
      absoluteRef: 'openapi.json',
      config: await createConfig({ extends: ['recommended'] }),
    })
  ).map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`);

async function listSpectralProblems(source: string) {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset(spectralRulesets.oas as never);
  return (await spectral.run(source)).map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`);
}

describe('the OpenAPI document', () => {
  it('passes the recommended rules of Redocly and of Spectral without errors or warnings', async () => {
    expect(await listRedoclyProblems(document)).toEqual([]);
    expect(await listSpectralProblems(document)).toEqual([]);
  });

  it('would fail both linters without its operation ids', async () => {
    const without = document.replaceAll(/"operationId":"\w+",/g, '');
    expect(await listRedoclyProblems(without)).toContainEqual(expect.stringContaining('operation-operationId'));
    expect(await listSpectralProblems(without)).toContainEqual(expect.stringContaining('operation-operationId'));
  });

  it('gives every operation a unique id and a security requirement', () => {
    const { paths } = JSON.parse(document) as {
      paths: Record<string, Record<string, { operationId?: string; security?: object[] }>>;
    };
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids).not.toContain(undefined);
    expect(new Set(ids).size).toBe(ids.length);
    expect(operations.every(({ security }) => Array.isArray(security))).toBe(true);
  });
});

/** Calls in a client that knows only the generated types. Lines that expect an error prove that types are checked. */
const CLIENT = `
import type { components, operations, paths } from './openapi.ts';

type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;
type Answer<Id extends keyof operations> = Json<
  operations[Id]['responses'][Extract<200 | 201, keyof operations[Id]['responses']>]
>;
type Body<Id extends keyof operations> = Json<NonNullable<operations[Id]['requestBody']>>;
type Path<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['path']>;

declare function call<Id extends keyof operations>(
  id: Id,
  ...input: (operations[Id] extends { requestBody: object } ? [body: Body<Id>] : []) | [path: Path<Id>] | [path: Path<Id>, body: Body<Id>]
): Promise<Answer<Id>>;

export async function order(): Promise<string> {
  const registered = await call('register', { fullName: 'New Here', email: 'a@example.test', userType: 'brand', password: 'quiet-otters-7' });
  await call('signIn', { email: registered.email, password: 'quiet-otters-7' });
  const user = await call('getCurrentUser');
  const profile = await call('getProfile', { username: 'maya' });
  const [first] = await call('listPackagesByCreator', { id: profile.id });
  const pack = await call('getPackage', { id: first!.id });
  const { questions } = await call('getQuestionnaire', { packageId: pack.id });
  const { clientSecret, bookingId } = await call('createPaymentIntent', { packageId: pack.id, brandUserId: user.id });
  const booking = await call('getBooking', { id: bookingId });
  const moved = await call('changeBookingStatus', { id: booking.id }, { status: 'accepted' });
  const status: 'pending' | 'accepted' | 'in_progress' | 'completed' | 'cancelled' = moved.status;
  const price: string = pack.price;
  // @ts-expect-error: the price is decimal text
  const wrongPrice: number = pack.price;
  // @ts-expect-error: no such status
  await call('changeBookingStatus', { id: booking.id }, { status: 'done' });
  // @ts-expect-error: no such operation
  await call('bookEverything');
  const refused: components['schemas']['Error'] = { error: 'No', message: 'No', code: 'SIGNED_OUT' };
  const path: keyof paths = '/api/bookings/{id}/status';
  return [clientSecret, status, price, wrongPrice, refused.code, path, questions.length].join();
}
`;

describe('a client with generated types', () => {
  it('compiles against the OpenAPI document', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'openapi-'));
    try {
      await writeFile(join(folder, 'openapi.ts'), astToString(await openapiTypeScript(document)));
      await writeFile(join(folder, 'client.ts'), CLIENT);
      const compiler = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url));
      const options = ['--noEmit', '--strict', '--target', 'esnext', '--module', 'nodenext', '--types', ''];
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [compiler, ...options, '--allowImportingTsExtensions', join(folder, 'client.ts')],
        { cwd: folder },
      ).catch((error: { stdout: string }) => error);
      expect(stdout).toBe('');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
