import { z } from './zod.ts';
import { creatorSearch } from './discovery.ts';
import { LIMITS } from './limits.ts';
import { linkToken } from './report.ts';
import { cursor, id, line, reference, text } from './text.ts';

/** What can be saved: a creator, or one package. */
export const SAVED_KINDS = ['creator', 'package'] as const;
export type SavedKind = (typeof SAVED_KINDS)[number];

/** The list that everything is saved to first. */
export const FIRST_LIST = 'Saved';

const name = line('The name', LIMITS.listName, 'Please name the list').transform((value) => value.trim());
const kind = z.enum(SAVED_KINDS, { error: 'Only creators and services can be saved' });

/** `listId`: one of the caller's; without it, the first one. */
export const saveForm = z.strictObject({ kind, id, listId: id.optional() });
export type SaveForm = z.infer<typeof saveForm>;

export const unsaveForm = z.strictObject({ kind, id, listId: id });
export type UnsaveForm = z.infer<typeof unsaveForm>;

/** Ids of creators and packages. */
export const marksAsked = z.strictObject({
  ids: z
    .array(id, { error: 'What is asked about must be a list of ids' })
    .max(LIMITS.savedMarks, 'These are too many ids'),
});

export const listForm = z.strictObject({ name });
export const listNamed = z.strictObject({ id, name });
export const listShared = z.strictObject({
  id,
  isShared: z.boolean({ error: 'Say whether the list is shared' }),
  showsNotes: z.boolean({ error: 'Say whether notes are shown' }),
});
export type ListShared = z.infer<typeof listShared>;

/** A page of one of the caller’s lists. */
export const entriesShown = z.object({ listId: id, cursor });
export const sharedShown = z.object({ token: reference(100, 'A list is named by its link'), cursor });

const isMailed = z.boolean({ error: 'Say whether new matches are mailed' });

/** A search to come back to; where its list begins is no part of it. */
export const searchForm = z.strictObject({
  name: line('The name', LIMITS.listName, 'Please name the search').transform((value) => value.trim()),
  search: creatorSearch.omit({ cursor: true }),
  /** Whether its owner is mailed what is new, at most once a day. */
  isMailed: isMailed.default(false),
});
export type SearchForm = z.infer<typeof searchForm>;

export const searchMailed = z.strictObject({ id, isMailed });
export type SearchMailed = z.infer<typeof searchMailed>;

/** The token of a mail's link. */
export const unsubscribeAsked = z.strictObject({ token: linkToken });

export const entryNote = z.strictObject({ id, note: text('The note', LIMITS.savedNote) });
export const entryMoved = z.strictObject({ id, listId: id });
