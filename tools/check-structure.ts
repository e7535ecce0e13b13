/**
 * Checks where code is: which project and module may import what, and which file may do what. Says where to move it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { parseSync } from 'vite';

/** A source file; `path` is relative to the repository, with `/`. */
export interface Source {
  path: string;
  text: string;
}

/** A project as its package.json has it; `folder` is relative to the repository. */
export interface Project {
  folder: string;
  name: string;
  tags: string[];
  dependencies: string[];
  devDependencies: string[];
}

/** A broken rule. */
export interface Problem {
  path: string;
  line: number;
  message: string;
}

/** The rooms of the API, top to bottom: each may import from those below it in this list, and from itself. */
const ROOMS: Record<string, readonly string[]> = {
  process: ['http', 'modules', 'core', 'gateways', 'db', 'config'],
  demo: ['process', 'http', 'modules', 'core', 'gateways', 'db', 'config'],
  http: ['modules', 'core', 'gateways', 'db', 'config'],
  modules: ['core', 'gateways', 'db', 'config'],
  core: ['gateways', 'db', 'config'],
  gateways: ['config'],
  db: ['config'],
  config: [],
};

/** The rooms of the Stripe stand-in, likewise. None needs the files beside them, which put the rooms together. */
const STRIPE_ROOMS: Record<string, readonly string[]> = {
  control: ['resources', 'protocol', 'store'],
  browser: ['resources', 'protocol', 'store'],
  resources: ['protocol', 'store'],
  protocol: ['store'],
  store: [],
};

/** The modules of the API, and whose services each may call. `auth` is who is signed in; everybody may ask that. */
const MODULES: Record<string, readonly string[]> = {
  // What people are told in the product; mails give them.
  notices: ['auth'],
  mail: ['notices'],
  // The operator's fee and windows.
  terms: ['auth'],
  auth: ['mail'],
  packages: ['questionnaires', 'auth'],
  questionnaires: ['auth'],
  ledger: ['auth'],
  // Who may order when, and who waits for it. Ends of bookings have it looked at again through the queue.
  availability: ['questionnaires', 'mail', 'auth'],
  // What a brand asks of a creator; an order of a version is a booking's.
  offers: ['terms', 'mail', 'auth'],
  bookings: ['availability', 'offers', 'terms', 'packages', 'questionnaires', 'ledger', 'mail', 'auth'],
  // Figures over time, a person's and the marketplace's, with queries of its own.
  analytics: ['bookings', 'auth'],
  // Where a booking's money ends. Who asks for which end is the business of the four below.
  settlements: ['bookings', 'ledger', 'auth'],
  messages: ['notices', 'mail', 'auth'],
  cancellations: ['settlements', 'bookings', 'auth'],
  disputes: ['settlements', 'bookings', 'ledger', 'auth'],
  // Deadlines for calendar programs; reads bookings with a query of its own.
  calendar: ['auth'],
  // What work consists of, and its files. With the last approval the creator is paid.
  deliveries: ['settlements', 'bookings', 'auth'],
  // A product that the brand sends for the work.
  products: ['bookings', 'auth'],
  // Where work was published, and what came of it.
  posts: ['pictures', 'bookings', 'auth'],
  chargebacks: ['deliveries', 'posts', 'settlements', 'bookings', 'ledger', 'auth'],
  payouts: ['settlements', 'bookings', 'packages', 'ledger', 'mail', 'auth'],
  payments: ['settlements', 'bookings', 'ledger', 'auth'],
  reconciliation: ['payments', 'ledger'],
  // Deletes what has aged, of whatever module, with queries of its own.
  housekeeping: ['analytics', 'deliveries', 'posts', 'products', 'messages', 'evidence', 'ledger'],
  pictures: ['auth'],
  support: ['auth', 'mail'],
  // Exports and erases a person through the `personal-data.sql.ts` of every module that stores something about people.
  accounts: [
    'auth',
    'availability',
    'bookings',
    'calendar',
    'evidence',
    'ledger',
    'mail',
    'matching',
    'messages',
    'notices',
    'offers',
    'packages',
    'payouts',
    'pictures',
    'profiles',
    'receipts',
    'reports',
    'reviews',
    'saved',
    'support',
  ],
  profiles: ['reviews', 'terms', 'packages', 'bookings', 'ledger', 'pictures', 'auth'],
  // Pictures of follower figures, which staff checks.
  evidence: ['profiles', 'pictures', 'mail', 'auth'],
  // Looks across all of them with queries of its own (lists and figures,
  // nothing it could change); a creator's documented rating is the profile's.
  discovery: ['analytics', 'availability', 'terms', 'profiles', 'packages', 'auth'],
  // Asks the listings as discovery does, with queries of its own.
  matching: ['availability', 'terms', 'auth'],
  // A record of work says what the profile says.
  receipts: ['profiles', 'ledger', 'auth'],
  // What the sides of a completed booking say of each other.
  reviews: ['mail', 'auth'],
  reports: ['packages', 'reviews', 'saved', 'mail', 'auth'],
  // What people keep of what can be found: lists and searches of their own.
  saved: ['availability', 'discovery', 'terms', 'mail', 'auth'],
  admin: [
    'analytics',
    'deliveries',
    'evidence',
    'reports',
    'reviews',
    'support',
    'messages',
    'packages',
    'bookings',
    'settlements',
    'disputes',
    'chargebacks',
    'payouts',
    'ledger',
    'auth',
  ],
};

