/** Manages saved lists of creators and packages, and saved searches. Users may share a list via a secret link. */
import type { WorkspaceId } from '@marquee/contracts';
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import { randomBytes } from 'node:crypto';
import { toCents, computeQuote } from '@marquee/money';
import type { ListSharing, SaveItemInput, SavedSearchInput, UnsaveItemInput } from '@marquee/validation';
import type { Transaction } from 'kysely';
import { changeVisibility } from '../../../core/admin-actions.ts';
import { Failure, type FailureCode } from '../../../core/failures.ts';
import { runIdempotently } from '../../../core/idempotency.ts';
import { parseCursor, toPage } from '../../../core/paging.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Database } from '../../../db/schema.ts';
import { getAvailabilityByIds } from '../availability/availability.service.ts';
import { getNewestArrival } from '../discovery/discovery.service.ts';
import { getOperatorTerms } from '../../money/operator-terms/operator-terms.service.ts';
import {
  deleteSavedItem,
  deleteSavedList,
  deleteSavedItemBySubject,
  deleteSavedSearch,
  findSharedList,
  lockSavedListForStaff,
  findSavableSubject,
  insertSavedItem,
  insertFirstSavedList,
  insertSavedList,
  insertSavedSearch,
  listSavedItems,
  listSavedLists,
  listSavedMarks,
  listSavedSearches,
  lockSavedItem,
  lockFirstSavedList,
  lockSavedList,
  updateSavedItem,
  updateSavedList,
} from './saved-items.sql.ts';

/** The failures that correspond to the database constraints on saved lists and searches. */
const FAILURES_BY_CONSTRAINT: Partial<Record<string, FailureCode>> = {
  saved_lists_limit: 'SAVED_LISTS_FULL',
  saved_entries_limit: 'SAVED_LIST_FULL',
  saved_list_name: 'SAVED_LIST_NAME_TAKEN',
  saved_searches_limit: 'SAVED_SEARCHES_FULL',
  saved_search_once: 'SAVED_SEARCH_THERE',
  saved_item_creator: 'SAVED_ENTRY_THERE',
  saved_item_package: 'SAVED_ENTRY_THERE',
};

/** Returns a function that applies the caller's rate limit for saving. */
const createSavingLimit = (deps: Deps, actor: Actor) => () => enforceRateLimit(deps, 'saving', actor.id);

/** Applies the caller's rate limit, then runs `make` in a transaction. */
async function runLimitedChange<T>(deps: Deps, actor: Actor, make: (tx: UnitOfWork) => Promise<T>): Promise<T> {
  await createSavingLimit(deps, actor)();
  return withNamedFailures(() => inTransaction(deps, make));
}

/** Runs `make` and converts violated database constraints to failures. */
async function withNamedFailures<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    const failure = FAILURES_BY_CONSTRAINT[(error as { constraint?: string }).constraint ?? ''];
    throw failure === undefined ? error : new Failure(failure);
  }
}

/** Locks the caller's list. Throws SAVED_LIST_NOT_FOUND, also for another user's list. */
async function lockOwnList(actor: Actor, db: Transaction<Database>, id: string) {
  const list = await lockSavedList(db, { id, workspaceId: actor.workspaceId });
  if (!list) throw new Failure('SAVED_LIST_NOT_FOUND');
  return list;
}

async function lockOrCreateFirstList(deps: Deps, actor: Actor, db: Transaction<Database>) {
  const firstList = await lockFirstSavedList(db, actor.workspaceId);
  if (firstList) return firstList;
  await insertFirstSavedList(db, actor.workspaceId, deps.now());
  const newList = await lockFirstSavedList(db, actor.workspaceId);
  // The default list could not be inserted because the user has the maximum number of lists.
  if (!newList) throw new Failure('SAVED_LISTS_FULL');
  return newList;
}

export const listOwnLists = (deps: Deps, actor: Actor) => listSavedLists(deps.db, actor.workspaceId);

