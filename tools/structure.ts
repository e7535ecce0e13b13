/** Lists the layers, modules and features of the repository, each with the others that it may import. */

/** Layers of the API, each with the layers that it may import. */
export const API_LAYERS: Record<string, readonly string[]> = {
  process: ['http', 'modules', 'core', 'gateways', 'db', 'config'],
  demo: ['process', 'http', 'modules', 'core', 'gateways', 'db', 'config'],
  http: ['modules', 'core', 'gateways', 'db', 'config'],
  modules: ['core', 'gateways', 'db', 'config'],
  core: ['gateways', 'db', 'config'],
  gateways: ['config'],
  db: ['config'],
  config: [],
};

/**
 * Layers of the Stripe stand-in, each with the layers that it may import. Only the files next to the layer folders
 * may import all layers. No layer may import these files.
 */
export const STRIPE_LAYERS: Record<string, readonly string[]> = {
  control: ['resources', 'protocol', 'store'],
  browser: ['resources', 'protocol', 'store'],
  resources: ['protocol', 'store'],
  protocol: ['store'],
  store: [],
};

/** Modules of the API, each with the modules whose services it may call. */
export const ALLOWED_MODULE_IMPORTS: Record<string, readonly string[]> = {
  // In-app notifications. `mail` creates them together with its emails.
  notifications: [],
  // The texts of emails and notifications, in one folder for each context.
  'mail-texts': [],
  mail: ['mail-texts', 'notifications'],
  'operator-terms': [],
  // Passkeys, authenticator apps and recovery codes. `auth` decides when a user needs them.
  factors: ['mail'],
  // Accounts of people with their passwords, sessions and suspensions.
  accounts: ['factors', 'calendar', 'mail'],
  auth: ['accounts', 'factors', 'mail'],
  // The current and recent owners of a workspace, and the emails to them. `workspaces` changes the owners.
  ownership: ['mail', 'mail-texts'],
  packages: ['questionnaires'],
  questionnaires: [],
  ledger: [],
  // Decides when a brand may order from a creator, and manages the waiting list. Other modules report the end
  // of a booking through the job queue.
  availability: ['questionnaires', 'mail'],
  // Creators who represent other creators. Reads versions of offers with its own query.
  agencies: ['mail', 'ownership'],
  // A brand's requests to one creator. Accepting an offer is part of `orders`, because it creates a booking.
  offers: ['agencies', 'operator-terms', 'mail'],
  // Clients for which a brand orders.
  clients: ['pictures'],
  budgets: ['clients'],
  // Applies the approval rules and finds the approvers.
  approvals: ['ownership'],
  // The ordered work of bookings and its versions. `deliveries` sends and reviews them.
  deliverables: [],
  // Uploaded files of deliverables and messages. Staff may open those of a booking while it has an open dispute.
  files: ['disputes'],
  bookings: ['agencies', 'budgets', 'deliverables', 'ledger', 'mail'],
  // Placing an order creates the booking.
  orders: [
    'approvals',
    'availability',
    'bookings',
    'budgets',
    'offers',
    'operator-terms',
    'packages',
    'questionnaires',
  ],
  // Metrics over time, for one user and for the marketplace. Uses its own queries.
  analytics: [],
  // Moves a booking's money when the booking ends. The calling module decides how the money is divided.
  settlements: [
    'agencies',
    'deliverables',
    'bookings',
    'ledger',
    'mail',
    'mail-texts',
    'auth',
    'ownership',
    'restores',
  ],
  messages: ['files', 'notifications', 'mail'],
  disputes: ['settlements', 'bookings', 'ledger'],
  // Rejecting a cancellation request opens a dispute.
  cancellations: ['disputes', 'settlements', 'bookings'],
  // Calendar feeds with deadlines. Uses its own query to read bookings.
  calendar: [],
  // Delivered work. Calls `settlements` because approving the last deliverable pays the creator.
  deliveries: ['guest-reviews', 'deliverables', 'files', 'settlements', 'bookings'],
  // People without an account who review delivered work for a brand.
  'guest-reviews': ['deliverables', 'files', 'bookings', 'mail'],
  shipments: ['bookings'],
  // Published posts and their metrics.
  publications: ['pictures', 'deliverables', 'bookings'],
  // The money of a booking whose payment the bank reversed. A lost chargeback ends cancellation requests and disputes.
  chargebacks: [
    'agencies',
    'cancellations',
    'disputes',
    'deliveries',
    'publications',
    'settlements',
    'bookings',
    'ledger',
  ],
  payouts: ['accounts', 'settlements', 'packages', 'ledger', 'mail'],
  payments: ['orders', 'approvals', 'settlements', 'bookings', 'ledger', 'mail', 'ownership'],
  // Orders that wait for an approval. The last approval creates the booking.
  'order-requests': ['approvals', 'orders', 'bookings', 'budgets', 'payments', 'mail'],
  reconciliation: ['bookings', 'payments', 'ledger', 'restores'],
  // Figures about the running processes. Uses its own queries.
  health: [],
  // Deletes other modules' expired data with its own queries.
  housekeeping: ['analytics', 'files', 'publications', 'shipments', 'follower-proofs', 'ledger'],
  // Prepares a restored database for going on. Uses its own queries for the sessions, jobs and emails of all modules.
  restores: [],
  pictures: [],
  support: ['mail'],
  // Exports and erases a user's data through the `personal-data.sql.ts` of every module that stores personal data.
  'personal-data': [
    'accounts',
    'agencies',
    'availability',
    'bookings',
    'budgets',
    'calendar',
    'clients',
    'factors',
    'files',
    'follower-proofs',
    'guest-reviews',
    'ledger',
    'mail',
    'matching',
    'messages',
    'notifications',
    'offers',
    'order-requests',
    'ownership',
    'packages',
    'payments',
    'payouts',
    'pictures',
    'profiles',
    'receipts',
    'reports',
    'reviews',
    'saved-items',
    'support',
    'workspaces',
  ],
  // People's memberships in workspaces.
  workspaces: ['bookings', 'mail', 'auth', 'ownership'],
  // Reacts to the report of a change that the owner of an account did not make.
  recovery: [
    'accounts',
    'factors',
    'calendar',
    'mail',
    'mail-texts',
    'ownership',
    'workspaces',
    'agencies',
    'approvals',
  ],
  profiles: ['reviews', 'operator-terms', 'packages', 'bookings', 'pictures'],
  // Screenshots of follower counts for staff to verify.
  'follower-proofs': ['profiles', 'pictures', 'mail'],
  // Precomputed data about the whole marketplace. Other modules define how each figure is computed.
  figures: [],
  // Typical prices, topic pages and the site map. Uses its own queries.
  market: ['figures'],
  // Search. Reads data of other modules with its own read-only queries, except for the rating of a creator, which
  // `profiles` provides.
  discovery: ['figures', 'market', 'analytics', 'availability', 'operator-terms', 'profiles'],
  // Reads listings with its own queries, like `discovery`.
  matching: ['availability', 'operator-terms'],
  // Renders PDF files.
  documents: [],
  // Work records repeat data from the creator's profile, so this module calls `profiles`.
  receipts: ['documents', 'profiles'],
  reviews: ['mail'],
  reports: ['accounts', 'packages', 'reviews', 'saved-items', 'mail'],
  'saved-items': ['availability', 'discovery', 'operator-terms', 'mail'],
  admin: [
    'accounts',
    'recovery',
    'analytics',
    'deliveries',
    'follower-proofs',
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
    'payments',
    'reconciliation',
  ],
};

