import type Stripe from 'stripe';
import { Clock } from './clock.ts';
import { toIdOrNull, createId } from './ids.ts';
import { NULL_JOURNAL } from './journal.ts';
import type { Journal } from './journal.ts';

/** Stored event. `object` is the object's state at the time of the event. */
export interface StoredEvent {
  id: string;
  type: string;
  created: number;
  object: Stored;
  previous: Record<string, unknown> | null;
  request: { id: string | null; idempotency_key: string | null };
  /** Connected account that the event is about, if any. */
  account: string | null;
}
/** Onboarding link, which can be opened once. `session` is set when it is opened. */
export interface StoredLink {
  id: string;
  account: string;
  refresh_url: string;
  return_url: string;
  expires_at: number;
  session: string | null;
}
/** Open 3-D Secure challenge of a payment intent. */
interface StoredChallenge {
  id: string;
  payment_intent: string;
  payment_method: string;
  return_url: string | null;
}
/** Test card of a payment method. The card number is never stored. */
interface StoredCard {
  id: string;
  card: string;
}
/** Connected account of a payout, which Stripe's payout object does not contain. */
interface StoredPayoutOwner {
  id: string;
  account: string;
}
/** Setting of the control API that survives restarts. */
interface StoredSetting {
  id: 'webhook_url' | 'clock_offset_ms';
  value: string | number | null;
}

export interface Tables {
  account: Stripe.Account;
  balance_transaction: Stripe.BalanceTransaction;
  charge: Stripe.Charge;
  dispute: Stripe.Dispute;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  payout: Stripe.Payout;
  payout_owner: StoredPayoutOwner;
  refund: Stripe.Refund;
  transfer: Stripe.Transfer;
  transfer_reversal: Stripe.TransferReversal;
  account_link: StoredLink;
  card: StoredCard;
  challenge: StoredChallenge;
  setting: StoredSetting;
}
export type Kind = keyof Tables;
export type Stored = Tables[Kind];

export interface StoredAnswer {
  key: string;
  /** Digest of method, path and parameters. */
  request: string;
  status: number;
  body: unknown;
  /** Seconds by the stand-in's clock. */
  at: number;
  requestId: string;
}

interface Entry {
  at: number;
  wall: string;
  put?: [Kind, Stored][];
  events?: (Omit<StoredEvent, 'object'> & { of: number; deliver: boolean })[];
  answer?: Omit<StoredAnswer, 'body'> & { of?: number; body?: unknown };
  /** Events whose delivery has ended, by outcome. */
  delivered?: string[];
  dropped?: string[];
}

/** Indexes of each table. A function returns an object's key in the index, or null if the object is not in it. */
const INDEXES: { [K in Kind]?: Record<string, (object: Tables[K]) => string | null> } = {
  balance_transaction: { source: (txn) => toIdOrNull(txn.source), type: (txn) => txn.type },
  charge: { payment_intent: (ch) => toIdOrNull(ch.payment_intent), transfer_group: (ch) => ch.transfer_group },
  dispute: { charge: (d) => toIdOrNull(d.charge), payment_intent: (d) => toIdOrNull(d.payment_intent) },
  payment_intent: { open: (pi) => (pi.status === 'requires_capture' ? 'yes' : null) },
  payout_owner: { account: (owner) => owner.account },
  refund: { charge: (re) => toIdOrNull(re.charge), payment_intent: (re) => toIdOrNull(re.payment_intent) },
  transfer: {
    destination: (tr) => toIdOrNull(tr.destination),
    source_transaction: (tr) => toIdOrNull(tr.source_transaction),
    transfer_group: (tr) => tr.transfer_group,
  },
  transfer_reversal: { transfer: (trr) => toIdOrNull(trr.transfer) },
};

/** Table of all objects of one kind, with lookup by ID and by index. */
export class Table<T extends { id: string }> {
  readonly byId = new Map<string, T>();
  /** IDs in order of creation. */
  readonly order: string[] = [];
  readonly #keys: Record<string, (object: T) => string | null>;
  readonly #indexes = new Map<string, Map<string, Set<string>>>();

  constructor(keys: Record<string, (object: T) => string | null>) {
    this.#keys = keys;
    for (const name of Object.keys(keys)) this.#indexes.set(name, new Map());
  }