/**
 * Returns, for each of these creators and packages, the ids of the caller's lists that contain it. Leaves out
 * creators and packages that the caller has not saved.
 */
export async function getSavedListIdsBySubject(deps: Deps, actor: Actor, ids: readonly string[]) {
  const marks = new Map<string, string[]>();
  for (const { id, listId } of await listSavedMarks(deps.db, actor.workspaceId, ids))
    marks.set(id, [...(marks.get(id) ?? []), listId]);
  return [...marks].map(([id, listIds]) => ({ id, listIds }));
}

/**
 * Saves a creator or package to one of the caller's lists, with its current price. Does nothing if the list already
 * contains it. Returns the list and the ids of all lists that contain it. Throws SAVED_SUBJECT_GONE,
 * SAVED_LIST_NOT_FOUND, SAVED_LIST_FULL, SAVED_LISTS_FULL or TOO_MANY_REQUESTS.
 */
export function saveItem(deps: Deps, actor: Actor, { kind, id, listId }: SaveItemInput) {
  return runLimitedChange(deps, actor, async (tx) => {
    const list =
      listId === undefined ? await lockOrCreateFirstList(deps, actor, tx.db) : await lockOwnList(actor, tx.db, listId);
    const subject = await findSavableSubject(tx.db, kind, id);
    if (!subject) throw new Failure('SAVED_SUBJECT_GONE');
    const isThere = (await listSavedMarks(tx.db, actor.workspaceId, [id])).some((mark) => mark.listId === list.id);
    if (!isThere)
      await insertSavedItem(tx.db, {
        ...subject,
        kind,
        listId: list.id,
        workspaceId: actor.workspaceId,
        savedAt: deps.now(),
      });
    const listIds = (await listSavedMarks(tx.db, actor.workspaceId, [id])).map((mark) => mark.listId);
    return { listName: list.name, listIds };
  });
}

/**
 * Removes a creator or package from a list. Returns the ids of the lists that still contain it. Throws
 * TOO_MANY_REQUESTS.
 */
export function unsaveItem(deps: Deps, actor: Actor, { kind, id, listId }: UnsaveItemInput) {
  return runLimitedChange(deps, actor, async (tx) => {
    await deleteSavedItemBySubject(tx.db, { listId, workspaceId: actor.workspaceId, kind, id });
    return { listIds: (await listSavedMarks(tx.db, actor.workspaceId, [id])).map((mark) => mark.listId) };
  });
}

/** Creates a list. Throws SAVED_LISTS_FULL, SAVED_LIST_NAME_TAKEN or TOO_MANY_REQUESTS. */
export const createSavedList = (deps: Deps, actor: Actor, { name }: { name: string }) =>
  withNamedFailures(() =>
    runIdempotently(
      deps,
      actor,
      { name: 'savedItems.createList', limit: createSavingLimit(deps, actor) },
      name,
      async (tx) => {
        // A user without any lists also gets the default list.
        await lockOrCreateFirstList(deps, actor, tx.db);
        return insertSavedList(tx.db, {
          workspaceId: actor.workspaceId,
          name,
          isFirst: false,
          token: null,
          createdAt: deps.now(),
        });
      },
    ),
  );

export const renameSavedList = (deps: Deps, actor: Actor, { id, name }: { id: string; name: string }) =>
  runLimitedChange(deps, actor, async (tx) =>
    updateSavedList(tx.db, (await lockOwnList(actor, tx.db, id)).id, { name }),
  ).then(() => listOwnLists(deps, actor));

/**
 * Deletes a list with its items. Throws SAVED_LIST_NOT_FOUND, SAVED_LIST_STAYS (the default list) or
 * TOO_MANY_REQUESTS.
 */
export const removeSavedList = (deps: Deps, actor: Actor, id: string) =>
  runLimitedChange(deps, actor, async (tx) => {
    const list = await lockOwnList(actor, tx.db, id);
    if (list.isFirst) throw new Failure('SAVED_LIST_STAYS');
    await deleteSavedList(tx.db, list.id);
  }).then(() => listOwnLists(deps, actor));