/** Where another module's queries are used directly, and why. */
const SHARED_QUERIES: Record<string, readonly string[]> = {
  // All that is written down about one booking is SQL of `bookings`, under the booking's own lock.
  payments: ['bookings'],
  settlements: ['bookings'],
  cancellations: ['bookings'],
  disputes: ['bookings'],
  deliveries: ['bookings'],
  posts: ['bookings'],
  products: ['bookings'],
  // A lost chargeback ends a settlement that has not moved its money yet.
  chargebacks: ['bookings', 'settlements'],
  // Figures for people to look at: reads only.
  profiles: ['bookings', 'ledger'],
  analytics: ['bookings'],
  admin: ['bookings'],
  // A proof is of what the profile claims, under the profile's own lock.
  evidence: ['profiles'],
};

const ROLES = ['router', 'service', 'sql', 'jobs', 'spec'];
const MORE_ROLES: Record<string, readonly string[]> = {
  mail: ['templates', 'layout'],
  receipts: ['pdf', 'csv', 'drawing', 'drawer', 'template'],
  admin: ['csv'],
  payments: ['webhook'],
  auth: ['sessions', 'passwords'],
  pictures: ['decoder', 'decoding'],
  profiles: ['card'],
};

const KYSELY_FILES = /^apps\/api\/src\/(db\/.*|core\/(events|admin-actions|queue|await-job)\.ts|modules\/.*\.sql\.ts)$/;
/** Tables that a library keeps for itself. They may change with any release of it, so our SQL must not name them. */
const PRIVATE_TABLE = /\b_private_[a-z]|\b(graphile_worker|pgboss)\.[a-z]/;
const GATEWAY_FILES = /^apps\/api\/src\/gateways\//;
/** env.ts, and the commands that hand the environment to it. */
const ENV_FILES = new Set([
  'apps/api/src/config/env.ts',
  'apps/api/src/process/main.ts',
  'apps/api/src/demo/seed.ts',
  'apps/api/src/process/grant-admin.ts',
]);

