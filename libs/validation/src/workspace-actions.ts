/** Validates the filters of a workspace's log. */
import { ACTION_TOPICS, type ActionTopic } from '@marquee/contracts';
import { documentFilter } from './documents.ts';
import { cursorField, personIdField } from './fields.ts';
import { z } from './zod.ts';

/** Filters for the log. `from` and `to` are days in the workspace's time zone, both inclusive. */
export const actionFilter = documentFilter.pick({ from: true, to: true }).extend({
  memberId: personIdField.optional(),
  topic: z.enum(Object.keys(ACTION_TOPICS) as ActionTopic[]).optional(),
});
export type ActionFilter = z.infer<typeof actionFilter>;

export const workspaceActionsInput = actionFilter.extend({ cursor: cursorField });
