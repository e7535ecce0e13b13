import { toEventObject } from './event.ts';
import { replayJournal } from './journal.ts';
import { KINDS, Store } from './store.ts';
import type { Kind, StoredAnswer, Tables } from './store.ts';
import type Stripe from 'stripe';

/** Everything a journal says, oldest first: the independent record of what happened to money. */
export type JournalContents = { [K in Kind]: Tables[K][] } & {
  event: Stripe.Event[];
  /** Answers remembered under idempotency keys (of the last day, by the stand-in's clock). */
  answers: StoredAnswer[];
  /** Ids of events the webhook has not taken. */
  undelivered: string[];
};

/** Reads the journal in `dir` without touching it; a stand-in may be running on it. */
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
