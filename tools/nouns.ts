/**
 * Complete list of Marquee's nouns by context. Each API module, router, web app feature, URL and table belongs to
 * exactly one noun, and each noun to one of six contexts. The modules, features, pages and tests of a context are in
 * folders of its name. `node tools/nouns.ts`, which is part of `npm run check`, fails on names that are not in the
 * list.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './install.mjs';
import { readSources, reportProblems } from './sources.ts';

export const CONTEXTS = ['identity', 'catalog', 'booking', 'money', 'messaging', 'staff'] as const;
export type Context = (typeof CONTEXTS)[number];

/** A noun, and everything that belongs to it. `routes` are the first segments of URL paths. */
interface Noun {
  noun: string;
  module?: string;
  router?: string;
  feature?: string;
  routes?: readonly string[];
  tables?: readonly string[];
}

/** Returns a noun whose module and router are named after it. */
const named = (noun: string, names: Omit<Noun, 'noun' | 'module' | 'router'> = {}): Noun => ({
  noun,
  module: noun,
  router: noun.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  ...names,
});

export const NOUNS_BY_CONTEXT: Readonly<Record<Context, readonly Noun[]>> = {
  identity: [
    named('auth', {
      feature: 'auth',
      routes: [
        'auth',
        'login',
        'register',
        'forgot-password',
        'reset-password',
        'verify-email',
        'auth-test',
        'welcome',
      ],
      tables: ['external_identity', 'mail_link', 'sign_in'],
    }),
    { noun: 'accounts', module: 'accounts', tables: ['person', 'session', 'staff_request'] },
    named('factors', { tables: ['authenticator', 'passkey', 'recovery_code', 'wrong_code'] }),
    named('workspaces', {
      feature: 'workspaces',
      routes: ['invitation'],
      tables: ['workspace', 'member', 'invitation', 'workspace_action', 'workspace_person'],
    }),
    { noun: 'ownership', module: 'ownership', tables: ['ownership_change'] },
    named('recovery', { routes: ['secure-account'] }),
    named('agencies', { feature: 'agencies', tables: ['agency_consent'] }),
    named('clients', { feature: 'clients', tables: ['client'] }),
    named('personal-data'),
    { noun: 'settings', feature: 'settings', routes: ['settings', 'customer-info'], tables: ['customer_info'] },
  ],
  catalog: [
    named('packages', {
      feature: 'packages',
      routes: ['packages', 'manage-packages'],
      tables: ['package', 'package_options', 'package_price'],
    }),
    named('questionnaires', {
      feature: 'questionnaires',
      routes: ['questionnaire-builder'],
      tables: ['questionnaire'],
    }),
    named('profiles', { feature: 'profiles', routes: ['profile'], tables: ['creator_platform', 'former_username'] }),
    { noun: 'pictures', module: 'pictures', tables: ['portfolio_picture'] },
    named('availability', {
      feature: 'availability',
      tables: ['creator_availability', 'time_off', 'waiting_list_entry'],
    }),
    { noun: 'figures', module: 'figures', tables: ['cached_figure'] },
    { noun: 'market', module: 'market' },
    named('discovery', {
      feature: 'discovery',
      routes: ['find-influencers', 'creators', 'compare'],
      tables: [
        'creator_card',
        'creator_card_now',
        'creator_document',
        'creator_document_now',
        'creator_listing',
        'creator_listing_now',
        'creator_name',
        'creator_name_now',
        'package_document',
        'package_document_now',
        'package_listing',
        'package_listing_now',
        'search_synonym',
        'search_term',
        'unmatched_search',
      ],
    }),
    named('matching', { feature: 'matching', routes: ['match'], tables: ['saved_brief'] }),
    named('saved-items', {
      feature: 'saved-items',
      routes: ['saved', 'lists'],
      tables: ['saved_item', 'saved_list', 'saved_search', 'saved_search_notified'],
    }),
    named('follower-proofs', { tables: ['follower_proof'] }),
    named('reviews', { feature: 'reviews', tables: ['review', 'review_total', 'review_total_now'] }),
    {
      noun: 'landing',
      feature: 'landing',
      routes: ['pricing-guide', 'resources', 'trust', 'privacy', 'terms', 'how-money-moves'],
    },
  ],
  booking: [
    named('bookings', {
      feature: 'bookings',
      routes: ['bookings', 'booking-details'],
      tables: ['booking', 'event'],
    }),
    named('offers', { feature: 'offers', routes: ['offers'], tables: ['offer', 'offer_version'] }),
    { noun: 'orders', module: 'orders', feature: 'orders', routes: ['order-questionnaire', 'checkout'] },
    named('order-requests', { feature: 'order-requests', tables: ['order_request', 'order_approval'] }),
    named('approvals', { feature: 'approvals', routes: ['approvals'], tables: ['approval_settings'] }),
    named('budgets', { feature: 'budgets', tables: ['budget', 'budget_period', 'budget_entry', 'budget_use'] }),
    { noun: 'deliverables', module: 'deliverables', tables: ['deliverable', 'delivery'] },
    named('deliveries', { feature: 'deliveries' }),
    { noun: 'files', module: 'files', tables: ['file', 'delivered_bytes'] },
    named('guest-reviews', {
      routes: ['guest-review'],
      tables: ['review_guest', 'review_guest_version'],
    }),
    named('publications', {
      feature: 'publications',
      routes: ['booking-results', 'results'],
      tables: ['publication', 'publication_metrics', 'shared_results'],
    }),
    named('shipments', { feature: 'shipments', tables: ['shipment'] }),
    named('cancellations', { tables: ['cancellation_request'] }),
    named('disputes', { tables: ['dispute', 'dispute_statement'] }),
    { noun: 'dashboard', feature: 'dashboard', routes: ['dashboard'] },
  ],
  money: [
    named('payments', {
      feature: 'payments',
      tables: ['card_payment', 'saved_card', 'stripe_event', 'surplus_payment'],
    }),
    named('settlements', { tables: ['settlement', 'settlement_transfer'] }),
    named('payouts', {
      feature: 'payouts',
      routes: ['payouts'],
      tables: [
        'payout_line',
        'payout_share',
        'payout_share_now',
        'returned_payout',
        'former_payout_account',
        'payout_change',
      ],
    }),
    {
      noun: 'ledger',
      module: 'ledger',
      tables: [
        'ledger_close',
        'ledger_day',
        'ledger_document',
        'ledger_document_counter',
        'ledger_entry',
        'ledger_transaction',
      ],
    },
    { noun: 'documents', module: 'documents' },
    named('receipts', {
      feature: 'receipts',
      routes: ['receipts', 'verify'],
      tables: ['billing_details', 'creator_movement', 'creator_statement', 'receipt_line', 'work_record'],
    }),
    { noun: 'chargebacks', module: 'chargebacks', tables: ['chargeback'] },
    named('reconciliation', {
      tables: ['money_exception', 'reconciliation_match', 'reconciliation_position', 'reconciliation_run'],
    }),
    named('operator-terms', { tables: ['operator_terms'] }),
  ],
  messaging: [
    named('messages', {
      feature: 'messages',
      routes: ['messages'],
      tables: ['conversation', 'conversation_participant', 'message', 'message_block'],
    }),
    { noun: 'mail-texts', module: 'mail-texts' },
    { noun: 'mail', module: 'mail', routes: ['unsubscribe'], tables: ['mail'] },
    named('notifications', {
      routes: ['notifications'],
      tables: ['notification', 'notification_settings', 'push_subscription'],
    }),
    named('calendar', { tables: ['calendar_feed'] }),
    named('support', {
      feature: 'support',
      routes: ['contact'],
      tables: ['contact_message', 'contact_reply'],
    }),
  ],
  staff: [
    named('admin', { feature: 'admin', routes: ['admin'], tables: ['admin_action'] }),
    named('reports', { feature: 'reports', routes: ['appeal'], tables: ['report', 'moderation_decision'] }),
    named('analytics', {
      feature: 'analytics',
      routes: ['analytics'],
      tables: [
        'booking_return',
        'brand_cohort',
        'brand_month',
        'creator_day',
        'creator_day_now',
        'creator_view_day',
        'market_close',
        'market_day',
        'package_arrival',
        'profile_view',
      ],
    }),
    named('health', { tables: ['operation_count', 'server_process'] }),
    { noun: 'housekeeping', module: 'housekeeping' },
    { noun: 'restores', module: 'restores', tables: ['database_restore'] },
  ],
};

