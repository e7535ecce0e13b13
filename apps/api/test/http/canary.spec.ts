/**
 * Sends forty marked secrets through every procedure, and then searches logs, traces, error answers and jobs for them.
 * A new procedure is covered automatically.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import type { SessionUser } from '../../src/core/ctx.ts';
import { BUILDER_PASSWORD, newAdmin, newCreator } from '../../src/demo/builders.ts';
import { PROCEDURES_BY_PATH } from '../../src/demo/procedures.ts';
import { useStack } from '../support/stack.ts';
import { startTracedProduct, type TracedProduct } from '../support/traced-product.ts';

const stack = useStack({}, { mailbox: true, log: 'debug' });

/** The secrets by the field that they belong to. Each contains a number that occurs nowhere else. */
const KINDS = [
  ['password', (mark: string) => `otters-swim-${mark}`],
  ['currentPassword', (mark: string) => `otters-swam-${mark}`],
  ['newPassword', (mark: string) => `otters-swum-${mark}`],
  ['token', (mark: string) => `tok${mark}tok${mark}tok${mark}`.slice(0, 43)],
  ['resetToken', (mark: string) => `r${mark}r${mark}r${mark}r`],
  ['sessionId', (mark: string) => `sess.${mark}.sess`],
  ['cookie', (mark: string) => `s%3A${mark}.sig`],
  ['clientSecret', (mark: string) => `pi_3P${mark}_secret_${mark}`],
  ['cardNumber', (mark: string) => `42424242${mark}`],
  ['cvc', (mark: string) => `cvc ${mark}`],
  ['iban', (mark: string) => `DE89 3704 ${mark}`],
  ['accountNumber', (mark: string) => `000${mark}`],
  ['taxId', (mark: string) => `US-${mark}`],
  ['code', (mark: string) => `c-${mark}`],
  ['totp', (mark: string) => mark.slice(-6)],
  ['recoveryCode', (mark: string) => `rec-${mark}`],
  ['passkeyResponse', (mark: string) => `pk_${mark}`],
  ['email', (mark: string) => `ada.${mark}@example.test`],
  ['newEmail', (mark: string) => `ada+${mark}@example.test`],
  ['phone', (mark: string) => `+1 555 ${mark}`],
  ['fullName', (mark: string) => `Ada ${mark}`],
  ['username', (mark: string) => `ada_${mark}`],
  ['address', (mark: string) => `${mark} Main Street`],
  ['postalCode', (mark: string) => `ZIP${mark}`],
  ['message', (mark: string) => `Please call me at ${mark}`],
  ['note', (mark: string) => `"quoted" ${mark} 'text'`],
  ['reason', (mark: string) => `because ${mark}`],
  ['search', (mark: string) => `find ${mark}`],
  ['url', (mark: string) => `https://example.test/${mark}?key=${mark}`],
  ['trackingNumber', (mark: string) => `1Z${mark}`],
  ['purchaseOrder', (mark: string) => `PO ${mark}`],
  ['apiKey', (mark: string) => `sk_live_${mark}`],
  ['webhookSecret', (mark: string) => `whsec_${mark}`],
  ['signature', (mark: string) => `t=1,v1=${mark}`],
  ['authorization', (mark: string) => `Bearer ${mark}`],
  ['pushEndpoint', (mark: string) => `https://fcm.googleapis.com/fcm/send/${mark}`],
  ['pushKey', (mark: string) => `BK${mark}`],
  ['fileName', (mark: string) => `passport-${mark}.png`],
  ['birthday', (mark: string) => `1990-01-01 ${mark}`],
  ['answer', (mark: string) => `My mother’s name is ${mark}`],
] as const;
const MARKS = KINDS.map((_, at) => `73915${at + 10}8264`);
const SECRETS = KINDS.map(([name, make], at) => ({ name, mark: MARKS[at] ?? '', value: make(MARKS[at] ?? '') }));

/** Jobs that need a secret, with the names of those that they may contain. */
const ALLOWED_IN_JOBS: Record<string, readonly string[]> = {
  // Looks the account up later, so that the response takes the same time whether there is one or not.
  'auth.forgot_password': ['email', 'newEmail'],
};

/** Procedures whose error message names something that the caller wrote, such as the label of a question. */
const QUOTING_PROCEDURES = new Set(['questionnaires.save']);

let product: TracedProduct;
beforeAll(async () => {
  await stack.stopWorker();
  // Without a worker, so that the jobs stay in their table until they have been searched.
  product = await startTracedProduct(stack, { ROLE: 'web' });
});
afterAll(() => product.stop());

const ID = '5b8a4c0e-1111-4222-8333-444455556666';

interface Def {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  options?: z.ZodType[];
  innerType?: z.ZodType;
  in?: z.ZodType;
  left?: z.ZodType;
  right?: z.ZodType;
  entries?: Record<string, string>;
  values?: unknown[];
}

