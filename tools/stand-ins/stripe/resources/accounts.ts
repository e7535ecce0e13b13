import type Stripe from 'stripe';
import { getPathId } from '../protocol/call.ts';
import type { Call, Route } from '../protocol/call.ts';
import { createParameterError, createMissingError, createRefusedError } from '../protocol/errors.ts';
import { createId, randomText } from '../store/ids.ts';
import { answerTable, listParams } from '../protocol/lists.ts';
import {
  currency,
  flag,
  hash,
  ignored,
  mergeMetadata,
  metadata,
  noParams,
  wordIn,
  parseParams,
  range,
  required,
  shape,
  text,
  unsettable,
  unsupported,
} from '../protocol/params.ts';
import type { Parsed } from '../protocol/params.ts';
import type { Tx } from '../store/store.ts';
import { checkAccount, getBankCurrency } from './countries.ts';

type Account = Stripe.Account;

/** Information that Stripe requires about an individual before it pays out to them. */
const INDIVIDUAL_REQUIREMENTS = [
  'business_type',
  'external_account',
  'individual.dob.day',
  'individual.dob.month',
  'individual.dob.year',
  'individual.email',
  'individual.first_name',
  'individual.last_name',
  'tos_acceptance.date',
  'tos_acceptance.ip',
];

/**
 * State of an account. A `pending` account is not onboarded, an `active` one can be paid, and a `restricted` one
 * must provide more information.
 */
export type AccountState = 'pending' | 'active' | 'restricted';

/** Sets the state of an account and its requirements, and emits account.updated. */
export function setAccountState(tx: Tx, account: Account, state: AccountState, requirements: string[] = []): Account {
  const needed =
    state === 'active'
      ? []
      : requirements.length > 0
        ? requirements
        : state === 'pending'
          ? INDIVIDUAL_REQUIREMENTS
          : ['individual.verification.document'];
  const active = state === 'active';
  const next = tx.put('account', {
    ...account,
    capabilities: Object.fromEntries(
      Object.keys(account.capabilities ?? {}).map((name) => [name, active ? 'active' : 'inactive']),
    ),
    charges_enabled: active,
    details_submitted: state !== 'pending',
    external_accounts:
      state === 'pending' ? toExternalAccounts(account, []) : toExternalAccounts(account, [getUsableBank(account)]),
    payouts_enabled: active,
    requirements: createRequirements(needed),
    tos_acceptance: { ...account.tos_acceptance, date: state === 'pending' ? null : tx.now },
  });
  tx.emit('account.updated', next, {
    account: account.id,
    previous: {
      charges_enabled: account.charges_enabled,
      details_submitted: account.details_submitted,
      payouts_enabled: account.payouts_enabled,
      capabilities: account.capabilities,
      requirements: account.requirements,
    },
  });
  return next;
}

function createRequirements(needed: string[]): Stripe.Account.Requirements {
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: needed,
    disabled_reason: needed.length > 0 ? 'requirements.past_due' : null,
    errors: [],
    eventually_due: needed,
    past_due: needed,
    pending_verification: [],
  };
}

const toExternalAccounts = (
  account: { id: string },
  data: Stripe.BankAccount[],
): NonNullable<Account['external_accounts']> => ({
  object: 'list',
  data,
  has_more: false,
  url: `/v1/accounts/${account.id}/external_accounts`,
});

/** Returns the bank account to which an account is paid out, or undefined if there is none. */
export const findBankAccount = (account: Account): Stripe.BankAccount | undefined =>
  account.external_accounts?.data.find((one) => one.object === 'bank_account' && one.default_for_currency === true) as
    | Stripe.BankAccount
    | undefined;

/** Returns the current bank account, or a new one if it is missing or a payout to it has failed. */
function getUsableBank(account: Account): Stripe.BankAccount {
  const bank = findBankAccount(account);
  return bank === undefined || bank.status === 'errored' ? createBankAccount(account) : bank;
}

function createBankAccount(account: Account): Stripe.BankAccount {
  const country = account.country ?? 'US';
  const id = createId('ba');
  return {
    id,
    object: 'bank_account',
    account: account.id,
    account_holder_name: 'Test Creator',
    account_holder_type: 'individual',
    account_type: null,
    available_payout_methods: ['standard'],
    bank_name: 'STRIPE TEST BANK',
    country,
    currency: getBankCurrency(country),
    default_for_currency: true,
    fingerprint: id.slice(-16),
    last4: findBankAccount(account)?.last4 === '6789' ? '4321' : '6789',
    metadata: {},
    routing_number: country === 'US' ? '110000000' : null,
    status: 'new',
  };
}