/** The rooms of the web app: what each may import besides itself. Files beside them: paths, session, trpc and such. */
const WEB_ROOMS: Record<string, readonly string[]> = {
  ssr: ['App.tsx', 'main.tsx', 'routes.tsx', 'session.ts', 'fonts.css', 'layout', 'lib', 'theme', 'trpc.ts', 'ui'],
  pages: ['features', 'lib', 'theme', 'ui', 'live.ts', 'paths.ts', 'session.ts', 'terms.ts', 'trpc.ts'],
  layout: ['features', 'lib', 'theme', 'ui', 'live.ts', 'paths.ts', 'session.ts', 'terms.ts', 'trpc.ts'],
  features: ['lib', 'theme', 'ui', 'live.ts', 'paths.ts', 'session.ts', 'terms.ts', 'trpc.ts'],
  // Knows no noun: neither who is signed in nor what is sold.
  ui: ['lib', 'paths.ts', 'theme', 'trpc.ts'],
  // The look, and what gives it to components.
  theme: [],
  // Knows neither React nor any noun.
  lib: [],
};

/**
 * The features of the web app, and whose components each may use. Each names only such as stand above it: no circles.
 */
export const FEATURES: Record<string, readonly string[]> = {
  analytics: [],
  auth: [],
  availability: [],
  bookings: [],
  payments: [],
  questionnaires: [],
  support: [],
  reports: [],
  messages: ['reports'],
  deliveries: ['bookings'],
  posts: ['bookings'],
  products: ['bookings'],
  reviews: ['bookings', 'reports'],
  saved: ['availability'],
  receipts: ['bookings'],
  payouts: ['receipts'],
  packages: ['questionnaires'],
  landing: ['packages'],
  discovery: ['availability', 'packages', 'saved'],
  profiles: ['availability', 'packages', 'discovery', 'saved'],
  settings: ['profiles'],
  // What is ordered, from the form to what follows its payment.
  orders: ['availability', 'bookings', 'packages', 'payments', 'questionnaires'],
  // A brief's matches, and the order that begins with what the brief says.
  matching: ['availability', 'discovery', 'orders', 'packages'],
  // What a brand asks of one creator, and the versions of both.
  offers: ['matching', 'packages'],
  dashboard: ['auth', 'availability', 'bookings', 'offers', 'packages', 'payouts', 'settings'],
  admin: ['bookings', 'deliveries', 'messages', 'payments', 'reviews'],
};
const FETCH_FILE = 'apps/web/src/lib/http.ts';
/** The only file that touches the browser's storage, which may be blocked. */
const STORAGE_FILE = 'apps/web/src/lib/storage.ts';
const ROUTER_TYPE = '@marquee/api/router';

const isTest = (path: string) =>
  /\.(spec|config|setup)\.tsx?$|-setup\.ts$|^apps\/[^/]+\/test\/|^apps\/web-e2e\//.test(path);

/** Every broken rule in these sources, in their order. */
export function checkStructure(projects: readonly Project[], sources: readonly Source[]): Problem[] {
  return [
    ...projects.flatMap((project) => checkDeclared(projects, project)),
    ...sources.flatMap((source) => [...checkSource(projects, source), ...checkComments(source)]),
  ];
}

/** The formatter breaks code at this column and leaves comments as they are. */
const WIDEST_COMMENT = 120;

function checkComments({ path, text }: Source): Problem[] {
  return text.split('\n').flatMap((each, index) => {
    const isWide = each.length > WIDEST_COMMENT && /^\s*(\/\/|\/\*|\*) /.test(each);
    // What tools read stands in one line.
    if (!isWide || /oxlint-|@ts-/.test(each)) return [];
    return [{ path, line: index + 1, message: `this comment goes beyond column ${WIDEST_COMMENT}; break it` }];
  });
}

/** What `from` may not have of `to`, by their tags; undefined when it may. */
function forbidden(from: Project, to: Project, inTest: boolean): string | undefined {
  if (from.tags.includes('type:tool') || to.tags.includes('type:lib')) return undefined;
  if (from.tags.includes('type:lib'))
    return 'a library depends on libraries only; move what it needs into a library, or this code into the app';
  if (to.tags.includes('type:tool'))
    return inTest ? undefined : 'tools are for developers and tests; the product does not import them';
  return 'an app depends on libraries only; move what both need to libs/';
}

