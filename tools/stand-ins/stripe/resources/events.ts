import { getPathId } from '../protocol/call.ts';
import type { Call, Route } from '../protocol/call.ts';
import { createParameterError, createMissingError } from '../protocol/errors.ts';
import { toEventObject } from '../store/event.ts';
import { answerList, listParams } from '../protocol/lists.ts';
import { list, noParams, parseParams, range, shape, text, unsupported } from '../protocol/params.ts';

const EVENT_RETENTION_SECONDS = 30 * 24 * 3600;

function retrieve(call: Call): unknown {
  parseParams(noParams, call.params);
  const event = call.store.events.get(getPathId(call));
  if (event === undefined) throw createMissingError('event', getPathId(call).slice(0, 100), 'id', true);
  return toEventObject(call.store, event);
}

const listEventsParams = shape({
  ...listParams,
  created: range,
  type: text(),
  types: list(text(), 20),
  delivery_success: unsupported,
});

function listEvents(call: Call): unknown {
  const { store } = call;
  const params = parseParams(listEventsParams, call.params);
  const { type, types } = params;
  if (type !== undefined && types !== undefined) {
    throw createParameterError('You may only specify one of these parameters: type, types.', 'type');
  }
  const only = type ?? (types?.length === 1 ? types[0] : undefined);
  const oldest = store.clock.now() - EVENT_RETENTION_SECONDS;
  return answerList({
    call,
    params,
    url: '/v1/events',
    kind: 'event',
    // A pattern such as `charge.*` requires scanning all events. A plain type has its own list of IDs.
    ids: only === undefined || only.includes('*') ? store.eventOrder : (store.eventsByType.get(only) ?? []),
    get: (id) => store.events.get(id),
    keep: (event) => event.created >= oldest && matchesEventType(event.type, type === undefined ? types : [type]),
    show: (event) => toEventObject(store, event),
  });
}

function matchesEventType(type: string, types: string[] | undefined): boolean {
  if (types === undefined) return true;
  return types.some(
    (want) => want === '*' || want === type || (want.endsWith('.*') && type.startsWith(want.slice(0, -1))),
  );
}

export const eventRoutes: Route[] = [
  { method: 'GET', path: '/v1/events', kind: 'event', list: true, run: listEvents },
  { method: 'GET', path: '/v1/events/:id', kind: 'event', run: retrieve },
];
