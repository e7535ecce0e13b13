/**
 * Checks which project and module may import which others, and which file may use which package or global. Each message
 * explains where to move the code. Also checks the sizes of modules and files, the length of comments, and references
 * to requirements. The linter refuses cycles of imports (`import/no-cycle`).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { ROOT } from './install.mjs';
import { CONTEXTS } from './nouns.ts';
import { checkRequirements, readRequirements } from './requirements.ts';
import { getLineNumber, readSources, reportProblems, type Source, type SourceProblem } from './sources.ts';
import {
  API_LAYERS,
  STRIPE_LAYERS,
  ALLOWED_MODULE_IMPORTS,
  SHARED_QUERIES,
  LONG_FILES,
  CROSS_CONTEXT_FOLDERS,
  MODULE_FILE_ROLES,
  EXTRA_FILE_ROLES,
  KYSELY_FILES,
  PRIVATE_TABLE,
  GATEWAY_FILES,
  ENV_FILES,
  WEB_LAYERS,
  ALLOWED_FEATURE_IMPORTS,
} from './structure.ts';
import { getIdentifierName, isLiteral, isNode, parseSource, walkNodes, type Import, type Node } from './syntax.ts';

/** Project as described by its package.json. `folder` is relative to the repository. */
export interface Project {
  folder: string;
  name: string;
  tags: string[];
  dependencies: string[];
  devDependencies: string[];
}

const FETCH_FILE = 'apps/web/src/lib/http.ts';
/** The only file that may use browser storage. It handles browsers that block storage. */
const STORAGE_FILE = 'apps/web/src/lib/storage.ts';
/** The modules of the API whose types the web app may import. */
const API_TYPES = ['@marquee/api/router', '@marquee/api/page-renderer'];

const isTest = (path: string) =>
  /\.(spec|config|setup)\.tsx?$|-setup\.ts$|^apps\/[^/]+\/test\/|^apps\/web-e2e\//.test(path);

/** Returns all broken rules, starting with those in package.json files. */
export function checkStructure(projects: readonly Project[], sources: readonly Source[]): SourceProblem[] {
  return [
    ...projects.flatMap((project) => checkDeclared(projects, project)),
    ...sources.flatMap((source) => [...checkSource(projects, source), ...checkComments(source)]),
  ];
}

/** Returns the allowed imports of modules and features that no file needs. `sources` are all files of the repository. */
export function checkAllowances(sources: readonly Source[]): SourceProblem[] {
  const needed = new Set(sources.filter(({ path }) => !isTest(path)).flatMap(listNeededEntries));
  const listed = [
    ...Object.entries({ ALLOWED_MODULE_IMPORTS, ALLOWED_FEATURE_IMPORTS }).flatMap(([table, rows]) =>
      Object.entries(rows).flatMap(([here, others]) => others.map((there) => `${table}: ${here} > ${there}`)),
    ),
    ...[...SHARED_QUERIES].map((file) => `SHARED_QUERIES: ${file}`),
  ];
  return listed
    .filter((entry) => !needed.has(entry))
    .map((entry) => ({
      path: 'tools/structure.ts',
      line: 1,
      message: `${entry} is allowed, but no file needs it; remove it`,
    }));
}

function listNeededEntries(source: Source): string[] {
  const { path } = source;
  return parseSource(source)
    .imports.filter(({ from }) => from.startsWith('.'))
    .flatMap(({ from, isType }) => {
      const target = posix.join(dirname(path), from);
      const [, feature] = findWebLayer(path) ?? [];
      const [, otherFeature] = findWebLayer(target) ?? [];
      const [module] = parseModule(path) ?? [];
      const [otherModule, file] = parseModule(target) ?? [];
      return [
        `ALLOWED_MODULE_IMPORTS: ${module} > ${otherModule}`,
        `ALLOWED_FEATURE_IMPORTS: ${feature} > ${otherFeature}`,
        ...(isType || module === otherModule ? [] : [`SHARED_QUERIES: ${otherModule}/${file}`]),
      ];
    });
}

/** A module with more files than this is more than one noun. */
const MAX_MODULE_FILES = 12;
const MAX_LINES = 450;