export function setBankAccount(tx: Tx, account: Account, bank: Stripe.BankAccount): Account {
  const type = bank.id === findBankAccount(account)?.id ? 'updated' : 'created';
  const storedAccount = tx.put('account', { ...account, external_accounts: toExternalAccounts(account, [bank]) });
  tx.emit('account.updated', storedAccount, { account: account.id, previous: { external_accounts: type } });
  return storedAccount;
}

/** Replaces the bank account with a new one, as the owner of the account would do. */
export const replaceBankAccount = (tx: Tx, account: Account): Account =>
  setBankAccount(tx, account, createBankAccount(account));

/** Adds a second bank account, which gets no payouts until it is the default one. */
export const addBankAccount = (tx: Tx, account: Account): Account =>
  setBankAccounts(tx, account, [
    ...listBankAccounts(account),
    { ...createBankAccount(account), default_for_currency: false },
  ]);

/** Makes the bank account that was added last the one for payouts. */
export const switchBankAccount = (tx: Tx, account: Account): Account =>
  setBankAccounts(
    tx,
    account,
    listBankAccounts(account).map((bank, at, all) => ({ ...bank, default_for_currency: at === all.length - 1 })),
  );

/** Removes all bank accounts except the one for payouts. */
export const removeOtherBankAccounts = (tx: Tx, account: Account): Account =>
  setBankAccounts(
    tx,
    account,
    listBankAccounts(account).filter((bank) => bank.default_for_currency === true),
  );

const listBankAccounts = (account: Account): Stripe.BankAccount[] =>
  (account.external_accounts?.data ?? []).filter((one): one is Stripe.BankAccount => one.object === 'bank_account');

function setBankAccounts(tx: Tx, account: Account, banks: Stripe.BankAccount[]): Account {
  const storedAccount = tx.put('account', { ...account, external_accounts: toExternalAccounts(account, banks) });
  tx.emit('account.updated', storedAccount, { account: account.id, previous: { external_accounts: 'changed' } });
  return storedAccount;
}

const requestedFlag = hash({ requested: flag });
const sharedParams = {
  account_token: unsupported,
  business_profile: hash({
    annual_revenue: ignored,
    estimated_worker_count: ignored,
    mcc: unsettable(4),
    minority_owned_business_designation: ignored,
    monthly_estimated_revenue: ignored,
    name: unsettable(),
    product_description: unsettable(40_000),
    support_address: ignored,
    support_email: unsettable(),
    support_phone: unsettable(),
    support_url: unsettable(),
    url: unsettable(),
  }),
  business_type: wordIn(['company', 'government_entity', 'individual', 'non_profit']),
  capabilities: hash({ card_payments: requestedFlag, transfers: requestedFlag }),
  company: ignored,
  default_currency: currency,
  documents: unsupported,
  email: text(800),
  external_account: unsupported,
  groups: unsupported,
  individual: ignored,
  metadata,
  settings: ignored,
  tos_acceptance: hash({ date: ignored, ip: ignored, service_agreement: text(), user_agent: ignored }),
};
const updateParams = shape(sharedParams);
const createParams = shape({
  ...sharedParams,
  controller: hash({
    fees: hash({ payer: wordIn(['account', 'application']) }),
    losses: hash({ payments: wordIn(['application', 'stripe']) }),
    requirement_collection: wordIn(['application', 'stripe']),
    stripe_dashboard: hash({ type: wordIn(['express', 'full', 'none']) }),
  }),
  country: text(2),
  type: wordIn(['custom', 'express', 'standard']),
});

