import type { FormHash } from './form.ts';
import type { Kind, Store, Tx } from '../store/store.ts';

/** One API request, as endpoints see it. */
export interface Call {
  store: Store;
  tx: Tx;
  /** Parameters, without `expand` and without the publishable key. */
  params: FormHash;
  /** What stood in the path's `:id` places. */
  ids: string[];
  /** True when the caller is a browser with the publishable key. */
  publishable: boolean;
  /** The stand-in's address as a browser reaches it. */
  publicUrl: string;
  /** The country of the platform whose key this is. */
  platformCountry: string;
  /** The connected account that the platform acts for. */
  account: string | null;
}

/** One endpoint: `POST /v1/payment_intents/:id/capture` and what it does. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** What it answers with: decides what may be expanded. */
  kind: Kind | 'balance' | 'event' | 'login_link' | 'account_link_answer' | 'deleted';
  list?: boolean;
  /** May be called with the publishable key. */
  browser?: boolean;
  /** Is asked for a connected account (`Stripe-Account`). */
  ofAccount?: boolean;
  run(call: Call): unknown;
}

/** The n-th id of the path. */
export function getPathId(call: Call, n = 0): string {
  return call.ids[n] ?? '';
}