/** Returns the modules with too many files, and the services, components and SQL files that are too long. */
export function checkSizes(sources: readonly Source[]): SourceProblem[] {
  const files = sources.filter(({ path }) => !isTest(path));
  const filesByModule = Map.groupBy(files, ({ path }) => /^apps\/api\/src\/modules\/.+(?=\/)/.exec(path)?.[0]);
  return [
    ...[...filesByModule].flatMap(([path, { length }]) =>
      path === undefined || length <= MAX_MODULE_FILES
        ? []
        : [{ path, line: 1, message: `has ${length} files; a module has at most ${MAX_MODULE_FILES}, so split it` }],
    ),
    ...files.flatMap(({ path, text }) => {
      const lines = text.split('\n').length - 1;
      const isLong = lines > MAX_LINES && /(\.service\.ts|\.sql\.ts|\.tsx|\.sql)$/.test(path);
      if (isLong === LONG_FILES.has(path)) return [];
      return isLong
        ? [{ path, line: MAX_LINES, message: `has ${lines} lines, and may have ${MAX_LINES}; split it by topic` }]
        : [{ path, line: 1, message: 'is short enough, or missing; remove it from LONG_FILES in tools/structure.ts' }];
    }),
  ];
}

/** Column at which the formatter wraps code. It does not wrap comments, so this check limits their length. */
const MAX_COMMENT_COLUMN = 120;

function checkComments({ path, text }: Source): SourceProblem[] {
  return text.split('\n').flatMap((each, index) => {
    const isWide = each.length > MAX_COMMENT_COLUMN && /^\s*(\/\/|\/\*|\*) /.test(each);
    // Tool directives must stay on one line, so they may be longer.
    if (!isWide || /oxlint-|@ts-/.test(each)) return [];
    return [{ path, line: index + 1, message: `this comment goes beyond column ${MAX_COMMENT_COLUMN}; break it` }];
  });
}

/** Returns the reason why the tags of `from` and `to` forbid this dependency, or undefined if it is allowed. */
function findForbiddenTag(from: Project, to: Project, inTest: boolean): string | undefined {
  if (!inTest && from.tags.includes('runs:browser') && to.tags.includes('runs:server'))
    return 'it does not run in a browser; move the shared code to libs/';
  if (from.tags.includes('type:tool') || to.tags.includes('type:lib')) return undefined;
  if (from.tags.includes('type:lib'))
    return 'a library depends on libraries only; move the imported code to a library, or this code to the app';
  if (to.tags.includes('type:tool'))
    return inTest ? undefined : 'tools are for developers and tests; the product does not import them';
  return 'an app depends on libraries only; move the shared code to libs/';
}

/** Checks the dependencies declared in a package.json. */
function checkDeclared(projects: readonly Project[], project: Project): SourceProblem[] {
  const at = (message: string): SourceProblem => ({ path: `${project.folder}/package.json`, line: 1, message });
  const among = (names: readonly string[]) => projects.filter(({ name }) => names.includes(name));
  const ofWorkspace = [
    ...among(project.dependencies).map((to) => ({ to, why: findForbiddenTag(project, to, false) })),
    // The web app may declare the API as a development dependency, because it imports only a type, so no API code is
    // shipped.
    ...among(project.devDependencies)
      .filter((to) => !(project.folder === 'apps/web' && to.folder === 'apps/api'))
      .map((to) => ({ to, why: findForbiddenTag(project, to, true) })),
  ];
  const untagged = project.tags.some((tag) => tag.startsWith('type:'))
    ? []
    : [at('has no `type:` tag (app, lib or tool) in nx.tags')];
  const outside = project.dependencies.filter((name) => !projects.some((other) => other.name === name));
  return [
    ...untagged,
    ...ofWorkspace.flatMap(({ to, why }) => (why === undefined ? [] : [at(`depends on ${to.name}: ${why}`)])),
    ...outside.flatMap((name) =>
      [findExternalProblem(project, name)].flatMap((why) =>
        why === undefined ? [] : [at(`depends on ${name}: ${why}`)],
      ),
    ),
  ];
}

/** Returns the reason why a project may not use an external package, or undefined if it may. */
function findExternalProblem(project: Project, name: string): string | undefined {
  if (project.tags.includes('type:lib') && name !== 'zod')
    return 'a library uses zod and nothing else; code that needs more belongs in the app';
  if (project.folder === 'apps/web' && /^(kysely|pg|fastify|@fastify\/.+|stripe)$/.test(name)) {
    return 'the web app talks to the API only; move this to apps/api';
  }
  if (project.folder === 'apps/api' && /^(react|react-dom|react-router-dom|@mantine\/.+)$/.test(name)) {
    return 'the API renders no components; move this to apps/web';
  }
  return undefined;
}

