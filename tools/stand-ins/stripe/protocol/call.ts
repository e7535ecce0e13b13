import type { FormHash } from './form.ts';
import type { Kind, Store, Tx } from '../store/store.ts';

export interface Call {
  store: Store;
  tx: Tx;
  /** Parameters of the request except `expand` and the publishable key. */
  params: FormHash;
  /** Values of the `:id` segments of the path. */
  ids: string[];
  /** True if a browser made the call with the publishable key. */
  publishable: boolean;
  /** Address at which browsers reach the stand-in. */
  publicUrl: string;
  platformCountry: string;
  /** Connected account on whose behalf the platform makes the call, or null for the platform itself. */
  account: string | null;
}

/** An endpoint, such as `POST /v1/payment_intents/:id/capture`. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** Kind of object in the response, which determines the fields that `expand` may name. */
  kind: Kind | 'balance' | 'event' | 'login_link' | 'account_link_answer' | 'deleted';
  list?: boolean;
  /** True if calls with the publishable key are allowed. */
  browser?: boolean;
  /** True if the `Stripe-Account` header is allowed. */
  ofAccount?: boolean;
  run(call: Call): unknown;
}

/** Returns the value of the n-th `:id` segment in the path, counted from 0. */
export function getPathId(call: Call, n = 0): string {
  return call.ids[n] ?? '';
}
