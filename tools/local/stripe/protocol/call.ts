import type { FormHash } from './form.ts';
import type { Kind, Store, Tx } from '../store/store.ts';

export interface Call {
  store: Store;
  tx: Tx;
  /** Parameters without `expand` and without the publishable key. */
  params: FormHash;
  /** Values of the `:id` segments in the path. */
  ids: string[];
  /** True if the caller is a browser with the publishable key. */
  publishable: boolean;
  /** Address of the stand-in for browsers. */
  publicUrl: string;
  platformCountry: string;
  /** Connected account that the platform acts for. */
  account: string | null;
}

/** An endpoint, such as `POST /v1/payment_intents/:id/capture`. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** Kind of object in the response, which determines the fields that can be expanded. */
  kind: Kind | 'balance' | 'event' | 'login_link' | 'account_link_answer' | 'deleted';
  list?: boolean;
  /** True if the publishable key may call it. */
  browser?: boolean;
  /** True if it accepts the `Stripe-Account` header. */
  ofAccount?: boolean;
  run(call: Call): unknown;
}

/** Returns the n-th ID in the path, counted from 0. */
export function getPathId(call: Call, n = 0): string {
  return call.ids[n] ?? '';
}
