import { toEventObject } from './event.ts';
import { replayJournal } from './journal.ts';
import { KINDS, Store } from './store.ts';
import type { Kind, StoredAnswer, Tables } from './store.ts';
import type Stripe from 'stripe';

/** Contents of a journal, oldest first. The journal records all money movements independently of our API. */
export type JournalContents = { [K in Kind]: Tables[K][] } & {
  event: Stripe.Event[];
  /** Responses stored under idempotency keys, including expired ones. */
  answers: StoredAnswer[];
  /** IDs of events that the webhook has not accepted. */
  undelivered: string[];
};

/** Reads the journal in `dir` without changing it, even while a stand-in is using it. */
export function readJournal(dir: string): JournalContents {
  const store = new Store();
  replayJournal(dir, (entry) => store.replay(entry));
  const all = Object.fromEntries(KINDS.map((kind) => [kind, [...store.tables[kind].byId.values()]]));
  return {
    ...(all as { [K in Kind]: Tables[K][] }),
    event: store.eventOrder.flatMap((id) => {
      const event = store.events.get(id);
      return event === undefined ? [] : (toEventObject(store, event) as Stripe.Event);
    }),
    answers: [...store.answers.values()],
    undelivered: [...store.undelivered],
  };
}