function checkSource(projects: readonly Project[], source: Source): SourceProblem[] {
  const project = projects.find(({ folder }) => source.path.startsWith(`${folder}/`));
  if (project === undefined) return [];
  const { program, imports } = parseSource(source);
  const at = (offset: number, message: string | undefined): SourceProblem[] =>
    message === undefined ? [] : [{ path: source.path, line: getLineNumber(source.text, offset), message }];
  const rules = [findImportProblem, findLayerProblem, findModuleProblem, findWebLayerProblem, findPackageOwnerProblem];
  return [
    ...at(0, findFileNameProblem(source.path)),
    ...imports.flatMap((used) =>
      rules.flatMap((rule) => at(used.offset, rule({ projects, project, path: source.path }, used))),
    ),
    ...listUses(program, imports).flatMap(({ what, offset }) => at(offset, findUseProblem(source.path, what))),
  ];
}

interface ImportSite {
  projects: readonly Project[];
  project: Project;
  path: string;
}

/** Checks imports of other projects and of external packages. */
function findImportProblem({ projects, project, path }: ImportSite, { from, isType }: Import): string | undefined {
  if (from.startsWith('.')) {
    const target = posix.join(dirname(path), from);
    const other = projects.find(({ folder }) => target.startsWith(`${folder}/`));
    if (other === project) return undefined;
    if (other === undefined) return `imports ${from}, which is in no project`;
    // Tools start and fill the apps, so they import their files by path.
    if (!project.tags.includes('type:tool') || !other.tags.includes('type:app'))
      return `imports a file of ${other.folder}; import from ${other.name} instead`;
    return findUndeclared(project, other.name);
  }
  const name = from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/');
  const other = projects.find((each) => each.name === name);
  if (other === undefined) {
    const builtin = from.startsWith('node:') || builtinModules.includes(name);
    if (builtin && project.tags.includes('type:lib') && !isTest(path))
      return `imports ${from}: a library also runs in the browser and does no I/O; move this to apps/api`;
    return builtin || isTest(path) ? undefined : withPrefix(`imports ${from}`, findExternalProblem(project, name));
  }
  if (other === project) return undefined;
  const undeclared = findUndeclared(project, name);
  if (undeclared !== undefined) return undeclared;
  if (project.folder === 'apps/web' && other.folder === 'apps/api') {
    if (API_TYPES.includes(from) && isType) return undefined;
    return `imports ${from}: the web app may only \`import type\` from ${API_TYPES.join(' and ')}; move the shared code to libs/`;
  }
  return withPrefix(`imports ${from}`, findForbiddenTag(project, other, isTest(path)));
}

/** Returns a problem if a project does not declare a package of the workspace, from which Nx knows what to run again. */
const findUndeclared = (project: Project, name: string): string | undefined =>
  [...project.dependencies, ...project.devDependencies].includes(name)
    ? undefined
    : `imports ${name}, which ${project.folder}/package.json does not declare; add it there`;

const withPrefix = (what: string, why: string | undefined) => (why === undefined ? undefined : `${what}: ${why}`);

const parseModule = (path: string): [module: string, file: string] | undefined => {
  const [, module, file] = /^apps\/api\/src\/modules\/[^/]+\/([^/]+)\/(.+)$/.exec(path) ?? [];
  return module !== undefined && file !== undefined ? [module, file] : undefined;
};

const findApiLayer = (path: string): string | undefined => /^apps\/api\/src\/([^/]+)\//.exec(path)?.[1];

const LAYERED_AREAS = [
  { findLayer: findApiLayer, layers: API_LAYERS, table: 'API_LAYERS' },
  {
    // A file next to the layer folders counts as a layer that may import all others and that no layer may import.
    findLayer: (path: string) => /^tools\/stand-ins\/stripe\/([^/]+)/.exec(path)?.[1],
    layers: STRIPE_LAYERS,
    table: 'STRIPE_LAYERS',
  },
];