/** SQL files that other modules may import, if they may call the module. All other SQL is private to its module. */
export const SHARED_QUERIES: ReadonlySet<string> = new Set([
  // Finds and locks accounts. `auth` signs people in.
  'accounts/accounts.sql.ts',
  // Locks bookings and updates them. The modules that own the other data of a booking change it under this lock.
  'bookings/bookings.sql.ts',
  'bookings/timeline.sql.ts',
  // Staff may open the files of a booking while it has an open dispute.
  'disputes/disputes.sql.ts',
  // Ordered work and its versions, which change under the lock on the booking.
  'deliverables/deliverables.sql.ts',
  // A booking's use of its budget changes together with the booking.
  'budgets/budget-entries.sql.ts',
  // A chargeback reverses the transfers of a settlement and pays them again.
  'settlements/settlements.sql.ts',
]);

/** Services, components and SQL files that may be longer than others, each with the reason. */
export const LONG_FILES: ReadonlySet<string> = new Set([
  // Definitions of tables, which are looked up one at a time.
  'apps/api/src/db/migrations/0001_baseline/02_people.sql',
]);

/** Folders of tests that are about several contexts, next to one folder for each context. */
export const CROSS_CONTEXT_FOLDERS: Record<string, readonly string[]> = {
  'apps/api/test': ['contract', 'core', 'crashes', 'db', 'http', 'journeys', 'process', 'races', 'support', 'upgrades'],
  'apps/web-e2e': ['all-screens', 'support'],
};