/** The dependencies that a package.json declares. */
function checkDeclared(projects: readonly Project[], project: Project): Problem[] {
  const at = (message: string): Problem => ({ path: `${project.folder}/package.json`, line: 1, message });
  const among = (names: readonly string[]) => projects.filter(({ name }) => names.includes(name));
  const ofWorkspace = [
    ...among(project.dependencies).map((to) => ({ to, why: forbidden(project, to, false) })),
    // The web app's exception is a type: nothing of the API is in what it ships.
    ...among(project.devDependencies)
      .filter((to) => !(project.folder === 'apps/web' && to.folder === 'apps/api'))
      .map((to) => ({ to, why: forbidden(project, to, true) })),
  ];
  const untagged = project.tags.some((tag) => tag.startsWith('type:'))
    ? []
    : [at('has no `type:` tag (app, lib or tool) in nx.tags')];
  const outside = project.dependencies.filter((name) => !projects.some((other) => other.name === name));
  return [
    ...untagged,
    ...ofWorkspace.flatMap(({ to, why }) => (why === undefined ? [] : [at(`depends on ${to.name}: ${why}`)])),
    ...outside.flatMap((name) =>
      [whyNotOutside(project, name)].flatMap((why) => (why === undefined ? [] : [at(`depends on ${name}: ${why}`)])),
    ),
  ];
}

/** Why a project may not use a package from outside the repository. */
function whyNotOutside(project: Project, name: string): string | undefined {
  if (project.tags.includes('type:lib') && name !== 'zod')
    return 'a library uses zod and nothing else; code that needs more belongs in the app';
  if (project.folder === 'apps/web' && /^(kysely|pg|fastify|@fastify\/.+|stripe)$/.test(name)) {
    return 'the web app talks to the API only; move this to apps/api';
  }
  if (project.folder === 'apps/api' && /^(react|react-dom|react-router-dom|@mantine\/.+)$/.test(name)) {
    return 'the API draws nothing; move this to apps/web';
  }
  return undefined;
}

interface Import {
  from: string;
  line: number;
  /** True for `import type` and `export type`: nothing is left of it when the program runs. */
  isType: boolean;
}

function checkSource(projects: readonly Project[], source: Source): Problem[] {
  const project = projects.find(({ folder }) => source.path.startsWith(`${folder}/`));
  if (project === undefined) return [];
  const { imports, uses } = read(source);
  const rules = [importProblem, roomProblem, moduleProblem, webRoomProblem, packageOwnerProblem];
  const problems = imports.flatMap((used) =>
    rules.flatMap((rule) => {
      const message = rule({ projects, project, path: source.path }, used);
      return message === undefined ? [] : [{ path: source.path, line: used.line, message }];
    }),
  );
  const names = nameProblem(source.path);
  return [
    ...(names === undefined ? [] : [{ path: source.path, line: 1, message: names }]),
    ...problems,
    ...uses.flatMap(({ what, line }) => {
      const message = useProblem(source.path, what);
      return message === undefined ? [] : [{ path: source.path, line, message }];
    }),
  ];
}

interface Place {
  projects: readonly Project[];
  project: Project;
  path: string;
}

/** Between projects, and from outside. */
function importProblem({ projects, project, path }: Place, { from, isType }: Import): string | undefined {
  if (from.startsWith('.')) {
    const target = posix.join(dirname(path), from);
    if (target.startsWith(`${project.folder}/`) || project.tags.includes('type:tool')) return undefined;
    const other = projects.find(({ folder }) => target.startsWith(`${folder}/`));
    return other === undefined
      ? `imports ${from}, which is outside of every project`
      : `reaches into ${other.folder}; import what ${other.name} exports instead`;
  }
  const name = from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/');
  const other = projects.find((each) => each.name === name);
  if (other === undefined) {
    const builtin = from.startsWith('node:') || builtinModules.includes(name);
    if (builtin && project.tags.includes('type:lib') && !isTest(path))
      return `imports ${from}: a library runs in the browser too and touches nothing; move this to apps/api`;
    return builtin || isTest(path) ? undefined : prefixed(`imports ${from}`, whyNotOutside(project, name));
  }
  if (other === project) return undefined;
  if (![...project.dependencies, ...project.devDependencies].includes(name)) {
    return `imports ${name}, which ${project.folder}/package.json does not declare; add it there`;
  }
  if (project.folder === 'apps/web' && other.folder === 'apps/api') {
    if (from === ROUTER_TYPE && isType) return undefined;
    return `imports ${from}: the web app may only \`import type\` from ${ROUTER_TYPE}; move what both need to libs/`;
  }
  return prefixed(`imports ${from}`, forbidden(project, other, isTest(path)));
}