  set(object: T): void {
    const old = this.byId.get(object.id);
    this.byId.set(object.id, object);
    if (old === undefined) this.order.push(object.id);
    for (const [name, keyOf] of Object.entries(this.#keys)) {
      const before = old === undefined ? null : keyOf(old);
      const now = keyOf(object);
      if (before === now) continue;
      const index = this.#indexes.get(name);
      if (before !== null) index?.get(before)?.delete(object.id);
      if (now === null) continue;
      const ids = index?.get(now);
      if (ids === undefined) index?.set(now, new Set([object.id]));
      else ids.add(object.id);
    }
  }

  /** Returns the IDs under one key of an index, in order of creation. */
  ids(index: string, key: string): string[] {
    return [...(this.#indexes.get(index)?.get(key) ?? [])];
  }

  /** Returns an object's key in an index, or null. */
  keyOf(index: string, object: T): string | null {
    return this.#keys[index]?.(object) ?? null;
  }

  /** Returns the objects under one key of an index, in order of creation. */
  where(index: string, key: string): T[] {
    return this.ids(index, key).flatMap((id) => this.byId.get(id) ?? []);
  }
}

/** All kinds of stored objects except events. */
export const KINDS = Object.keys(newTables()) as Kind[];

type AllTables = { [K in Kind]: Table<Tables[K]> };

function newTables(): AllTables {
  const table = <K extends Kind>(kind: K) => new Table<Tables[K]>(INDEXES[kind] ?? {});
  return {
    account: table('account'),
    account_link: table('account_link'),
    balance_transaction: table('balance_transaction'),
    card: table('card'),
    challenge: table('challenge'),
    charge: table('charge'),
    dispute: table('dispute'),
    payment_intent: table('payment_intent'),
    payment_method: table('payment_method'),
    payout: table('payout'),
    payout_owner: table('payout_owner'),
    refund: table('refund'),
    setting: table('setting'),
    transfer: table('transfer'),
    transfer_reversal: table('transfer_reversal'),
  };
}

/** The stand-in's data in memory, which can be rebuilt from the journal. */
export class Store {
  readonly clock = new Clock();
  tables = newTables();
  events = new Map<string, StoredEvent>();
  eventOrder: string[] = [];
  eventsByType = new Map<string, string[]>();
  /** Events that the webhook has not accepted yet, oldest first. */
  undelivered = new Set<string>();
  answers = new Map<string, StoredAnswer>();
  /** Address of the webhook. As in Stripe, events that occur without one are never delivered. */
  webhookUrl: string | null = null;
  /** Called after each commit with the IDs of new events to deliver. */
  onEvents: (ids: string[]) => void = () => {};
  journal: Journal = NULL_JOURNAL;

  /** Starts a unit of work. Its changes become visible and durable at `commit`. */
  begin(request: StoredEvent['request'] = { id: null, idempotency_key: null }): Tx {
    return new Tx(this, request);
  }

  replay(line: unknown): void {
    const entry = line as Entry;
    for (const [kind, object] of entry.put ?? []) this.#set(kind, object);
    for (const { of, deliver, ...event } of entry.events ?? []) {
      const object = entry.put?.[of]?.[1];
      if (object !== undefined) this.#addEvent({ ...event, object }, deliver);
    }
    if (entry.answer !== undefined) {
      const { of, body, ...answer } = entry.answer;
      this.answers.set(answer.key, { ...answer, body: of === undefined ? body : entry.put?.[of]?.[1] });
    }
    for (const id of [...(entry.delivered ?? []), ...(entry.dropped ?? [])]) this.undelivered.delete(id);
  }

  /** Records that deliveries have ended, so that a restart does not repeat them. */
  settleDelivery(how: 'delivered' | 'dropped', ids: string[]): void {
    const pending = ids.filter((id) => this.undelivered.has(id));
    if (pending.length === 0) return;
    this.journal.append({ at: this.clock.now(), wall: new Date().toISOString(), [how]: pending });
    for (const id of pending) this.undelivered.delete(id);
  }

  /** Deletes everything except the webhook address and the clock. */
  clear(): void {
    this.journal.clear();
    this.tables = newTables();
    this.events = new Map();
    this.eventOrder = [];
    this.eventsByType = new Map();
    this.undelivered = new Set();
    this.answers = new Map();
  }

  /** Writes a commit to the journal and then makes it visible. */
  apply(puts: [Kind, Stored][], events: { event: StoredEvent; of: number }[], answer: StoredAnswer | null): void {
    if (puts.length === 0 && answer === null) return;
    const deliver = this.webhookUrl !== null;
    const entry: Entry = { at: this.clock.now(), wall: new Date().toISOString() };
    if (puts.length > 0) entry.put = puts;
    if (events.length > 0) {
      entry.events = events.map(({ event, of }) => {
        // `of` is the object's index in `put` of the same line, which avoids storing the object twice.
        const { object: _object, ...rest } = event;
        return { ...rest, of, deliver };
      });
    }
    if (answer !== null) {
      const { body, ...rest } = answer;
      // Most responses are an object of the same commit. A reference to it keeps the journal small.
      const of = puts.findIndex(([, object]) => object === body);
      entry.answer = of === -1 ? { ...rest, body } : { ...rest, of };
    }
    this.journal.append(entry);
    for (const [kind, object] of puts) this.#set(kind, object);
    for (const { event } of events) this.#addEvent(event, deliver);
    if (answer !== null) this.answers.set(answer.key, answer);
    if (deliver && events.length > 0) this.onEvents(events.map(({ event }) => event.id));
  }

  #set(kind: Kind, object: Stored): void {
    (this.tables[kind] as unknown as Table<Stored>).set(object);
    if (kind !== 'setting') return;
    const { id, value } = object as StoredSetting;
    if (id === 'webhook_url') this.webhookUrl = value === null ? null : String(value);
    else this.clock.shiftTo(Number(value));
  }

  #addEvent(event: StoredEvent, deliver: boolean): void {
    this.events.set(event.id, event);
    this.eventOrder.push(event.id);
    const ofType = this.eventsByType.get(event.type);
    if (ofType === undefined) this.eventsByType.set(event.type, [event.id]);
    else ofType.push(event.id);
    if (deliver) this.undelivered.add(event.id);
  }
}

/** Unit of work. Reads see its own writes, and all writes are committed atomically. */
export class Tx {
  readonly #store: Store;
  readonly #request: StoredEvent['request'];
  readonly #puts: [Kind, Stored][] = [];
  readonly #events: { event: StoredEvent; of: number }[] = [];

