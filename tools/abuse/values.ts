/** Hostile values for inputs, which the tests of the API and `npm run abuse` send. */

export const HOSTILE_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u0001',
  '\u007f',
  '\ud800',
  'a\udfff',
  '\ud83d',
  '\u202egnp.exe',
  '\ufeff',
  '\u2028',
  'Z\u0351\u036b\u0343a\u0327\u0328lgo',
  '👩🏽‍🎤',
  '𝒳',
  'ﷺ',
  'İ',
  'ß',
  '\r\nSet-Cookie: a=b',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  "'; drop table package; --",
  '" or ""="',
  '\\',
  '\\u0000',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  '../../../etc/passwd',
  '%00',
  '%s%n%x',
  '$1',
  'null',
  'undefined',
  'true',
  'NaN',
  'Infinity',
  '-0',
  '0x10',
  '1e309',
  '9'.repeat(400),
  'x'.repeat(10_000),
  '語'.repeat(10_000),
  '😀'.repeat(5_000),
  '00000000-0000-0000-0000-000000000000',
];
/** Raw JSON, including values that JSON.stringify would not produce. */
export const HOSTILE_VALUES = [
  ...HOSTILE_TEXTS.map((text) => JSON.stringify(text)),
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e308',
  '1e999',
  '-1e999',
  '2147483648',
  '9007199254740993',
  '1e21',
  '123456789012345678901234567890',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '[{}]',
  '["a"]',
  '["a","a"]',
  '{"length":1,"0":"a"}',
  '{"toString":"x"}',
  '{"valueOf":1}',
  '{"then":"x"}',
  '{"constructor":{"name":"x"}}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"a":1,"a":2}',
  '{"":""}',
  '{"q_1":null}',
  '{"q_1":{"q_1":"x"}}',
  '{"$ne":null}',
  `[${Array.from({ length: 20_000 }, () => 0).join()}]`,
  `{${Array.from({ length: 5_000 }, (_, at) => `"k${at}":${at}`).join()}}`,
  `${'['.repeat(40_000)}${']'.repeat(40_000)}`,
  `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`,
  JSON.stringify('x'.repeat(1_000_000)),
];

/** The keys and indexes that lead to a value inside of a JSON value. The empty path is the whole value. */
export type ValuePath = readonly (string | number)[];

/** Returns the valid body as JSON with the value at `path` replaced. */
export function withValue(body: unknown, path: ValuePath, json: string): string {
  const [key, ...rest] = path;
  if (key === undefined) return json;
  if (Array.isArray(body))
    return `[${body.map((each, at) => (at === key ? withValue(each, rest, json) : JSON.stringify(each))).join()}]`;
  const fields = { [key]: undefined, ...(body as Record<string, unknown>) };
  return `{${Object.entries(fields)
    .map(
      ([name, value]) =>
        `${JSON.stringify(name)}:${name === key ? withValue(value, rest, json) : JSON.stringify(value)}`,
    )
    .join()}}`;
}