/** Nouns that have no module, feature or route: the tables of `apps/api/src/core`. */
const CORE: Noun = {
  noun: 'core',
  tables: ['idempotent_request', 'job', 'rate_limit', 'emailed_link', 'mail_code', 'release', 'repeatable_file'],
};

/** Returns all nouns. A module or feature is named with its context, which is its folder: `booking/bookings`. */
function listNouns(): Noun[] {
  const inContext = CONTEXTS.flatMap((context) =>
    NOUNS_BY_CONTEXT[context].map(({ module, feature, ...noun }) => ({
      ...noun,
      ...(module === undefined ? {} : { module: `${context}/${module}` }),
      ...(feature === undefined ? {} : { feature: `${context}/${feature}` }),
    })),
  );
  return [...inContext, CORE];
}

const KINDS = ['module', 'router', 'feature', 'routes', 'tables'] as const;
type Kind = (typeof KINDS)[number];

/**
 * Compares the existing names with the list. Returns a sentence for each name that is not listed, is listed twice,
 * or does not exist.
 */
export function checkNouns(existing: Record<Kind, readonly string[]>, nouns: readonly Noun[] = listNouns()): string[] {
  return KINDS.flatMap((kind) => {
    const listedNames = nouns.flatMap((noun) => noun[kind] ?? []);
    const listedSet = new Set(listedNames);
    const existingSet = new Set(existing[kind]);
    return [
      ...[...existingSet]
        .filter((name) => !listedSet.has(name))
        .map((name) => `${kind}: '${name}' belongs to no noun of the list`),
      ...[...listedSet]
        .filter((name) => !existingSet.has(name))
        .map((name) => `${kind}: '${name}' is listed, but does not exist`),
      ...listedNames
        .filter((name, at) => listedNames.indexOf(name) !== at)
        .map((name) => `${kind}: '${name}' is listed more than once`),
    ];
  });
}

