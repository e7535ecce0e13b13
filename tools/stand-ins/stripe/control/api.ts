import {
  addBankAccount,
  removeOtherBankAccounts,
  replaceBankAccount,
  setAccountState,
  switchBankAccount,
} from '../resources/accounts.ts';
import type { AccountState } from '../resources/accounts.ts';
import type { Stripe } from 'stripe';
import { closeDispute, openDispute } from '../resources/disputes.ts';
import { toEventObject } from '../store/event.ts';
import type { Fault, Faults } from './faults.ts';
import { failPayout, createPayout } from '../resources/payouts.ts';
import { failRefund } from '../resources/refunds.ts';
import { KINDS } from '../store/store.ts';
import type { Kind, Store, Tx } from '../store/store.ts';
import { NO_WEBHOOK_FAULTS } from '../protocol/webhooks.ts';
import type { WebhookFaults, Webhooks } from '../protocol/webhooks.ts';

export interface ControlTarget {
  store: Store;
  api: { readonly requests: Map<string, number>; sweep(): void };
  faults: Faults;
  webhooks: Webhooks;
}

/** Thrown if a control request is invalid. The message contains the reason. */
export class ControlFailure extends Error {
  readonly status: number;
  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}

/** Stores a setting that survives restarts. */
export function setSetting(store: Store, id: 'webhook_url' | 'clock_offset_ms', value: string | number | null): void {
  const tx = store.begin();
  tx.put('setting', { id, value });
  tx.commit();
}

/**
 * Handles requests below /_control, with which tests control and inspect the stand-in. `path` is the part after
 * `/_control/`. Throws ControlFailure if the request is invalid.
 */
export async function handleControl(
  on: ControlTarget,
  method: string,
  path: string,
  body: Record<string, unknown>,
): Promise<unknown> {
  const { store, faults } = on;
  const [area = '', id = '', verb = ''] = path.split('/');
  switch (`${method} ${area}`) {
    case 'GET state':
      return getStandInState(on);
    case 'POST reset':
      return resetStandIn(on);
    case 'GET clock':
      return getClockState(store);
    case 'POST clock':
      return moveClock(on, body);
    case 'GET faults':
      return { armed: faults.list(), counts: faults.counts };
    case 'POST faults':
      return { armed: readFaults(body).map((fault) => faults.arm(fault)) };
    case 'DELETE faults':
      faults.clear(id === '' ? undefined : Number(id));
      return { armed: faults.list() };
    case 'GET webhooks':
      return getWebhookState(on);
    case 'POST webhooks':
      return steerWebhooks(on, id, body);
    case 'POST disputes':
      return id === '' ? openChargeDispute(store, body) : decideDispute(store, id, body);
    case 'POST refunds':
      return sendRefundBack(store, id, body);
    case 'POST accounts':
      return verb === '' ? changeAccount(store, id, body) : handleBankAction(store, id, verb);
    case 'POST payouts':
      return sendPayoutBack(store, id, body);
    case 'GET objects':
      return listObjects(store, id, verb);
    default:
      throw new ControlFailure(`There is no control ${method} ${path}.`, 404);
  }
}

function getStandInState(on: ControlTarget): unknown {
  const { store, api, faults } = on;
  return {
    clock: getClockState(store),
    objects: Object.fromEntries(KINDS.map((kind) => [kind, store.tables[kind].byId.size])),
    events: store.events.size,
    idempotencyKeys: store.answers.size,
    requests: Object.fromEntries(api.requests),
    faults: faults.counts,
    webhooks: getWebhookState(on),
  };
}

function resetStandIn(on: ControlTarget): unknown {
  const { store, faults, webhooks, api } = on;
  const { webhookUrl } = store;
  webhooks.clear();
  webhooks.paused = false;
  webhooks.setFaults(NO_WEBHOOK_FAULTS);
  faults.clear();
  api.requests.clear();
  store.clear();
  setSetting(store, 'clock_offset_ms', 0);
  if (webhookUrl !== null) setSetting(store, 'webhook_url', webhookUrl);
  return {};
}

