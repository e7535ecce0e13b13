import { z } from './zod.ts';
import { creatorSearch } from './discovery.ts';
import { LIMITS } from './limits.ts';
import { linkToken } from './report.ts';
import { cursorField, idField, singleLineField, referenceField, textField } from './fields.ts';

export const SAVED_KINDS = ['creator', 'package'] as const;
export type SavedKind = (typeof SAVED_KINDS)[number];

/** The name of the list that every user starts with. */
export const DEFAULT_LIST_NAME = 'Saved';

const listNameField = singleLineField('The name', LIMITS.listName, 'Please name the list').transform((value) =>
  value.trim(),
);
const savedKindField = z.enum(SAVED_KINDS, { error: 'Only creators and services can be saved' });

/** Saves a creator or package to one of the caller's lists, by default to the first one. */
export const saveItemInput = z.strictObject({ kind: savedKindField, id: idField, listId: idField.optional() });
export type SaveItemInput = z.infer<typeof saveItemInput>;

export const unsaveItemInput = z.strictObject({ kind: savedKindField, id: idField, listId: idField });
export type UnsaveItemInput = z.infer<typeof unsaveItemInput>;

/** A request that asks which of these creators and packages the user has saved. */
export const savedMarksInput = z.strictObject({
  ids: z
    .array(idField, { error: 'The input must be a list of IDs' })
    .max(LIMITS.savedMarks, 'The list has too many IDs'),
});

export const newListInput = z.strictObject({ name: listNameField });
export const renameListInput = z.strictObject({ id: idField, name: listNameField });
export const listSharing = z.strictObject({
  id: idField,
  isShared: z.boolean({ error: 'isShared must be true or false' }),
  showsNotes: z.boolean({ error: 'showsNotes must be true or false' }),
});
export type ListSharing = z.infer<typeof listSharing>;

export const savedItemsInput = z.object({ listId: idField, cursor: cursorField });
export const sharedListInput = z.object({
  token: referenceField(100, 'The link to the list is missing'),
  cursor: cursorField,
});

const isMailedField = z.boolean({ error: 'isMailed must be true or false' });

/** A search to save. The position in the results is not saved. */
export const savedSearchInput = z.strictObject({
  name: singleLineField('The name', LIMITS.listName, 'Please name the search').transform((value) => value.trim()),
  search: creatorSearch.omit({ cursor: true }),
  /** True if the user wants emails about new results, at most one per day. */
  isMailed: isMailedField.default(false),
});
export type SavedSearchInput = z.infer<typeof savedSearchInput>;

export const savedSearchEmail = z.strictObject({ id: idField, isMailed: isMailedField });
export type SavedSearchEmail = z.infer<typeof savedSearchEmail>;

/** The token of an emailed unsubscribe link. */
export const unsubscribeInput = z.strictObject({ token: linkToken });

export const savedItemNote = z.strictObject({ id: idField, note: textField('The note', LIMITS.savedNote) });
export const savedItemMove = z.strictObject({ id: idField, listId: idField });