/** Checks imports (including types) between layers of the API and of the Stripe stand-in. */
function findLayerProblem({ path }: ImportSite, { from }: Import): string | undefined {
  if (!from.startsWith('.') || isTest(path)) return undefined;
  for (const { findLayer, layers, table } of LAYERED_AREAS) {
    const here = findLayer(path);
    const there = findLayer(posix.join(dirname(path), from));
    if (here === undefined || there === undefined || there === here) continue;
    if (layers[here]?.includes(there) ?? here.endsWith('.ts')) continue;
    return `imports ${from}: ${here} may not import ${there}; move the shared code to a layer that both may import (see ${table} in tools/structure.ts)`;
  }
  return undefined;
}

/**
 * Checks imports between modules of the API, except in specs. A module may import types from any file of a module
 * that it may call.
 */
function findModuleProblem({ path }: ImportSite, { from, isType }: Import): string | undefined {
  const here = parseModule(path);
  if (here === undefined || !from.startsWith('.') || isTest(path)) return undefined;
  const there = parseModule(posix.join(dirname(path), from));
  if (there === undefined || there[0] === here[0]) return undefined;
  const [module] = here;
  const [other, file] = there;
  if (ALLOWED_MODULE_IMPORTS[module]?.includes(other) !== true) {
    return `imports from the module ${other}: ${module} may not import ${other}; call it from a module that may import both, or change ALLOWED_MODULE_IMPORTS in tools/structure.ts`;
  }
  if (isType || /\.(service|words)\.ts$/.test(file)) return undefined;
  if (module === 'personal-data' && file === 'personal-data.sql.ts') return undefined;
  if (SHARED_QUERIES.has(`${other}/${file}`)) return undefined;
  return `imports ${file} of the module ${other}: a module calls another's service; move the imported function to ${other}/*.service.ts`;
}

/**
 * Returns the web app layer that contains `path`, and the feature if the layer is `features`. A file next to the
 * layer folders is a layer of its own.
 */
const findWebLayer = (path: string): [layer: string, feature: string | undefined] | undefined => {
  const [, layer, feature] = /^apps\/web\/src\/([^/]+)(?:\/[^/]+\/([^/]+)\/)?/.exec(path) ?? [];
  return layer === undefined ? undefined : [layer, layer === 'features' ? feature : undefined];
};

/** Checks imports (including types and styles) between layers and between features of the web app. */
function findWebLayerProblem({ path }: ImportSite, { from }: Import): string | undefined {
  const [layer, feature] = findWebLayer(path) ?? [];
  const [otherLayer, otherFeature] = findWebLayer(posix.join(dirname(path), from)) ?? [];
  if (layer === undefined || otherLayer === undefined || !from.startsWith('.') || isTest(path)) return undefined;
  const allowed = WEB_LAYERS[layer];
  if (allowed === undefined) return undefined;
  if (otherLayer !== layer)
    return allowed.includes(otherLayer)
      ? undefined
      : `imports ${from}: ${layer} may not import ${otherLayer}; move the shared code to a layer that both may import (see WEB_LAYERS in tools/structure.ts)`;
  if (layer === 'pages' && !from.endsWith('.css'))
    return `imports ${from}: a page does not import another page; move the shared component to features/ or ui/`;
  if (feature === undefined || otherFeature === undefined || feature === otherFeature) return undefined;
  return ALLOWED_FEATURE_IMPORTS[feature]?.includes(otherFeature) === true
    ? undefined
    : `imports from the feature ${otherFeature}: ${feature} may not import ${otherFeature}; combine the two in the page, move a component without a noun to ui/, or change ALLOWED_FEATURE_IMPORTS in tools/structure.ts`;
}

/** Checks imports of packages that only certain files of the API may use. */
function findPackageOwnerProblem({ path }: ImportSite, { from, isType }: Import): string | undefined {
  if (!path.startsWith('apps/api/src/') || isTest(path)) return undefined;
  if (/^kysely(\/|$)/.test(from) && !isType && !KYSELY_FILES.test(path)) {
    return 'imports kysely: queries are in <noun>.sql.ts; move this query there';
  }
  if (/^(stripe|nodemailer|openid-client|@aws-sdk)(\/|$)/.test(from) && !GATEWAY_FILES.test(path)) {
    return `imports ${from}: only gateways/ calls other services; move this code there`;
  }
  return undefined;
}

