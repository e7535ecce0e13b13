import type Stripe from 'stripe';
import { Clock } from './clock.ts';
import { toIdOrNull, createId } from './ids.ts';
import { NULL_JOURNAL } from './journal.ts';
import type { Journal } from './journal.ts';

/** Stored event. `object` is the state of the object when the event occurred. */
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
/** Onboarding link, which can be opened once. Opening it sets `session`. */
export interface StoredLink {
  id: string;
  account: string;
  refresh_url: string;
  return_url: string;
  expires_at: number;
  session: string | null;
}
/** Open 3-D Secure challenge of a payment intent or a setup intent. */
interface StoredChallenge {
  id: string;
  intent: string;
  payment_method: string;
  return_url: string | null;
}
/** Test card that belongs to a payment method. The card number is never stored. */
interface StoredCard {
  id: string;
  card: string;
  /** True if the card was set up for payments without its holder. */
  set_up: boolean;
  /** True if the payment method was detached from its customer. It can then no longer be used. */
  detached: boolean;
}
/** Connected account that a payout belongs to. Stripe's payout object does not contain it. */
interface StoredPayoutOwner {
  id: string;
  account: string;
}
/** Setting from the control API, which survives restarts. */
interface StoredSetting {
  id: 'webhook_url' | 'clock_offset_ms';
  value: string | number | null;
}

export interface Tables {
  account: Stripe.Account;
  balance_transaction: Stripe.BalanceTransaction;
  charge: Stripe.Charge;
  customer: Stripe.Customer | Stripe.DeletedCustomer;
  dispute: Stripe.Dispute;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  payout: Stripe.Payout;
  payout_owner: StoredPayoutOwner;
  refund: Stripe.Refund;
  setup_intent: Stripe.SetupIntent;
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
  /** Digest of the request (see `digestRequest`). */
  request: string;
  status: number;
  body: unknown;
  /** Time of the stand-in's clock in seconds. */
  at: number;
  requestId: string;
}

interface Entry {
  at: number;
  wall: string;
  put?: [Kind, Stored][];
  events?: (Omit<StoredEvent, 'object'> & { of: number; deliver: boolean })[];
  answer?: Omit<StoredAnswer, 'body'> & { of?: number; body?: unknown };
  /** IDs of events whose delivery has ended, by outcome. */
  delivered?: string[];
  dropped?: string[];
}

/**
 * Indexes of each table. A function returns the key of an object in the index, or null if the index does not contain
 * the object.
 */
const INDEXES: { [K in Kind]?: Record<string, (object: Tables[K]) => string | null> } = {
  balance_transaction: { source: (txn) => toIdOrNull(txn.source), type: (txn) => txn.type },
  charge: { payment_intent: (ch) => toIdOrNull(ch.payment_intent), transfer_group: (ch) => ch.transfer_group },
  dispute: { charge: (d) => toIdOrNull(d.charge), payment_intent: (d) => toIdOrNull(d.payment_intent) },
  payment_intent: { open: (pi) => (pi.status === 'requires_capture' ? 'yes' : null) },
  payment_method: { customer: (pm) => toIdOrNull(pm.customer) },
  payout_owner: { account: (owner) => owner.account },
  refund: { charge: (re) => toIdOrNull(re.charge), payment_intent: (re) => toIdOrNull(re.payment_intent) },
  transfer: {
    destination: (tr) => toIdOrNull(tr.destination),
    source_transaction: (tr) => toIdOrNull(tr.source_transaction),
    transfer_group: (tr) => tr.transfer_group,
  },
  transfer_reversal: { transfer: (trr) => toIdOrNull(trr.transfer) },
};

/** Table with all objects of one kind, which can be found by ID and through indexes. */
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

  /** Returns the IDs of the objects with this key in an index, in order of creation. */
  ids(index: string, key: string): string[] {
    return [...(this.#indexes.get(index)?.get(key) ?? [])];
  }

  /** Returns the key of an object in an index, or null if the index does not contain it. */
  keyOf(index: string, object: T): string | null {
    return this.#keys[index]?.(object) ?? null;
  }

  /** Returns the objects with this key in an index, in order of creation. */
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
    customer: table('customer'),
    dispute: table('dispute'),
    payment_intent: table('payment_intent'),
    payment_method: table('payment_method'),
    payout: table('payout'),
    payout_owner: table('payout_owner'),
    refund: table('refund'),
    setting: table('setting'),
    setup_intent: table('setup_intent'),
    transfer: table('transfer'),
    transfer_reversal: table('transfer_reversal'),
  };
}

/** All data of the stand-in, in memory. It can be rebuilt from the journal. */
export class Store {
  readonly clock = new Clock();
  tables = newTables();
  events = new Map<string, StoredEvent>();
  eventOrder: string[] = [];
  eventsByType = new Map<string, string[]>();
  /** Events that the webhook has not accepted yet, oldest first. */
  undelivered = new Set<string>();
  answers = new Map<string, StoredAnswer>();
  /** Address of the webhook, or null. As in Stripe, events that occur while it is null are never delivered. */
  webhookUrl: string | null = null;
  /** Called after each commit with the IDs of the new events, which the webhook must receive. */
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

  /** Records that the deliveries of these events have ended, so that a restart does not repeat them. */
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

  /** Writes a commit to the journal and then applies it to the data in memory. */
  apply(puts: [Kind, Stored][], events: { event: StoredEvent; of: number }[], answer: StoredAnswer | null): void {
    if (puts.length === 0 && answer === null) return;
    const deliver = this.webhookUrl !== null;
    const entry: Entry = { at: this.clock.now(), wall: new Date().toISOString() };
    if (puts.length > 0) entry.put = puts;
    if (events.length > 0) {
      entry.events = events.map(({ event, of }) => {
        // `of` is the position of the event's object in the `put` list of the same journal line, so that the line
        // does not contain the object twice.
        const { object: _object, ...rest } = event;
        return { ...rest, of, deliver };
      });
    }
    if (answer !== null) {
      const { body, ...rest } = answer;
      // The response usually is an object of the same commit. Storing only a reference to it keeps the journal
      // small.
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

/** Unit of work. Its reads see its own writes, and all its writes are committed atomically. */
export class Tx {
  readonly #store: Store;
  readonly #request: StoredEvent['request'];
  readonly #puts: [Kind, Stored][] = [];
  readonly #events: { event: StoredEvent; of: number }[] = [];

  constructor(store: Store, request: StoredEvent['request']) {
    this.#store = store;
    this.#request = request;
  }

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

  /**
   * Returns the objects with this key in an index, in order of creation, including those written by this unit of
   * work.
   */
  where<K extends Kind>(kind: K, index: string, key: string): Tables[K][] {
    const table = this.#store.tables[kind] as unknown as Table<Tables[K]>;
    const ids = new Set(table.ids(index, key));
    for (const [of, object] of this.#puts) if (of === kind) ids.add(object.id);
    return [...ids].flatMap((id) => {
      const object = this.get(kind, id);
      return object === undefined || table.keyOf(index, object) !== key ? [] : object;
    });
  }

  /** Writes an object and returns it. Callers must not modify the object afterwards. */
  put<K extends Kind>(kind: K, object: Tables[K]): Tables[K] {
    this.#puts.push([kind, object]);
    return object;
  }

  /** Records an event about an object that this unit of work has written. Throws if it has not written the object. */
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

  /** Commits all changes atomically, together with the response to store under an idempotency key. */
  commit(answer: StoredAnswer | null = null): void {
    this.#store.apply(this.#puts, this.#events, answer);
  }
}