/**
 * Shares a list via a secret link (128 random bits), or stops sharing it. Sharing it again later creates a new link.
 * Returns the caller's lists. Throws SAVED_LIST_NOT_FOUND or TOO_MANY_REQUESTS.
 */
export const shareSavedList = (deps: Deps, actor: Actor, { id, isShared, showsNotes }: ListSharing) =>
  runLimitedChange(deps, actor, async (tx) => {
    const list = await lockOwnList(actor, tx.db, id);
    const token = isShared ? (list.token ?? randomBytes(16).toString('base64url')) : null;
    await updateSavedList(tx.db, list.id, { token, showsNotes: isShared && showsNotes });
  }).then(() => listOwnLists(deps, actor));

/**
 * Hides a shared list from everyone except its owner, or allows sharing it again. Throws ADMIN_SUBJECT_NOT_FOUND or
 * ADMIN_ACTION_STALE.
 */
export async function moderateSavedList(
  db: Transaction<Database>,
  deps: Pick<Deps, 'now'>,
  actor: Actor,
  { id, reason }: { id: string; reason: string },
  action: 'list.hidden' | 'list.shown',
): Promise<void> {
  const savedList = await lockSavedListForStaff(db, id);
  if (!savedList) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
  const subject = { kind: 'list', id, label: savedList.name, hiddenAt: savedList.hiddenAt } as const;
  await changeVisibility(db, deps, actor, subject, { action, reason }, (change) => updateSavedList(db, id, change));
}

/** Lists the items of one of the caller's lists, latest first. Returns no items for another user's list. */
export const getSavedItemsPage = async (
  deps: Deps,
  actor: Actor,
  input: { listId: string; cursor?: string | undefined },
) => readListPage(deps, { listId: input.listId, workspaceId: actor.workspaceId }, input.cursor);

async function readListPage(
  deps: Deps,
  where: { listId: string; workspaceId: WorkspaceId },
  cursor: string | undefined,
) {
  const { feeBps } = await getOperatorTerms(deps);
  const total = (priceCents: number | null) =>
    priceCents === null ? null : computeQuote(toCents(priceCents), feeBps).totalCents;
  const { items, nextCursor } = toPage(await listSavedItems(deps.db, where, parseCursor(cursor)), (row) => row.savedAt);
  const availability = await getAvailabilityByIds(
    deps,
    items.map(({ creatorId }) => creatorId),
  );
  return {
    items: items.map(({ priceCents, savedPriceCents, isThere, ...entry }) => ({
      ...entry,
      availability: isThere ? (availability.get(entry.creatorId) ?? null) : null,
      state: !isThere ? ('gone' as const) : priceCents === null ? ('not for sale' as const) : ('there' as const),
      /**
       * The item's current total. `savedTotalCents` is the total for the price at the time of saving. Both include
       * the current fee.
       */
      totalCents: isThere ? total(priceCents) : null,
      savedTotalCents: total(savedPriceCents),
    })),
    nextCursor,
  };
}

/**
 * Returns a page of a shared list: its items, its owner, and the notes if the owner shares them. Returns null if the
 * list does not exist or is not shared.
 */
export async function getSharedList(
  deps: Deps,
  viewer: Actor | null,
  input: { token: string; cursor?: string | undefined },
) {
  const list = await findSharedList(deps.db, input.token);
  if (!list) return null;
  const { items, nextCursor } = await readListPage(
    deps,
    { listId: list.id, workspaceId: list.workspaceId },
    input.cursor,
  );
  return {
    /** Needed for reporting the list. */
    id: list.id,
    isOwn: list.workspaceId === viewer?.workspaceId,
    name: list.name,
    ownerName: list.ownerName,
    nextCursor,
    items: items.map(
      ({ id, kind, state, creatorId, packageId, deliveryDays, pricesVary, totalCents, note, ...entry }) => ({
        id,
        kind,
        state,
        creatorId,
        packageId,
        deliveryDays,
        pricesVary,
        totalCents,
        // If a creator's account is not open, only the list's owner sees the name.
        ...(state === 'gone' ? NO_NAMES : pickNames(entry)),
        note: list.showsNotes ? note : '',
      }),
    ),
  };
}