const getClockState = (store: Store) => ({ now: store.clock.now(), offsetSeconds: store.clock.offsetMs / 1000 });

function moveClock(on: ControlTarget, body: Record<string, unknown>): unknown {
  const { store } = on;
  const { advance, set } = body;
  if (typeof advance === 'number') setSetting(store, 'clock_offset_ms', store.clock.offsetMs + advance * 1000);
  else if (typeof set === 'number') setSetting(store, 'clock_offset_ms', set * 1000 - Date.now());
  else throw new ControlFailure('Say {"advance": seconds} or {"set": seconds since the epoch}.');
  on.api.sweep();
  on.webhooks.hurry();
  return getClockState(store);
}

const FAULT_KINDS = ['error', 'lose_response', 'reset', 'hang', 'slow'];

function readFaults(body: Record<string, unknown>): Fault[] {
  const faults = Array.isArray(body['faults']) ? (body['faults'] as unknown[]) : [body];
  return faults.map((fault) => {
    const kind = (fault as Partial<Fault> | null)?.kind;
    if (kind === undefined || !FAULT_KINDS.includes(kind)) {
      throw new ControlFailure(`A fault's kind is one of ${FAULT_KINDS.join(', ')}.`);
    }
    return fault as Fault;
  });
}

function getWebhookState({ store, webhooks }: ControlTarget): unknown {
  return {
    url: store.webhookUrl,
    paused: webhooks.paused,
    pending: webhooks.pending,
    undelivered: store.undelivered.size,
    counts: webhooks.counts,
    faults: webhooks.faults,
  };
}

async function steerWebhooks(on: ControlTarget, verb: string, body: Record<string, unknown>): Promise<unknown> {
  const { store, webhooks } = on;
  switch (verb) {
    case '': {
      const { url } = body;
      if (url !== null && (typeof url !== 'string' || !URL.canParse(url)))
        throw new ControlFailure('Say {"url": "http://…"} or {"url": null}.');
      setSetting(store, 'webhook_url', url);
      webhooks.hurry();
      break;
    }
    case 'faults':
      webhooks.setFaults(readWebhookFaults(body));
      break;
    case 'pause':
      webhooks.pause();
      break;
    case 'resume':
      webhooks.setFaults({ dropUntil: 0, dropNext: 0, dropRate: 0 });
      webhooks.resume();
      break;
    case 'redeliver': {
      const ids = Array.isArray(body['ids']) ? body['ids'].map(String) : [...store.eventOrder];
      const missing = ids.find((id) => !store.events.has(id));
      if (missing !== undefined) throw new ControlFailure(`There is no event ${missing}.`, 404);
      webhooks.redeliver(ids, typeof body['times'] === 'number' ? body['times'] : 1);
      break;
    }
    case 'hurry':
      webhooks.hurry();
      break;
    case 'idle': {
      const { timeoutMs = 10_000 } = body;
      const timeout = new Promise((resolve) => setTimeout(resolve, Number(timeoutMs)).unref());
      await Promise.race([webhooks.whenIdle(), timeout]);
      break;
    }
    default:
      throw new ControlFailure(`There is no control webhooks/${verb}.`, 404);
  }
  return getWebhookState(on);
}

function readWebhookFaults(body: Record<string, unknown>): Partial<WebhookFaults> {
  const { dropForMs, ...rest } = body;
  const faults: Partial<WebhookFaults> = {};
  for (const [name, value] of Object.entries(rest)) {
    if (!(name in NO_WEBHOOK_FAULTS) || typeof value !== 'number') {
      throw new ControlFailure(
        `Webhook faults are numbers named ${Object.keys(NO_WEBHOOK_FAULTS).join(', ')}, dropForMs.`,
      );
    }
    faults[name as keyof WebhookFaults] = value;
  }
  if (typeof dropForMs === 'number') faults.dropUntil = Date.now() + dropForMs;
  return faults;
}