const prefixed = (what: string, why: string | undefined) => (why === undefined ? undefined : `${what}: ${why}`);

const moduleOf = (path: string): [module: string, file: string] | undefined => {
  const [, module, file] = /^apps\/api\/src\/modules\/([^/]+)\/(.+)$/.exec(path) ?? [];
  return module !== undefined && file !== undefined ? [module, file] : undefined;
};

const roomOf = (path: string): string | undefined => /^apps\/api\/src\/([^/]+)\//.exec(path)?.[1];

const HOUSES = [
  { room: roomOf, rooms: ROOMS, table: 'ROOMS' },
  {
    // A file beside the rooms counts as a room that is in nobody's list, and that may import from all of them.
    room: (path: string) => /^tools\/local\/stripe\/([^/]+)/.exec(path)?.[1],
    rooms: STRIPE_ROOMS,
    table: 'STRIPE_ROOMS',
  },
];

/** Between rooms of the API and of the Stripe stand-in, types included. */
function roomProblem({ path }: Place, { from }: Import): string | undefined {
  if (!from.startsWith('.') || isTest(path)) return undefined;
  for (const { room, rooms, table } of HOUSES) {
    const here = room(path);
    const there = room(posix.join(dirname(path), from));
    if (here === undefined || there === undefined || there === here) continue;
    if (rooms[here]?.includes(there) ?? here.endsWith('.ts')) continue;
    return `imports ${from}: there is no arrow ${here} → ${there}; what both need belongs below both (see ${table} in tools/check-structure.ts)`;
  }
  return undefined;
}

/**
 * Between modules of the API. Specs tell stories across modules;
 * what a type names is gone at run time, but its arrow is not.
 */
function moduleProblem({ path }: Place, { from, isType }: Import): string | undefined {
  const here = moduleOf(path);
  if (here === undefined || !from.startsWith('.') || isTest(path)) return undefined;
  const there = moduleOf(posix.join(dirname(path), from));
  if (there === undefined || there[0] === here[0]) return undefined;
  const [module] = here;
  const [other, file] = there;
  if (MODULES[module]?.includes(other) !== true) {
    return `imports from the module ${other}: there is no arrow ${module} → ${other}; call it from the module above, or change MODULES in tools/check-structure.ts`;
  }
  if (isType || file.endsWith('.service.ts')) return undefined;
  if (module === 'accounts' && file === 'personal-data.sql.ts') return undefined;
  if (file.endsWith('.sql.ts') && SHARED_QUERIES[module]?.includes(other) === true) return undefined;
  return `imports ${file} of the module ${other}: a module calls another's service; move what you need to ${other}/*.service.ts`;
}

/** The room of the web app that a file is in (one beside the rooms: its own name), and its feature. */
const webRoomOf = (path: string): [room: string, feature: string | undefined] | undefined => {
  const [, room, feature] = /^apps\/web\/src\/([^/]+)(?:\/([^/]+)\/)?/.exec(path) ?? [];
  return room === undefined ? undefined : [room, room === 'features' ? feature : undefined];
};