const NO_NAMES = { username: '', fullName: '', location: '', profileImageUrl: null, packageName: null };
const pickNames = ({ username, fullName, location, profileImageUrl, packageName }: NamedSavedItem) => ({
  username,
  fullName,
  location,
  profileImageUrl,
  packageName,
});
type NamedSavedItem = Pick<Awaited<ReturnType<typeof listSavedItems>>[number], keyof typeof NO_NAMES>;

/** Locks an item in one of the caller's lists. Throws SAVED_ENTRY_NOT_FOUND. */
async function lockOwnSavedItem(actor: Actor, db: Transaction<Database>, id: string) {
  const entry = await lockSavedItem(db, { id, workspaceId: actor.workspaceId });
  if (!entry) throw new Failure('SAVED_ENTRY_NOT_FOUND');
  return entry;
}

/** Sets an item's note. An empty note removes it. Throws SAVED_ENTRY_NOT_FOUND or TOO_MANY_REQUESTS. */
export const saveItemNote = (deps: Deps, actor: Actor, { id, note }: { id: string; note: string }) =>
  runLimitedChange(deps, actor, async (tx) => {
    await updateSavedItem(tx.db, (await lockOwnSavedItem(actor, tx.db, id)).id, { note: note.trim() });
  });

/**
 * Moves an item with its note to another list of the caller. Throws SAVED_ENTRY_NOT_FOUND, SAVED_LIST_NOT_FOUND,
 * SAVED_ENTRY_THERE, SAVED_LIST_FULL or TOO_MANY_REQUESTS.
 */
export const moveSavedItem = (deps: Deps, actor: Actor, { id, listId }: { id: string; listId: string }) =>
  runLimitedChange(deps, actor, async (tx) => {
    const list = await lockOwnList(actor, tx.db, listId);
    await updateSavedItem(tx.db, (await lockOwnSavedItem(actor, tx.db, id)).id, { listId: list.id });
  });

export const removeSavedItem = (deps: Deps, actor: Actor, id: string) =>
  runLimitedChange(deps, actor, async (tx) => {
    await deleteSavedItem(tx.db, (await lockOwnSavedItem(actor, tx.db, id)).id);
  });

export const listOwnSearches = (deps: Deps, actor: Actor) => listSavedSearches(deps.db, actor.workspaceId);

/**
 * Saves a search under a name. Returns the caller's searches. Throws SAVED_SEARCHES_FULL, SAVED_SEARCH_THERE or
 * TOO_MANY_REQUESTS.
 */
export const saveSearch = (deps: Deps, actor: Actor, { name, search, isMailed }: SavedSearchInput) =>
  withNamedFailures(() =>
    runIdempotently(
      deps,
      actor,
      { name: 'savedItems.saveSearch', limit: createSavingLimit(deps, actor) },
      { name, search, isMailed },
      async (tx) => {
        const seq = await getNewestArrival(tx.db);
        const at = deps.now();
        const savedState = { isMailed, lookedAt: at, savedSeq: seq, seenSeq: seq };
        await insertSavedSearch(tx.db, {
          workspaceId: actor.workspaceId,
          name,
          search: JSON.stringify(search),
          createdAt: at,
          ...savedState,
        });
      },
    ),
  ).then(() => listOwnSearches(deps, actor));

/**
 * Deletes a search of the caller and returns the remaining ones. Does nothing for another user's search. Throws
 * TOO_MANY_REQUESTS.
 */
export const removeSavedSearch = (deps: Deps, actor: Actor, id: string) =>
  runLimitedChange(deps, actor, async (tx) => deleteSavedSearch(tx.db, { id, workspaceId: actor.workspaceId })).then(
    () => listOwnSearches(deps, actor),
  );