function create(call: Call): unknown {
  const { tx } = call;
  const params = parseParams(createParams, call.params);
  if (params.type !== undefined && params.controller !== undefined) {
    throw createParameterError('You may only specify one of these parameters: type, controller.', 'type');
  }
  const country = params.country ?? call.platformCountry;
  const agreement = params.tos_acceptance?.service_agreement ?? 'full';
  checkAccount(call.platformCountry, {
    country,
    agreement,
    wantsCards: params.capabilities?.card_payments?.requested === true,
    wantsTransfers: params.capabilities?.transfers?.requested === true,
  });
  const { default_currency } = params;
  if (default_currency !== undefined && default_currency !== getBankCurrency(country))
    throw createParameterError(
      `The currency \`${default_currency}\` is not supported in ${country}.`,
      'default_currency',
    );
  const id = `acct_1${randomText(15)}`;
  const dashboard =
    params.controller?.stripe_dashboard?.type ??
    (params.type === 'standard' ? 'full' : params.type === 'custom' ? 'none' : 'express');
  const account: Account = {
    id,
    object: 'account',
    business_profile: createBusinessProfile(null, params),
    business_type: params.business_type ?? null,
    capabilities: createCapabilities({}, false, params),
    charges_enabled: false,
    controller: {
      fees: {
        payer: params.controller?.fees?.payer ?? (params.type === 'standard' ? 'account' : 'application_express'),
      },
      is_controller: true,
      losses: {
        payments: params.controller?.losses?.payments ?? (params.type === 'standard' ? 'stripe' : 'application'),
      },
      requirement_collection:
        params.controller?.requirement_collection ?? (dashboard === 'none' ? 'application' : 'stripe'),
      stripe_dashboard: { type: dashboard },
      type: 'application',
    },
    country,
    created: tx.now,
    default_currency: params.default_currency ?? getBankCurrency(country),
    details_submitted: false,
    email: params.email ?? null,
    external_accounts: toExternalAccounts({ id }, []),
    future_requirements: { ...createRequirements([]), disabled_reason: null },
    metadata: mergeMetadata({}, params.metadata),
    payouts_enabled: false,
    requirements: createRequirements(INDIVIDUAL_REQUIREMENTS),
    settings: SETTINGS,
    tos_acceptance: { date: null, ...(agreement === 'recipient' && { service_agreement: agreement }) },
    type: params.controller === undefined ? (params.type ?? 'standard') : dashboard === 'express' ? 'express' : 'none',
  };
  return tx.put('account', account);
}

function createCapabilities(
  old: Stripe.Account.Capabilities,
  active: boolean,
  params: Pick<Parsed<typeof sharedParams>, 'capabilities'>,
): Stripe.Account.Capabilities {
  const all: Record<string, string> = { ...old };
  for (const [name, capability] of Object.entries(params.capabilities ?? {})) {
    if (capability === undefined) continue;
    if (capability.requested === false) delete all[name];
    else all[name] ??= active ? 'active' : 'inactive';
  }
  return all;
}

function createBusinessProfile(
  old: Stripe.Account.BusinessProfile | null,
  params: Pick<Parsed<typeof sharedParams>, 'business_profile'>,
): Stripe.Account.BusinessProfile {
  const profile = params.business_profile;
  const pick = (
    name: 'mcc' | 'name' | 'product_description' | 'support_email' | 'support_phone' | 'support_url' | 'url',
  ) => {
    const value = profile?.[name];
    return value === undefined ? (old?.[name] ?? null) : value;
  };
  return {
    annual_revenue: null,
    estimated_worker_count: null,
    mcc: pick('mcc'),
    minority_owned_business_designation: null,
    name: pick('name'),
    product_description: pick('product_description'),
    specified_commercial_transactions_act_url: null,
    support_address: null,
    support_email: pick('support_email'),
    support_phone: pick('support_phone'),
    support_url: pick('support_url'),
    url: pick('url'),
  };
}