export const MODULE_FILE_ROLES = ['router', 'service', 'sql', 'jobs', 'spec'];
export const EXTRA_FILE_ROLES: Record<string, readonly string[]> = {
  mail: ['templates', 'layout'],
  'mail-texts': ['words'],
  receipts: ['pdf', 'csv'],
  documents: ['drawer', 'template'],
  admin: ['csv'],
  workspaces: ['csv'],
  payments: ['webhook'],
  pictures: ['decoder', 'decoding'],
  profiles: ['card'],
};

export const KYSELY_FILES =
  /^apps\/api\/src\/(db\/.*|core\/(events|admin-actions|workspace-actions|queue|await-job)\.ts|modules\/.*\.sql\.ts)$/;
/** Internal tables of libraries. Our SQL must not use them, because they may change with any release. */
export const PRIVATE_TABLE = /\b_private_[a-z]|\b(graphile_worker|pgboss)\.[a-z]/;
export const GATEWAY_FILES = /^apps\/api\/src\/gateways\//;
/** Files that may read process.env, such as env.ts and the commands that pass the environment to it. */
export const ENV_FILES = new Set([
  'apps/api/src/config/env.ts',
  'apps/api/src/process/main.ts',
  'apps/api/src/demo/seed.ts',
  'apps/api/src/process/grant-admin.ts',
  'apps/api/src/process/backup/backup.ts',
  'apps/api/src/process/backup/programs.ts',
  'apps/api/src/process/backup/restore.ts',
  'apps/api/src/process/migrate.ts',
  'apps/api/src/process/health-check.ts',
]);

/** Layers of the web app, each with the layers and top-level files that it may import. */
export const WEB_LAYERS: Record<string, readonly string[]> = {
  ssr: ['App.tsx', 'main.tsx', 'routes.tsx', 'session.ts', 'fonts.css', 'layout', 'lib', 'theme', 'trpc.ts', 'ui'],
  pages: [
    'features',
    'lib',
    'theme',
    'ui',
    'liveStream.ts',
    'paths.ts',
    'session.ts',
    'screenAccess.ts',
    'operatorTerms.ts',
    'trpc.ts',
  ],
  layout: [
    'features',
    'lib',
    'theme',
    'ui',
    'liveStream.ts',
    'paths.ts',
    'session.ts',
    'screenAccess.ts',
    'operatorTerms.ts',
    'trpc.ts',
  ],
  features: [
    'lib',
    'theme',
    'ui',
    'liveStream.ts',
    'paths.ts',
    'session.ts',
    'screenAccess.ts',
    'operatorTerms.ts',
    'trpc.ts',
  ],
  // Components that are independent of the domain. They must not use the signed-in user or contain nouns such as
  // booking.
  ui: ['lib', 'paths.ts', 'theme', 'trpc.ts'],
  theme: [],
  // Functions and hooks that are independent of the domain.
  lib: ['paths.ts', 'trpc.ts'],
};

/**
 * Features of the web app, each with the features whose components it may use. A feature may only list features
 * above it, which prevents cycles.
 */
export const ALLOWED_FEATURE_IMPORTS: Record<string, readonly string[]> = {
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
  publications: ['bookings'],
  shipments: ['bookings'],
  reviews: ['bookings', 'reports'],
  'saved-items': ['availability'],
  receipts: ['bookings'],
  payouts: ['receipts'],
  packages: ['questionnaires'],
  landing: ['packages'],
  discovery: ['availability', 'packages', 'saved-items'],
  profiles: ['availability', 'packages', 'discovery', 'saved-items'],
  settings: ['auth', 'profiles'],
  clients: ['settings'],
  // Budgets, and the fields of orders for their client and budget.
  budgets: ['clients'],
  workspaces: ['auth', 'settings'],
  approvals: ['settings'],
  // Orders that wait for an approval.
  'order-requests': ['payments'],
  // Agencies of creators.
  agencies: [],
  // Ordering, from the order form to the steps after the payment.
  orders: ['auth', 'availability', 'bookings', 'budgets', 'packages', 'payments', 'questionnaires'],
  // Matching creators for a brief, and the order form that is filled in from the brief.
  matching: ['availability', 'discovery', 'packages'],
  // A brand's request to one creator, and the versions of the offer that both sides propose.
  offers: ['packages'],
  dashboard: ['auth', 'availability', 'bookings', 'packages', 'payouts', 'settings'],
  admin: ['bookings', 'deliveries', 'messages', 'payments', 'reviews'],
};