/** Returns the reason why a file's name is not allowed in its folder, or undefined if it is. */
function findFileNameProblem(path: string): string | undefined {
  const [, area, folder] = /^(apps\/web\/src\/pages|apps\/api\/test|apps\/web-e2e)\/(?:([^/]+)\/)?/.exec(path) ?? [];
  const folders = [...CONTEXTS, ...(CROSS_CONTEXT_FOLDERS[area ?? ''] ?? [])];
  if (area !== undefined && !path.endsWith('.config.ts') && !folders.some((each) => each === folder))
    return `is in no folder of ${area}; the folders are ${folders.join(', ')}`;
  if (path.startsWith('apps/api/src/') && API_LAYERS[findApiLayer(path) ?? ''] === undefined)
    return `is in no layer of the API; the layers are ${Object.keys(API_LAYERS).join(', ')}`;
  const [webLayer, feature] = findWebLayer(path) ?? [];
  if (webLayer !== undefined && path !== `apps/web/src/${webLayer}` && WEB_LAYERS[webLayer] === undefined)
    return `is in no layer of the web app; the layers are ${Object.keys(WEB_LAYERS).join(', ')}`;
  if (webLayer === 'features' && ALLOWED_FEATURE_IMPORTS[feature ?? ''] === undefined)
    return `is in the feature ${feature}, which ALLOWED_FEATURE_IMPORTS in tools/structure.ts does not list; add it with the features that it may import`;
  const here = parseModule(path);
  if (here === undefined) return undefined;
  const [module, file] = here;
  if (ALLOWED_MODULE_IMPORTS[module] === undefined)
    return `is in the module ${module}, which ALLOWED_MODULE_IMPORTS in tools/structure.ts does not list; add it with the modules that it may import`;
  const roles = [...MODULE_FILE_ROLES, ...(EXTRA_FILE_ROLES[module] ?? [])];
  // Texts are in folders named after the contexts.
  const [, role] = /^(?:[a-z]+\/(?=.*\.words\.ts$))?[a-z][a-z0-9-]*\.([a-z]+)\.ts$/.exec(file) ?? [];
  return role !== undefined && roles.includes(role)
    ? undefined
    : `is not named <noun>.<role>.ts with a role of ${roles.join(', ')}; move its code to the file with its role, or to libs/ if it is pure`;
}

type RestrictedUse = 'process.env' | 'fetch' | 'private table' | 'storage' | 'test title' | 'all columns';

