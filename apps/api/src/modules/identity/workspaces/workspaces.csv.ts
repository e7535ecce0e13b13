import { toCsv, type CsvFormat } from '@marquee/money';
import { ACTION_TOPICS, describeAction, describeActor } from '@marquee/contracts';
import type { ExportedAction } from './actions.service.ts';

/** Formats the log of a workspace as CSV, one row per action. Times are in UTC. */
export const formatActionsCsv = (actions: readonly ExportedAction[], format: CsvFormat): string =>
  toCsv(
    [
      ['time_utc', 'actor', 'topic', 'action'],
      ...actions.map(({ at, memberName, topic, about, ...action }) => [
        at.toISOString(),
        describeActor({ memberName, topic }),
        ACTION_TOPICS[topic],
        describeAction(action, about),
      ]),
    ],
    format,
  );
