/** Generates input that a zod schema accepts, so that a hostile value in one field is reached by the code behind it. */
import type { RandomChoices } from '../soak/random.ts';

/** The parts of zod's internal definition that the generator reads. */
interface SchemaDefinition {
  type: string;
  shape?: Record<string, Schema>;
  element?: Schema;
  innerType?: Schema;
  in?: Schema;
  out?: Schema;
  left?: Schema;
  right?: Schema;
  options?: readonly Schema[];
  items?: readonly Schema[];
  entries?: Record<string, unknown>;
  values?: readonly unknown[];
  keyType?: Schema;
  valueType?: Schema;
  getter?: () => Schema;
  checks?: readonly { _zod: { def: SchemaCheck } }[];
}
/** A limit or pattern of a schema. */
interface SchemaCheck {
  check: string;
  value?: number;
  maximum?: number;
  pattern?: RegExp;
}
export interface Schema {
  _zod: { def: SchemaDefinition };
}

export interface Values {
  random: RandomChoices;
  /** Returns an id for a field with this name, of a procedure or path about this noun. */
  id: (field: string, noun?: string) => string;
  /** Returns text of at most `maximum` characters for a field in which people write. */
  text: (maximum: number) => string;
}

/** Text that fields of these names accept. */
const TEXT_BY_FIELD: Record<string, string> = {
  email: 'somebody@example.test',
  currentPassword: 'not-the-password-1',
  password: 'quiet-otters-7',
  price: '199.00',
  startingPrice: '199.00',
  creatorAmount: '10.00',
  keeps: '10.00',
  url: 'https://example.com/page',
  link: 'https://example.com/post',
  endpoint: 'https://example.com/push',
  links: 'https://example.com/delivery',
  publishedOn: new Date().toISOString().slice(0, 10),
  country: 'US',
  timeZone: 'Europe/Berlin',
  month: new Date().toISOString().slice(0, 7),
  username: 'maya_lindqvist',
  questionId: 'q_1',
  clientId: '',
};
const DAY_FIELDS = /^(day|first|last|from|to|requestedDay|preferredPostDate|neededBy|startsBy|date)$/;
const ID_FIELDS = /^(id|ids|files)$|Id$/;

/** Returns a value that the schema probably accepts. `field` is the name of the field that contains it. */
export function generateValue(schema: Schema, values: Values, field = ''): unknown {
  const {
    _zod: { def },
  } = schema;
  const checks = (def.checks ?? []).map(({ _zod: check }) => check.def);
  const { random } = values;
  const inner = (of: Schema | undefined) => (of === undefined ? null : generateValue(of, values, field));
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape ?? {}).flatMap(([name, of]) => {
          const value = generateValue(of, values, name);
          return value === undefined ? [] : [[name, value]];
        }),
      );
    case 'array':
      return Array.from({ length: random.whole(1, 2) }, () => inner(def.element));
    case 'tuple':
      return (def.items ?? []).map(inner);
    case 'record':
      return { q_1: inner(def.valueType) };
    case 'intersection':
      return { ...(inner(def.left) as object), ...(inner(def.right) as object) };
    case 'union':
      return inner(random.pick(def.options ?? []));
    case 'optional':
      return random.chance(0.33) ? undefined : inner(def.innerType);
    case 'nullable':
      return random.chance(0.25) ? null : inner(def.innerType);
    case 'pipe':
      // A preprocessing transform accepts every value, so the schema behind it defines the expected type.
      return inner(def.in !== undefined && isTransform(def.in) ? def.out : def.in);
    case 'lazy':
      return inner(def.getter?.());
    case 'literal':
      return random.pick(def.values ?? []);
    case 'enum':
      return random.pick(Object.values(def.entries ?? {}));
    case 'boolean':
      return random.chance(0.5);
    case 'number': {
      const least = checks.find(({ check }) => check === 'greater_than')?.value ?? 0;
      const most = checks.find(({ check }) => check === 'less_than')?.value ?? 100;
      return random.whole(least, Math.min(most, least + 20));
    }
    case 'string':
      return generateText(field, values, checks);
    case 'undefined':
      return undefined;
    default:
      return def.innerType === undefined ? values.text(Infinity) : inner(def.innerType);
  }
}

const isTransform = ({ _zod: { def } }: Schema) => def.type === 'transform';

/** Texts that satisfy patterns such as those of codes and ids of parts. */
const PATTERN_TEXTS = ['a1', '2026-11', '123456', 'x'.repeat(43), 'x'.repeat(22)];

function generateText(field: string, { random, id, text }: Values, checks: readonly SchemaCheck[]): string {
  const patterns = checks.flatMap(({ pattern }) => pattern ?? []);
  const fits = (given: string) => patterns.every((pattern) => pattern.test(given));
  const maximum = checks.find(({ check }) => check === 'max_length')?.maximum ?? Infinity;
  const pick = (): string => {
    if (field === 'clientId') return crypto.randomUUID();
    if (ID_FIELDS.test(field) && field !== 'questionId') return id(field);
    if (DAY_FIELDS.test(field))
      return new Date(Date.now() + random.whole(0, 100) * 86_400_000).toISOString().slice(0, 10);
    return TEXT_BY_FIELD[field] ?? text(maximum);
  };
  const picked = pick();
  return fits(picked) ? picked : (PATTERN_TEXTS.find(fits) ?? picked);
}

/** Lists the paths of all values inside of a JSON value, and of the value itself. */
export function listPaths(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...entries.flatMap(([key, of]) => listPaths(of, [...path, key]))];
}