  constructor(store: Store, request: StoredEvent['request']) {
    this.#store = store;
    this.#request = request;
  }

  /** Seconds by the stand-in's clock. */
  get now(): number {
    return this.#store.clock.now();
  }

  get<K extends Kind>(kind: K, id: string | null): Tables[K] | undefined {
    if (id === null) return undefined;
    for (let i = this.#puts.length - 1; i >= 0; i--) {
      const put = this.#puts[i];
      if (put !== undefined && put[0] === kind && put[1].id === id) return put[1] as Tables[K];
    }
    return this.#store.tables[kind].byId.get(id);
  }

  /** Returns the objects under an index key in order of creation, including those of this unit of work. */
  where<K extends Kind>(kind: K, index: string, key: string): Tables[K][] {
    const table = this.#store.tables[kind] as unknown as Table<Tables[K]>;
    const ids = new Set(table.ids(index, key));
    for (const [of, object] of this.#puts) if (of === kind) ids.add(object.id);
    return [...ids].flatMap((id) => {
      const object = this.get(kind, id);
      return object === undefined || table.keyOf(index, object) !== key ? [] : object;
    });
  }

  /** Writes an object and returns it. Objects must never be changed in place. */
  put<K extends Kind>(kind: K, object: Tables[K]): Tables[K] {
    this.#puts.push([kind, object]);
    return object;
  }

  /** Records an event about an object of this unit of work. Throws if the object was not put in it. */
  emit(type: string, object: Stored, more: { previous?: Record<string, unknown>; account?: string } = {}): void {
    const of = this.#puts.findIndex(([, put]) => put === object);
    if (of === -1) throw new Error(`${type}: the object was not put in this unit of work.`);
    this.#events.push({
      of,
      event: {
        id: createId('evt'),
        type,
        created: this.now,
        object,
        previous: more.previous ?? null,
        request: this.#request,
        account: more.account ?? null,
      },
    });
  }

  /** Commits all changes, together with the response for an idempotency key. */
  commit(answer: StoredAnswer | null = null): void {
    this.#store.apply(this.#puts, this.#events, answer);
  }
}
