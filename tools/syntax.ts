/** Reads the syntax tree of a source file. */
import { parseSync } from 'vite';
import type { Source } from './sources.ts';

export interface Node extends Record<string, unknown> {
  type: string;
  start: number;
  end: number;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

export const isLiteral = (value: unknown): value is { value: string } =>
  isNode(value) && value.type === 'Literal' && typeof value['value'] === 'string';

export const getIdentifierName = (value: unknown): unknown =>
  isNode(value) && value.type === 'Identifier' ? value['name'] : undefined;

export function walkNodes(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) walkNodes(each, visit);
  else if (isNode(value)) {
    visit(value);
    for (const each of Object.values(value)) walkNodes(each, visit);
  }
}

export interface Import {
  from: string;
  offset: number;
  /** True for `import type` and `export type`, which are erased at build time. */
  isType: boolean;
}

/**
 * Returns the syntax tree of a source file and its imports, which include re-exports, `import()` and imported types.
 * Throws an error if the file cannot be parsed.
 */
export function parseSource({ path, text }: Source): { program: unknown; imports: Import[] } {
  const { program, module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const imports: Import[] = [
    ...module.staticImports.map(({ moduleRequest, start }) => ({
      from: moduleRequest.value,
      offset: start,
      // `import { type A }` is not a type import here, because it still loads the module.
      isType: /^import\s+type\b(?!\s*(,|from\b))/.test(text.slice(start)),
    })),
    ...module.staticExports.flatMap(({ entries, start }) =>
      entries.flatMap(({ moduleRequest }) =>
        moduleRequest
          ? [{ from: moduleRequest.value, offset: start, isType: /^export\s+type\b/.test(text.slice(start)) }]
          : [],
      ),
    ),
  ];
  walkNodes(program, ({ type, start, source }) => {
    if ((type === 'ImportExpression' || type === 'TSImportType') && isLiteral(source))
      imports.push({ from: source.value, offset: start, isType: type === 'TSImportType' });
  });
  return { program, imports };
}
