/**
 * Checks that code uses dependencies as they are released: it must not import a package's internal files, and no
 * build plugin may transform code below node_modules.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './install.mjs';
import { getLineNumber, readSources, reportProblems, type Source, type SourceProblem } from './sources.ts';
import { getIdentifierName, isLiteral, isNode, parseSource, walkNodes } from './syntax.ts';

/** Returns the `exports` of a package's package.json, or undefined if it has none or is not installed. */
export type ReadExports = (packageName: string) => unknown;

export function checkDependencies(sources: readonly Source[], readExports: ReadExports): SourceProblem[] {
  return sources.flatMap((source) => [...checkImports(source, readExports), ...checkPlugins(source)]);
}

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
  const { program, imports } = parseSource({ path, text });
  const resolved: { from: string; offset: number }[] = [];
  walkNodes(program, ({ type, start, callee, arguments: given }) => {
    const argument: unknown = Array.isArray(given) ? given[0] : undefined;
    if (type !== 'CallExpression' || !isLiteral(argument) || !isNode(callee)) return;
    if (/\b(require|resolve)$/.test(text.slice(start, callee.end)))
      resolved.push({ from: argument.value, offset: start });
  });
  return [...imports, ...resolved];
}

const REWRITING_HOOKS = new Set(['transform', 'load', 'renderChunk']);
/** Options and hooks that replace modules or rewrite style sheets, even those of dependencies. */
const REPLACING_OPTIONS = new Set(['alias', 'postcss', 'resolveId']);

function checkPlugins({ path, text }: Source): SourceProblem[] {
  if (path.endsWith('.css') || /\.spec\.tsx?$/.test(path) || !/from '(vite|vitest\/config)'/.test(text)) return [];
  const problems: SourceProblem[] = [];
  walkNodes(parseSource({ path, text }).program, (node) => {
    if (node.type !== 'Property') return;
    const name = String(getIdentifierName(node['key']));
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

function readInstalledExports(packageName: string): unknown {
  const file = join(ROOT, 'node_modules', packageName, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { exports?: unknown }).exports : undefined;
}

if (import.meta.main)
  reportProblems(
    'Dependencies',
    checkDependencies(
      ['apps', 'libs', 'tools'].flatMap((folder) => readSources(folder, /\.(ts|tsx|mjs|js|css)$/)),
      readInstalledExports,
    ),
    'used as released.',
  );
