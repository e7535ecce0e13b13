import type { Store, StoredEvent } from './store.ts';

/** API version that the stand-in implements and that the SDK uses. Events are in the format of this version. */
export const API_VERSION = '2026-10-28.endive';

export function toEventObject(store: Store, event: StoredEvent): { id: string; created: number; type: string } {
  return {
    id: event.id,
    object: 'event',
    ...(event.account === null ? {} : { account: event.account }),
    api_version: API_VERSION,
    created: event.created,
    data: { object: event.object, ...(event.previous === null ? {} : { previous_attributes: event.previous }) },
    livemode: false,
    pending_webhooks: store.undelivered.has(event.id) ? 1 : 0,
    request: event.request,
    type: event.type,
  } as { id: string; created: number; type: string };
}