const SETTINGS: Stripe.Account.Settings = {
  branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
  card_issuing: { tos_acceptance: { date: null, ip: null } },
  card_payments: {
    decline_on: { avs_failure: false, cvc_failure: false },
    statement_descriptor_prefix: null,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
  dashboard: { display_name: null, timezone: 'Etc/UTC' },
  invoices: { default_account_tax_ids: null, hosted_payment_method_save: null },
  payments: {
    statement_descriptor: null,
    statement_descriptor_kana: null,
    statement_descriptor_kanji: null,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
  payouts: {
    debit_negative_balances: true,
    schedule: { delay_days: 2, interval: 'daily' },
    statement_descriptor: null,
  },
  sepa_debit_payments: {},
};

function find(call: Call): Account {
  const account = call.tx.get('account', getPathId(call));
  if (account === undefined) throw createNoAccessError(getPathId(call));
  return account;
}

/**
 * Creates Stripe's error for an account that does not exist or belongs to another platform. Stripe uses one message
 * for both.
 */
function createNoAccessError(id: string): Error {
  return createRefusedError(
    `The provided key 'sk_test_*********cal' does not have access to account '${id.slice(0, 100)}' (or that account does not exist). Application access may have been revoked.`,
    { code: 'account_invalid' },
    403,
  );
}

function retrieve(call: Call): unknown {
  parseParams(noParams, call.params);
  return find(call);
}

function update(call: Call): unknown {
  const params = parseParams(updateParams, call.params);
  const before = find(call);
  const agreement = params.tos_acceptance?.service_agreement;
  if (agreement !== undefined && agreement !== (before.tos_acceptance?.service_agreement ?? 'full')) {
    throw before.tos_acceptance?.date
      ? createRefusedError(
          'You cannot change `tos_acceptance[service_agreement]`: the account has accepted it already.',
        )
      : createParameterError('The stand-in takes the service agreement when an account is made.', 'tos_acceptance');
  }
  const after = call.tx.put('account', {
    ...before,
    business_profile: createBusinessProfile(before.business_profile ?? null, params),
    business_type: params.business_type ?? before.business_type ?? null,
    capabilities: createCapabilities(before.capabilities ?? {}, before.payouts_enabled, params),
    default_currency: params.default_currency ?? before.default_currency ?? 'usd',
    email: params.email ?? before.email,
    metadata: mergeMetadata(before.metadata ?? {}, params.metadata),
  });
  call.tx.emit('account.updated', after, { account: after.id, previous: { metadata: before.metadata } });
  return after;
}

const listAccountsParams = shape({ ...listParams, created: range });

function listAccounts(call: Call): unknown {
  const params = parseParams(listAccountsParams, call.params);
  return answerTable({
    call,
    params,
    url: '/v1/accounts',
    kind: 'account',
    table: call.store.tables.account,
  });
}

const URL_PATTERN = /^https?:\/\/[^\s/?#]+\S*$/i;
const LINK_SECONDS = 300;

const createLinkParams = shape({
  account: required(text()),
  type: required(wordIn(['account_onboarding', 'account_update'])),
  refresh_url: required(text()),
  return_url: required(text()),
  collect: wordIn(['currently_due', 'eventually_due']),
  collection_options: ignored,
});

function createLink(call: Call): unknown {
  const { tx } = call;
  const params = parseParams(createLinkParams, call.params);
  for (const name of ['refresh_url', 'return_url'] as const) {
    if (!URL_PATTERN.test(params[name])) throw createParameterError('Not a valid URL', name, 'url_invalid');
  }
  const account = tx.get('account', params.account);
  if (account === undefined) throw createMissingError('account', params.account.slice(0, 100), 'account', false);
  const id = createId('al');
  const expires_at = tx.now + LINK_SECONDS;
  const { refresh_url, return_url } = params;
  tx.put('account_link', { id, account: account.id, refresh_url, return_url, expires_at, session: null });
  return { object: 'account_link', created: tx.now, expires_at, url: `${call.publicUrl}/setup/${account.id}/${id}` };
}

function createLoginLink(call: Call): unknown {
  parseParams(noParams, call.params);
  const account = find(call);
  if (account.controller?.stripe_dashboard?.type !== 'express') {
    throw createRefusedError('Cannot create a login link for an account that is not an Express Dashboard account.', {
      param: 'account',
    });
  }
  if (!account.details_submitted) {
    throw createRefusedError('Cannot create a login link for an account that has not completed onboarding.', {
      param: 'account',
    });
  }
  return { object: 'login_link', created: call.tx.now, url: `${call.publicUrl}/express/${account.id}` };
}

const base = '/v1/accounts';
export const accountRoutes: Route[] = [
  { method: 'POST', path: base, kind: 'account', run: create },
  { method: 'GET', path: base, kind: 'account', list: true, run: listAccounts },
  { method: 'GET', path: `${base}/:id`, kind: 'account', run: retrieve },
  { method: 'POST', path: `${base}/:id`, kind: 'account', run: update },
  { method: 'POST', path: `${base}/:id/login_links`, kind: 'login_link', run: createLoginLink },
  { method: 'POST', path: '/v1/account_links', kind: 'account_link_answer', run: createLink },
];