/** Between rooms and between features of the web app, types and styles included. */
function webRoomProblem({ path }: Place, { from }: Import): string | undefined {
  const [room, feature] = webRoomOf(path) ?? [];
  const [otherRoom, otherFeature] = webRoomOf(posix.join(dirname(path), from)) ?? [];
  if (room === undefined || otherRoom === undefined || !from.startsWith('.') || isTest(path)) return undefined;
  const allowed = WEB_ROOMS[room];
  if (allowed === undefined) return undefined;
  if (otherRoom !== room)
    return allowed.includes(otherRoom)
      ? undefined
      : `imports ${from}: there is no arrow ${room} → ${otherRoom}; what both need belongs below both (see WEB_ROOMS in tools/check-structure.ts)`;
  if (room === 'pages' && !from.endsWith('.css'))
    return `imports ${from}: a page imports no other page; move what both show to features/ or ui/`;
  if (feature === undefined || otherFeature === undefined || feature === otherFeature) return undefined;
  return FEATURES[feature]?.includes(otherFeature) === true
    ? undefined
    : `imports from the feature ${otherFeature}: there is no arrow ${feature} → ${otherFeature}; compose the two in the page, move what knows no noun to ui/, or change FEATURES in tools/check-structure.ts`;
}

/** Packages that only some files of the API may use. */
function packageOwnerProblem({ path }: Place, { from, isType }: Import): string | undefined {
  if (!path.startsWith('apps/api/src/') || isTest(path)) return undefined;
  if (/^kysely(\/|$)/.test(from) && !isType && !KYSELY_FILES.test(path)) {
    return 'imports kysely: queries are in <noun>.sql.ts; move this one there';
  }
  if (/^(stripe|nodemailer|openid-client|@aws-sdk)(\/|$)/.test(from) && !GATEWAY_FILES.test(path)) {
    return `imports ${from}: only gateways/ talks to other services; move this there`;
  }
  return undefined;
}

/** The names that files of a module have. */
function nameProblem(path: string): string | undefined {
  if (path.startsWith('apps/api/src/') && ROOMS[roomOf(path) ?? ''] === undefined)
    return `is in no room of the API; the rooms are ${Object.keys(ROOMS).join(', ')}`;
  const [webRoom, feature] = webRoomOf(path) ?? [];
  if (webRoom !== undefined && path !== `apps/web/src/${webRoom}` && WEB_ROOMS[webRoom] === undefined)
    return `is in no room of the web app; the rooms are ${Object.keys(WEB_ROOMS).join(', ')}`;
  if (webRoom === 'features' && FEATURES[feature ?? ''] === undefined)
    return `is in the feature ${feature}, which FEATURES in tools/check-structure.ts does not know; add it with its arrows`;
  const here = moduleOf(path);
  if (here === undefined) return undefined;
  const [module, file] = here;
  if (MODULES[module] === undefined)
    return `is in the module ${module}, which MODULES in tools/check-structure.ts does not know; add it with its arrows`;
  const roles = [...ROLES, ...(MORE_ROLES[module] ?? [])];
  const [, role] = /^[a-z][a-z0-9-]*\.([a-z]+)\.ts$/.exec(file) ?? [];
  return role !== undefined && roles.includes(role)
    ? undefined
    : `is not named <noun>.<role>.ts with a role of ${roles.join(', ')}; move its code to the file whose role it has, or to libs/ when it is pure`;
}

type Use = 'process.env' | 'fetch' | 'private table' | 'storage';

function useProblem(path: string, what: Use): string | undefined {
  const inApi = path.startsWith('apps/api/src/');
  const inWeb = path.startsWith('apps/web/src/');
  if (what === 'private table')
    return 'names a private table of a library; use the functions and views that its documentation describes';
  if (isTest(path)) return undefined;
  if (what === 'fetch')
    return inWeb && path !== FETCH_FILE
      ? `calls fetch: the web app talks to the API through tRPC's hooks, or for other addresses through ${FETCH_FILE}; use those`
      : undefined;
  if (what === 'storage')
    return inWeb && path !== STORAGE_FILE
      ? `touches the browser's storage, which may be blocked; use ${STORAGE_FILE}`
      : undefined;
  if (inWeb) return 'reads process.env: there is none in a browser; the API says what the page needs to know';
  return inApi && !ENV_FILES.has(path)
    ? 'reads process.env: apps/api/src/config/env.ts does, once; take the value from deps.env'
    : undefined;
}

