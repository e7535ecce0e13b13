/** Tests that procedure inputs reject or clean text that PostgreSQL cannot store. */
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { PROCEDURES_BY_PATH } from '../../src/demo/procedures.ts';
import { useStack } from '../support/stack.ts';

const stack = useStack();

const UNSTORABLE = [
  '\u0000',
  'a\u0000b',
  `${'A'.repeat(21)}\u0000`,
  '\u0007',
  '\ud800',
  'a\udc00',
  '\u0000@example.com',
];
const CONTROL = ['\u0000', '\u0007'];
/** Fields that are hashed, compared or looked up in our own list, but never stored or sent to the database. */
const NEVER_STORED = /password|confirmation$|answers|captcha/i;

interface Def {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  options?: z.ZodType[];
  innerType?: z.ZodType;
  valueType?: z.ZodType;
  keyType?: z.ZodType;
  left?: z.ZodType;
  right?: z.ZodType;
}

/**
 * Returns every text schema within a schema, with its path. A schema that refines or transforms text counts as a
 * text schema.
 */
function textsOf(schema: z.ZodType, path: string): [path: string, schema: z.ZodType][] {
  const def = schema.def as unknown as Def;
  const { shape, element, options, innerType, valueType, left, right } = def;
  if (shape) return Object.entries(shape).flatMap(([name, each]) => textsOf(each, `${path}.${name}`));
  if (options) return options.flatMap((each, at) => textsOf(each, `${path}|${at}`));
  if (element) return textsOf(element, `${path}[]`);
  if (valueType) return textsOf(valueType, `${path}{}`);
  if (left && right) return [...textsOf(left, path), ...textsOf(right, path)];
  if (innerType && def.type !== 'catch') return textsOf(innerType, path);
  if (def.type === 'pipe') {
    const inner = (schema.def as unknown as { in: z.ZodType }).in;
    const innerTexts = textsOf(inner, path);
    // The transformation belongs either to the text itself, as in `id`, or to the object around it.
    return innerTexts.every(([at]) => at === path) ? [[path, schema]] : innerTexts;
  }
  return [[path, schema]];
}

const inputs = [...PROCEDURES_BY_PATH].flatMap(([path, procedure]) =>
  (procedure.inputs as z.ZodType[]).flatMap((schema) => textsOf(schema, path)),
);

it('finds more than 300 text inputs in the procedures, including four known ones', () => {
  expect(inputs.length).toBeGreaterThan(300);
  for (const path of [
    'publications.shared.token',
    'savedItems.shared.token',
    'messages.send.text',
    'auth.register.fullName',
  ])
    expect(inputs.map(([at]) => at)).toContain(path);
});

it('rejects or cleans text that the database cannot store in every text input of a procedure', () => {
  const passed = inputs
    .filter(([path]) => !NEVER_STORED.test(path))
    .flatMap(([path, schema]) =>
      UNSTORABLE.flatMap((text) => {
        const parsed = schema.safeParse(text);
        const isBad =
          parsed.success &&
          typeof parsed.data === 'string' &&
          (CONTROL.some((letter) => (parsed.data as string).includes(letter)) || !parsed.data.isWellFormed());
        return isBad ? [`${path} takes ${JSON.stringify(text)}`] : [];
      }),
    );
  expect(passed).toEqual([]);
});

it('responds to a token with characters that the database cannot store as to an unknown token', async () => {
  const answer = async (path: string, token: string) => {
    const url = `/trpc/${path}?input=${encodeURIComponent(JSON.stringify({ token }))}`;
    const { statusCode, body } = await stack.app.inject({ url });
    return { statusCode, body };
  };
  for (const path of ['publications.shared', 'savedItems.shared']) {
    const unknown = await answer(path, 'A'.repeat(22));
    expect(unknown.statusCode).toBeLessThan(500);
    for (const token of ['a\u0000b', '\u0000'.repeat(22), '\ud800'.repeat(22)])
      expect(await answer(path, token)).toEqual(unknown);
  }
});
