/**
 * Checks that code uses dependencies as they are released: it must not import a package's internal files, and no
 * build plugin may transform code below node_modules.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import type { SourceProblem, Source } from './check-structure.ts';

/** Returns the `exports` of a package's package.json, or undefined if it has none or is not installed. */
export type ReadExports = (packageName: string) => unknown;

export function checkDependencies(sources: readonly Source[], readExports: ReadExports): SourceProblem[] {
  return sources.flatMap((source) => [...checkImports(source, readExports), ...checkPlugins(source)]);
}

const getLineNumber = (text: string, offset: number) => text.slice(0, offset).split('\n').length;

/** Folders in which packages keep built files. These files may change with every release. */
const INTERNAL_FOLDER = /^(esm|cjs|dist|lib|src|build|internal)\//;

function checkImports({ path, text }: Source, readExports: ReadExports): SourceProblem[] {
  return listSpecifiers({ path, text }).flatMap(({ from, offset }) => {
    const at = (message: string): SourceProblem => ({ path, line: getLineNumber(text, offset), message });
    if (/(^|\/)node_modules\//.test(from)) return [at(`imports ${from}; import what the package exports instead`)];
    const [, name, file] = /^((?:@[\w.-]+\/)?[a-z\d][\w.-]*)\/(.+)$/.exec(from.replace(/\?.*$/, '')) ?? [];
    if (name === undefined || file === undefined || !INTERNAL_FOLDER.test(file)) return [];
    if (isExported(readExports(name), `./${file}`)) return [];
    return [at(`imports ${from}, an internal file of ${name}; import what the package documents instead`)];
  });
}

/**
 * Returns true if `exports` lists the file, or a pattern that matches it. A package without `exports` documents no
 * files. The pattern `./*` does not count, because it exposes every file.
 */
function isExported(exports: unknown, file: string): boolean {
  if (typeof exports !== 'object' || exports === null) return false;
  return Object.entries(exports).some(([key, target]) => {
    if (target === null || key === './*') return false;
    const [start = '', end] = key.split('*');
    return end === undefined ? key === file : file.startsWith(start) && file.endsWith(end);
  });
}

/**
 * Returns the module names in imports, re-exports, `import()`, `require.resolve()`, `import.meta.resolve()` and CSS
 * `@import`.
 */
function listSpecifiers({ path, text }: Source): { from: string; offset: number }[] {
  if (path.endsWith('.css'))
    return [...text.matchAll(/@import\s+(?:url\()?['"]([^'"]+)['"]/g)].map((match) => ({
      from: match[1] ?? '',
      offset: match.index,
    }));
  const { module, program } = parseSync(path, text);
  const dynamic: { from: string; offset: number }[] = [];
  walkNodes(program, (node) => {
    const isCall =
      node.type === 'CallExpression' && /\b(require|resolve)$/.test(text.slice(node.start, getNodeEnd(node['callee'])));
    const argument =
      node.type === 'ImportExpression' ? node['source'] : isCall ? (node['arguments'] as unknown[])[0] : undefined;
    if (isNode(argument) && typeof argument['value'] === 'string')
      dynamic.push({ from: argument['value'], offset: node.start });
  });
  return [
    ...module.staticImports.map(({ moduleRequest, start }) => ({ from: moduleRequest.value, offset: start })),
    ...module.staticExports.flatMap(({ entries, start }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [{ from: moduleRequest.value, offset: start }] : [])),
    ),
    ...dynamic,
  ];
}

const REWRITING_HOOKS = new Set(['transform', 'load', 'renderChunk']);
/** Options and hooks that replace modules or rewrite style sheets, even those of dependencies. */
const REPLACING_OPTIONS = new Set(['alias', 'postcss', 'resolveId']);

function checkPlugins({ path, text }: Source): SourceProblem[] {
  if (path.endsWith('.css') || /\.spec\.tsx?$/.test(path) || !/from '(vite|vitest\/config)'/.test(text)) return [];
  const problems: SourceProblem[] = [];
  walkNodes(parseSync(path, text).program, (node) => {
    if (node.type !== 'Property') return;
    const name = getPropertyName(node['key']) ?? '';
    const add = (message: string) => problems.push({ path, line: getLineNumber(text, node.start), message });
    if (REPLACING_OPTIONS.has(name))
      add(`sets ${name}, which changes the code of dependencies; use packages as they are released`);
    if (REWRITING_HOOKS.has(name) && !isLimitedToSources(text.slice(node.start, node.end)))
      add(`${name} may change the code of a dependency; limit it to files below /src/`);
  });
  return problems;
}

/**
 * Returns true if the source of a hook mentions /src/ and no package path. Slashes in regular expressions are
 * escaped.
 */
function isLimitedToSources(hook: string): boolean {
  const code = hook.replaceAll('\\/', '/');
  return code.includes('/src/') && !/node_modules|@[a-z][\w-]*\/|\/(dist|esm|cjs)\//.test(code);
}

interface Node extends Record<string, unknown> {
  type: string;
  start: number;
  end: number;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
const getPropertyName = (key: unknown): string | undefined =>
  isNode(key) && key.type === 'Identifier' && typeof key['name'] === 'string' ? key['name'] : undefined;

const getNodeEnd = (value: unknown): number => (isNode(value) ? value.end : 0);

function walkNodes(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) walkNodes(each, visit);
  else if (isNode(value)) {
    visit(value);
    for (const each of Object.values(value)) walkNodes(each, visit);
  }
}

const ROOT = dirname(import.meta.dirname);
const SKIPPED = new Set(['node_modules', 'dist', 'coverage', 'test-results', 'playwright-report']);

function readSources(folder: string): Source[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : readSources(path);
    return /\.(ts|tsx|mjs|js|css)$/.test(entry.name) ? [{ path, text: readFileSync(join(ROOT, path), 'utf8') }] : [];
  });
}

function readInstalledExports(packageName: string): unknown {
  const file = join(ROOT, 'node_modules', packageName, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { exports?: unknown }).exports : undefined;
}

if (import.meta.main) {
  const problems = checkDependencies(['apps', 'libs', 'tools'].flatMap(readSources), readInstalledExports);
  for (const { path, line, message } of problems) console.error(`${path}:${line}: ${message}`);
  console.log(problems.length === 0 ? 'Dependencies: used as released.' : `Dependencies: ${problems.length} problems.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