/** Matches SQL that reads all columns, such as `select *`, `select booking.*` or `returning *`. */
const ALL_COLUMNS = /\b(?:select|returning)\s+(?:distinct\s+)?\*|(?:^|[\s,(])\w+\.\*/i;

/** Matches test titles that begin with a subject instead of a verb. */
const TITLE_WITH_SUBJECT = /^(?:[A-Z]|(?:a|an|the|every|each|all|it|should|test|tests|when|while|if)\b)/;

function findUseProblem(path: string, what: RestrictedUse): string | undefined {
  const inApi = path.startsWith('apps/api/src/');
  const inWeb = path.startsWith('apps/web/src/');
  if (what === 'private table')
    return 'names a private table of a library; use the functions and views that its documentation describes';
  if (what === 'test title')
    return 'a test title completes the sentence “it …”: begin with a verb, and name the actor after it';
  if (isTest(path)) return undefined;
  if (what === 'all columns')
    return KYSELY_FILES.test(path)
      ? 'reads all columns, so adding a column would break this prepared statement in processes of the previous release; list the columns'
      : undefined;
  if (what === 'fetch')
    return inWeb && path !== FETCH_FILE
      ? `calls fetch: the web app calls the API through tRPC's hooks, and other addresses through ${FETCH_FILE}`
      : undefined;
  if (what === 'storage')
    return inWeb && path !== STORAGE_FILE
      ? `uses the browser's storage, which may be blocked; use ${STORAGE_FILE}`
      : undefined;
  if (inWeb) return 'reads process.env: browsers do not have it; load the value from the API';
  return inApi && !ENV_FILES.has(path)
    ? 'reads process.env: only apps/api/src/config/env.ts does this; take the value from deps.env'
    : undefined;
}

/** Returns the uses of restricted globals and tables in a file. */
function listUses(program: unknown, imports: readonly Import[]) {
  const uses: { what: RestrictedUse; offset: number }[] = [];
  walkNodes(program, (node) => {
    if (
      node.type === 'MemberExpression' &&
      getIdentifierName(node['object']) === 'process' &&
      getIdentifierName(node['property']) === 'env'
    )
      uses.push({ what: 'process.env', offset: node.start });
    if (
      (node.type === 'TemplateElement' && ALL_COLUMNS.test(JSON.stringify(node['value']))) ||
      (node.type === 'CallExpression' && /^(selectAll|returningAll)$/.test(getMethodName(node['callee'])))
    )
      uses.push({ what: 'all columns', offset: node.start });
    if (node.type === 'TemplateElement' && PRIVATE_TABLE.test(JSON.stringify(node['value'])))
      uses.push({ what: 'private table', offset: node.start });
    if (node.type === 'Literal' && typeof node['value'] === 'string' && PRIVATE_TABLE.test(node['value']))
      uses.push({ what: 'private table', offset: node.start });
    if (node.type === 'CallExpression' && getCalleeName(node['callee']) === 'fetch')
      uses.push({ what: 'fetch', offset: node.start });
    if (node.type === 'CallExpression' && isTestCallee(node['callee']) && TITLE_WITH_SUBJECT.test(getTitle(node)))
      uses.push({ what: 'test title', offset: node.start });
    if (/^(local|session)Storage$/.test(isLiteral(node) ? node.value : String(getIdentifierName(node))))
      uses.push({ what: 'storage', offset: node.start });
  });
  for (const { from, offset } of imports)
    if (/^(node:)?process$/.test(from)) uses.push({ what: 'process.env', offset });
  return uses;
}

const getMethodName = (callee: unknown): string =>
  isNode(callee) && callee.type === 'MemberExpression' ? String(getIdentifierName(callee['property'])) : '';

const getCalleeName = (value: unknown) =>
  isNode(value) &&
  value.type === 'MemberExpression' &&
  /^(window|globalThis|self)$/.test(String(getIdentifierName(value['object'])))
    ? getIdentifierName(value['property'])
    : getIdentifierName(value);

/** Returns whether a callee is `it` or `test`, or one of them with a table of cases, such as `it.each(rows)`. */
const isTestCallee = (callee: unknown): boolean =>
  isNode(callee) && callee.type === 'CallExpression'
    ? isNode(callee['callee']) &&
      getIdentifierName(callee['callee']['property']) === 'each' &&
      isTestCallee(callee['callee']['object'])
    : /^(it|test)$/.test(String(getIdentifierName(callee)));
/** Returns the first argument of a call up to its first placeholder, or an empty text if it is not a text. */
const getTitle = (call: Node): string => {
  const [title] = call['arguments'] as unknown[];
  if (isLiteral(title)) return title.value;
  return isNode(title) && title.type === 'TemplateLiteral'
    ? ((title['quasis'] as { value: { raw: string } }[])[0]?.value.raw ?? '')
    : '';
};

function readProjects(): Project[] {
  const folders = [
    // The stand-ins stand before `tools`, which contains them, because a file belongs to the first folder that matches.
    ...['apps', 'libs', 'tools/stand-ins'].flatMap((group) =>
      readdirSync(join(ROOT, group)).map((name) => `${group}/${name}`),
    ),
    'tools',
  ];
  return folders.map((folder) => {
    const { name, nx, ...manifest } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as {
      name: string;
      nx?: { tags?: string[] };
      dependencies?: object;
      devDependencies?: object;
    };
    return {
      folder,
      name,
      tags: nx?.tags ?? [],
      dependencies: Object.keys(manifest.dependencies ?? {}),
      devDependencies: Object.keys(manifest.devDependencies ?? {}),
    };
  });
}

if (import.meta.main) {
  const sources = ['apps', 'libs', 'tools'].flatMap((folder) => readSources(folder, /\.(ts|tsx|mjs|js)$/));
  const texts = ['apps/api/src/db', 'docs'].flatMap((folder) => readSources(folder, /\.(sql|md)$/));
  reportProblems(
    'Structure',
    [
      ...checkStructure(readProjects(), sources),
      ...checkAllowances(sources),
      ...checkSizes([...sources, ...texts]),
      ...checkRequirements(
        readRequirements(ROOT),
        // The spec of this check contains numbers that do not exist.
        [...sources, ...texts].filter(({ path }) => path !== 'tools/requirements.spec.ts'),
      ),
    ],
    'everything is where it belongs.',
  );
}