/** Returns a sentence for each module that README.md does not list in its table of modules, or that does not exist. */
export function checkModuleTable(readme: string, modules: readonly string[]): string[] {
  const rows = [...readme.matchAll(/^\| (\w+) \| `([a-z-]+)` \|/gm)].map((row) => `${row[1]}/${row[2]}`);
  return [
    ...modules.filter((name) => !rows.includes(name)).map((name) => `module: README.md does not describe '${name}'`),
    ...rows
      .filter((name) => !modules.includes(name))
      .map((name) => `module: README.md describes '${name}', which does not exist`),
  ];
}

const readText = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const listFolders = (path: string) =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
const listFoldersByContext = (path: string) =>
  listFolders(path).flatMap((context) => listFolders(`${path}/${context}`).map((name) => `${context}/${name}`));
const findAll = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '');

/**
 * Reads the existing names from the repository: module and feature folders, the router, the web routes and the
 * schema.
 */
function readExistingNames(): Record<Kind, readonly string[]> {
  const [, routerBody = ''] = /appRouter = router\(\{([^}]*)\}/.exec(readText('apps/api/src/http/router.ts')) ?? [];
  const schema = readSources('apps/api/src/db', /\.sql$/).map(({ text }) => text);
  // Routes below /admin are indented further than top-level routes.
  const routes = findAll(readText('apps/web/src/routes.tsx'), /^ {10,12}(?:\{ )?path: '([a-z-]+)/gm);
  return {
    module: listFoldersByContext('apps/api/src/modules'),
    router: findAll(routerBody, /^ {2}(\w+):/gm),
    feature: listFoldersByContext('apps/web/src/features'),
    routes,
    tables: findAll(schema.join('\n'), /^create (?:or replace )?(?:unlogged )?(?:table|view) (\w+)/gm),
  };
}

if (import.meta.main) {
  const existing = readExistingNames();
  reportProblems(
    'Nouns',
    [...checkNouns(existing), ...checkModuleTable(readText('README.md'), existing.module)].map((message) => ({
      path: 'tools/nouns.ts',
      line: 1,
      message,
    })),
    'every name is in the list.',
  );
}