/** The imports of a file, and what it uses without an import. */
function read({ path, text }: Source): { imports: Import[]; uses: { what: Use; line: number }[] } {
  const { program, module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const imports: Import[] = [
    ...module.staticImports.map(({ moduleRequest, start }) => ({
      from: moduleRequest.value,
      line: lineAt(start),
      // `import { type A }` still loads the module; only `import type` does not.
      isType: /^import\s+type\b(?!\s*(,|from\b))/.test(text.slice(start)),
    })),
    ...module.staticExports.flatMap(({ entries, start }) =>
      entries.flatMap(({ moduleRequest }) =>
        moduleRequest
          ? [{ from: moduleRequest.value, line: lineAt(start), isType: /^export\s+type\b/.test(text.slice(start)) }]
          : [],
      ),
    ),
  ];
  const uses: { what: Use; line: number }[] = [];
  walk(program, (node) => {
    const line = () => lineAt(node.start);
    if (node.type === 'ImportExpression' && isLiteral(node['source']))
      imports.push({ from: node['source'].value, line: line(), isType: false });
    if (node.type === 'TSImportType' && isLiteral(node['source']))
      imports.push({ from: node['source'].value, line: line(), isType: true });
    if (node.type === 'MemberExpression' && nameOf(node['object']) === 'process' && nameOf(node['property']) === 'env')
      uses.push({ what: 'process.env', line: line() });
    if (node.type === 'TemplateElement' && PRIVATE_TABLE.test(JSON.stringify(node['value'])))
      uses.push({ what: 'private table', line: line() });
    if (node.type === 'Literal' && typeof node['value'] === 'string' && PRIVATE_TABLE.test(node['value']))
      uses.push({ what: 'private table', line: line() });
    if (node.type === 'CallExpression' && calleeOf(node['callee']) === 'fetch')
      uses.push({ what: 'fetch', line: line() });
    if (/^(local|session)Storage$/.test(isLiteral(node) ? node.value : String(nameOf(node))))
      uses.push({ what: 'storage', line: line() });
  });
  for (const { from, line } of imports) if (/^(node:)?process$/.test(from)) uses.push({ what: 'process.env', line });
  return { imports, uses };
}

interface Node extends Record<string, unknown> {
  type: string;
  start: number;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
const isLiteral = (value: unknown): value is { value: string } =>
  isNode(value) && value.type === 'Literal' && typeof value['value'] === 'string';
const nameOf = (value: unknown) => (isNode(value) && value.type === 'Identifier' ? value['name'] : undefined);
const calleeOf = (value: unknown) =>
  isNode(value) &&
  value.type === 'MemberExpression' &&
  /^(window|globalThis|self)$/.test(String(nameOf(value['object'])))
    ? nameOf(value['property'])
    : nameOf(value);

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) walk(each, visit);
  else if (isNode(value)) {
    visit(value);
    for (const each of Object.values(value)) walk(each, visit);
  }
}

// The repository.

const ROOT = dirname(import.meta.dirname);
const SKIPPED = new Set(['node_modules', 'dist', 'coverage', 'test-results', 'playwright-report']);

function readProjects(): Project[] {
  const folders = [
    ...['apps', 'libs'].flatMap((group) => readdirSync(join(ROOT, group)).map((name) => `${group}/${name}`)),
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

function readSources(folder: string): Source[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : readSources(path);
    return /\.(ts|tsx|mjs|js)$/.test(entry.name) ? [{ path, text: readFileSync(join(ROOT, path), 'utf8') }] : [];
  });
}

if (import.meta.main) {
  const projects = readProjects();
  const problems = checkStructure(
    projects,
    projects.flatMap(({ folder }) => readSources(folder)),
  );
  for (const { path, line, message } of problems) console.error(`${path}:${line}: ${message}`);
  console.log(
    problems.length === 0 ? 'Structure: everything is where it belongs.' : `Structure: ${problems.length} problems.`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}