function openChargeDispute(store: Store, body: Record<string, unknown>): unknown {
  const tx = store.begin();
  const charge = tx.get('charge', String(body['charge']));
  if (charge === undefined) throw new ControlFailure(`There is no charge ${String(body['charge'])}.`, 404);
  const opened = openDispute(tx, charge, typeof body['reason'] === 'string' ? body['reason'] : 'fraudulent');
  tx.commit();
  return opened.dispute;
}

function decideDispute(store: Store, id: string, body: Record<string, unknown>): unknown {
  const tx = store.begin();
  const dispute = tx.get('dispute', id);
  const { outcome } = body;
  if (dispute === undefined) throw new ControlFailure(`There is no dispute ${id}.`, 404);
  if (outcome !== 'won' && outcome !== 'lost')
    throw new ControlFailure('Say {"outcome": "won"} or {"outcome": "lost"}.');
  const closed = closeDispute(tx, dispute, outcome);
  tx.commit();
  return closed;
}

function sendRefundBack(store: Store, id: string, body: Record<string, unknown>): unknown {
  const tx = store.begin();
  const refund = tx.get('refund', id);
  if (refund === undefined) throw new ControlFailure(`There is no refund ${id}.`, 404);
  const failed = failRefund(tx, refund, typeof body['reason'] === 'string' ? body['reason'] : 'lost_or_stolen_card');
  tx.commit();
  return failed;
}

function changeAccount(store: Store, id: string, body: Record<string, unknown>): unknown {
  const tx = store.begin();
  const account = tx.get('account', id);
  const { state: requestedState, requirements } = body;
  if (account === undefined) throw new ControlFailure(`There is no account ${id}.`, 404);
  if (requestedState !== 'active' && requestedState !== 'restricted' && requestedState !== 'pending') {
    throw new ControlFailure('An account is active, restricted or pending.');
  }
  const needed = Array.isArray(requirements) ? requirements.map(String) : [];
  const changed = setAccountState(tx, account, requestedState satisfies AccountState, needed);
  tx.commit();
  return changed;
}

/** The actions on the bank accounts of a connected account, by the last part of their URL. */
const BANK_ACTIONS: Readonly<Record<string, (tx: Tx, account: Stripe.Account) => unknown>> = {
  payout: createPayout,
  bank: replaceBankAccount,
  bank_added: addBankAccount,
  bank_switched: switchBankAccount,
  banks_removed: removeOtherBankAccounts,
};

/** Simulates a payout from a connected account to its bank, or a change of the account's bank accounts. */
function handleBankAction(store: Store, id: string, verb: string): unknown {
  const tx = store.begin();
  const account = tx.get('account', id);
  if (account === undefined) throw new ControlFailure(`There is no account ${id}.`, 404);
  const act = BANK_ACTIONS[verb];
  if (act === undefined) throw new ControlFailure(`There is no control accounts/…/${verb}.`, 404);
  const changedAccount = act(tx, account);
  tx.commit();
  return changedAccount;
}

function sendPayoutBack(store: Store, id: string, body: Record<string, unknown>): unknown {
  const tx = store.begin();
  const payout = tx.get('payout', id);
  if (payout === undefined) throw new ControlFailure(`There is no payout ${id}.`, 404);
  const failed = failPayout(tx, payout, typeof body['code'] === 'string' ? body['code'] : 'account_closed');
  tx.commit();
  return failed;
}

function listObjects(store: Store, kind: string, id: string): unknown {
  if (kind === 'event') {
    const all = store.eventOrder.flatMap((event) => store.events.get(event) ?? []);
    return { data: all.filter((event) => id === '' || event.id === id).map((event) => toEventObject(store, event)) };
  }
  if (!(KINDS as string[]).includes(kind)) throw new ControlFailure(`There are no objects called ${kind}.`, 404);
  const table = store.tables[kind as Kind];
  return { data: table.order.filter((one) => id === '' || one === id).map((one) => table.byId.get(one)) };
}