/** Makes an input for a schema. `text` returns the value of a text field. */
function sampleOf(schema: z.ZodType, name: string, text: (name: string) => string): unknown {
  const def = schema.def as unknown as Def;
  const { shape, element, options, innerType, left, right } = def;
  if (shape)
    return Object.fromEntries(Object.entries(shape).map(([field, each]) => [field, sampleOf(each, field, text)]));
  if (element) return [sampleOf(element, name, text)];
  if (options?.[0]) return sampleOf(options[0], name, text);
  if (left && right)
    return Object.assign({}, sampleOf(left, name, text) as object, sampleOf(right, name, text) as object);
  if (def.type === 'pipe' && def.in) return sampleOf(def.in, name, text);
  if (innerType) return sampleOf(innerType, name, text);
  if (def.type === 'enum') return Object.values(def.entries ?? {})[0];
  if (def.type === 'literal') return def.values?.[0];
  if (def.type === 'number' || def.type === 'int') return 1;
  if (def.type === 'boolean') return true;
  return text(name);
}

/**
 * Signs in over HTTP and returns the session cookie. A member of staff gets the second factor after the sign-in, which
 * would ask for it otherwise.
 */
async function signIn({ email, role }: SessionUser): Promise<string> {
  await sql`update person set has_factor = false where email = ${email}`.execute(stack.deps.db);
  const response = await fetch(`${product.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: BUILDER_PASSWORD }),
  });
  if (role === 'admin') await sql`update person set has_factor = true where email = ${email}`.execute(stack.deps.db);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

const findSecrets = (text: string, allowed: readonly string[] = []) =>
  SECRETS.filter(({ name, mark }) => text.includes(mark) && !allowed.includes(name)).map(({ name }) => name);

it('writes no secret that a procedure receives to a log, a trace, an error answer or a job', async () => {
  expect(SECRETS).toHaveLength(40);
  const admin = await newAdmin(stack.deps);
  const creator = await newCreator(stack.deps);
  const cookies = [await signIn(admin), await signIn(creator)];
  const errors: string[] = [];
  const accepted = new Set<string>();
  let sent = 0;
  const call = async (path: string, type: string, input: unknown, cookie: string) => {
    const json = JSON.stringify(input);
    const headers = { cookie, 'content-type': 'application/json', 'user-agent': 'canary' };
    const response =
      type === 'query'
        ? await fetch(`${product.url}/trpc/${path}?input=${encodeURIComponent(json)}`, { headers: { cookie } })
        : await fetch(`${product.url}/trpc/${path}`, { method: 'POST', headers, body: json });
    const body = await response.text();
    sent += 1;
    if (response.status >= 500) errors.push(`${path} answered ${response.status}`);
    if (response.ok) accepted.add(path);
    else if (!QUOTING_PROCEDURES.has(path)) {
      const secrets = findSecrets(body);
      if (secrets.length > 0) errors.push(`${path} repeats ${secrets.join(', ')}: ${body.slice(0, 200)}`);
    }
    return response.status;
  };
  const everything = Object.fromEntries(SECRETS.map(({ name, value }) => [name, value]));
  const procedures = [...PROCEDURES_BY_PATH].toSorted(([one], [other]) => one.localeCompare(other));
  let turn = 0;
  const takeSecret = (name: string) => {
    if (/id$/i.test(name)) return ID;
    turn += 1;
    return (SECRETS.find((secret) => secret.name === name) ?? SECRETS[turn % SECRETS.length])?.value ?? '';
  };
  for (const [path, { inputs, type }] of procedures) {
    const [schema] = inputs as z.ZodType[];
    const sample = schema === undefined ? {} : sampleOf(schema, 'input', takeSecret);
    for (const [at, cookie] of cookies.entries()) {
      for (const input of [sample, everything]) await call(path, type, input, cookie);
      // Some procedures end the session.
      if (/^(auth|factors|personalData)\./.test(path)) cookies[at] = await signIn(at === 0 ? admin : creator);
    }
  }
  expect(sent).toBe(procedures.length * 4);

  const { rows: jobs } = await sql<{ name: string; row: string }>`select name, job::text as row from job`.execute(
    stack.deps.db,
  );
  for (const { name, row } of jobs) {
    const secrets = findSecrets(row, ALLOWED_IN_JOBS[name]);
    if (secrets.length > 0) errors.push(`the job ${name} contains ${secrets.join(', ')}`);
  }
  expect(jobs.length).toBeGreaterThan(3);
  // The worker of the stack logs the jobs, and failed jobs stay with their last error.
  await stack.startWorker();
  await stack.mailsTo('nobody@example.test');
  const { rows: failed } = await sql<{ lastError: string }>`
    select last_error from job where last_error is not null`.execute(stack.deps.db);
  await product.stop();
  expect(errors).toEqual([]);
  expect(findSecrets(failed.map(({ lastError }) => lastError).join('\n'))).toEqual([]);
  expect(findSecrets(product.logged()), 'in the log of the server').toEqual([]);
  expect(findSecrets(stack.logged.join('')), 'in the log of the worker').toEqual([]);
  expect(findSecrets(product.traces()), 'in the traces').toEqual([]);
  // Otherwise, nothing was searched.
  expect(accepted.size).toBeGreaterThan(procedures.length / 3);
  expect(product.logged().split('\n').length).toBeGreaterThan(sent);
  expect(product.spans().length).toBeGreaterThan(sent);
});
