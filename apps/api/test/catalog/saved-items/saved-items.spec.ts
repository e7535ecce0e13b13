/** Tests saved items: lists and their limits, shared links, and items that no longer exist, on real PostgreSQL. */
import { DAY_MS, HOUR_MS } from '@marquee/time';
import { LIMITS } from '@marquee/validation';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { describe, expect, it } from 'vitest';
import { newAdmin, newBrand, newCreator, newPackage, newPayableCreator } from '../../../src/demo/builders.ts';
import { mailNewMatches } from '../../../src/modules/catalog/saved-items/search-news.service.ts';
import { useStack } from '../../support/stack.ts';
import { withOldFactor } from '../../support/accounts.ts';

const stack = useStack({}, { mailbox: true });
const refused = (failure: string) => expect.objectContaining({ failure }) as Error;
const saved = (user: SessionUser | null) => stack.as(user).savedItems;

async function seller(priceCents = 20_000) {
  const creator = await newPayableCreator(stack.deps);
  const pack = await newPackage(stack.deps, creator, { priceCents });
  return { creator, pack };
}
const firstOf = async (user: SessionUser) => (await saved(user).lists())[0] as { id: string; count: number };
const entriesOf = async (user: SessionUser) => (await saved(user).list({ listId: (await firstOf(user)).id })).items;

describe('saving an item', () => {
  it('creates a first list automatically and stores each item once', async () => {
    const { creator, pack } = await seller();
    const brand = await newBrand(stack.deps);
    expect(await saved(brand).lists()).toEqual([]);
    // Saves simultaneously, as two tabs would.
    await Promise.all([
      saved(brand).save({ kind: 'creator', id: creator.id }),
      saved(brand).save({ kind: 'creator', id: creator.id }),
      saved(brand).save({ kind: 'package', id: pack.id }),
    ]);
    expect(await saved(brand).lists()).toMatchObject([{ name: 'Saved', isFirst: true, count: 2, token: null }]);
    expect((await entriesOf(brand)).map(({ kind, state }) => `${kind} ${state}`).toSorted()).toEqual([
      'creator there',
      'package there',
    ]);
    const list = await firstOf(brand);
    const other = await newCreator(stack.deps);
    expect(await saved(brand).listIdsByItem({ ids: [creator.id, pack.id, other.id] })).toEqual(
      expect.arrayContaining([
        { id: creator.id, listIds: [list.id] },
        { id: pack.id, listIds: [list.id] },
      ]),
    );
    expect(await saved(brand).listIdsByItem({ ids: [other.id] })).toEqual([]);
    await saved(brand).unsave({ kind: 'creator', id: creator.id, listId: list.id });
    expect(await saved(brand).listIdsByItem({ ids: [creator.id] })).toEqual([]);
  });

  it('is refused for items that are not public', async () => {
    const { creator, pack } = await seller();
    const brand = await newBrand(stack.deps);
    await stack.as(creator).packages.setActive({ id: pack.id, isActive: false });
    await expect(saved(brand).save({ kind: 'package', id: pack.id })).rejects.toEqual(refused('SAVED_SUBJECT_GONE'));
    await expect(saved(brand).save({ kind: 'creator', id: brand.id })).rejects.toEqual(refused('SAVED_SUBJECT_GONE'));
    await expect(saved(null).save({ kind: 'creator', id: creator.id })).rejects.toEqual(refused('SIGNED_OUT'));
    expect(await saved(brand).lists()).toEqual([]);
  });

  it('stores the current price, so that the list can later show both prices and whether the item still exists', async () => {
    const { creator, pack } = await seller();
    const other = await newPackage(stack.deps, creator, { name: 'To be deleted', priceCents: 30_000 });
    const brand = await newBrand(stack.deps);
    for (const id of [pack.id, other.id]) await saved(brand).save({ kind: 'package', id });
    await stack.deps.pool.query('update package set price_cents = 25000 where id = $1', [pack.id]);
    await stack.as(creator).packages.remove({ id: other.id });
    const now = await entriesOf(brand);
    expect(now.find((entry) => entry.packageId === pack.id)).toMatchObject({
      state: 'there',
      savedTotalCents: 23_000,
      totalCents: 28_750,
    });
    expect(now.find((entry) => entry.packageId === null)).toMatchObject({
      state: 'not for sale',
      packageName: 'To be deleted',
      totalCents: null,
    });
    const staff = await newAdmin(stack.deps);
    await stack.as(staff).admin.suspendUser({ id: creator.id, reason: 'Spam' });
    expect((await entriesOf(brand)).map(({ state }) => state)).toEqual(['gone', 'gone']);
  });
});

describe('a list of saved items', () => {
  it('can be renamed, and can be deleted with its entries unless it is the first one', async () => {
    const { creator } = await seller();
    const brand = await newBrand(stack.deps);
    const list = await saved(brand).createList({ name: '  Spring  ' });
    expect((await saved(brand).lists()).map(({ name }) => name)).toEqual(['Saved', 'Spring']);
    await expect(saved(brand).createList({ name: 'SPRING' })).rejects.toEqual(refused('SAVED_LIST_NAME_TAKEN'));
    await expect(saved(brand).createList({ name: ' ' })).rejects.toThrow('Please name the list');
    await saved(brand).renameList({ id: list.id, name: 'Summer' });
    await saved(brand).save({ kind: 'creator', id: creator.id, listId: list.id });
    expect(await saved(brand).lists()).toMatchObject([
      { name: 'Saved', count: 0 },
      { name: 'Summer', count: 1 },
    ]);
    await expect(saved(brand).removeList({ id: (await firstOf(brand)).id })).rejects.toEqual(
      refused('SAVED_LIST_STAYS'),
    );
    expect(await saved(brand).removeList({ id: list.id })).toHaveLength(1);
    expect(await saved(brand).listIdsByItem({ ids: [creator.id] })).toEqual([]);
  });

  it('keeps the note of an entry that the brand moves to another list', async () => {
    const { creator } = await seller();
    const brand = await newBrand(stack.deps);
    const list = await saved(brand).createList({ name: 'Short list' });
    await saved(brand).save({ kind: 'creator', id: creator.id });
    const [entry] = await entriesOf(brand);
    // The call must not return the row counts of the database, which JSON cannot represent.
    expect(await saved(brand).setNote({ id: entry?.id ?? '', note: 'Asks for two weeks.' })).toBeUndefined();
    await saved(brand).move({ id: entry?.id ?? '', listId: list.id });
    expect(await entriesOf(brand)).toEqual([]);
    expect((await saved(brand).list({ listId: list.id })).items).toMatchObject([{ note: 'Asks for two weeks.' }]);
    await saved(brand).save({ kind: 'creator', id: creator.id });
    const [again] = await entriesOf(brand);
    await expect(saved(brand).move({ id: again?.id ?? '', listId: list.id })).rejects.toEqual(
      refused('SAVED_ENTRY_THERE'),
    );
    await expect(saved(brand).setNote({ id: entry?.id ?? '', note: 'x'.repeat(501) })).rejects.toThrow(
      'The limit is 500.',
    );
    expect(await saved(brand).remove({ id: entry?.id ?? '' })).toBeUndefined();
    await expect(saved(brand).remove({ id: entry?.id ?? '' })).rejects.toEqual(refused('SAVED_ENTRY_NOT_FOUND'));
  });

  it('cannot exceed the number of lists per user or of entries per list, even with simultaneous requests', async () => {
    const { creator } = await seller();
    const brand = await newBrand(stack.deps);
    await saved(brand).createList({ name: 'One' });
    const names = Array.from({ length: LIMITS.savedLists + 4 }, (_, at) => `List ${at}`);
    const results = await Promise.allSettled(names.map((name) => saved(brand).createList({ name })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(LIMITS.savedLists - 2);
    await expect(saved(brand).createList({ name: 'One more' })).rejects.toEqual(refused('SAVED_LISTS_FULL'));
    const list = await firstOf(brand);
    await stack.deps.pool.query(
      `insert into saved_item (list_id, workspace_id, kind, creator_id, package_name, saved_at)
       select $1, $2, 'package', $3, 'Reel ' || n, now() - n * interval '1 minute' from generate_series(1, $4::int) n`,
      [list.id, brand.id, creator.id, LIMITS.savedEntries - 1],
    );
    await saved(brand).save({ kind: 'creator', id: creator.id });
    const { pack } = await seller();
    await expect(saved(brand).save({ kind: 'package', id: pack.id })).rejects.toEqual(refused('SAVED_LIST_FULL'));
    // Moved entries count toward the limit as well.
    const other = (await saved(brand).lists())[1]?.id ?? '';
    await saved(brand).save({ kind: 'package', id: pack.id, listId: other });
    const [entry] = (await saved(brand).list({ listId: other })).items;
    await expect(saved(brand).move({ id: entry?.id ?? '', listId: list.id })).rejects.toEqual(
      refused('SAVED_LIST_FULL'),
    );

    // Every entry appears once across all pages.
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await saved(brand).list({ listId: list.id, cursor });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(new Set(seen).size).toBe(LIMITS.savedEntries);
    expect(seen).toHaveLength(LIMITS.savedEntries);
  });
});

describe('another user', () => {
  it('can neither see nor change a list', async () => {
    const { creator, pack } = await seller();
    const [brand, other] = [await newBrand(stack.deps), await newBrand(stack.deps)];
    await saved(brand).save({ kind: 'creator', id: creator.id });
    const list = await firstOf(brand);
    const [entry] = await entriesOf(brand);
    const id = entry?.id ?? '';
    await saved(other).save({ kind: 'package', id: pack.id });
    expect((await saved(other).list({ listId: list.id })).items).toEqual([]);
    expect(await saved(other).listIdsByItem({ ids: [creator.id] })).toEqual([]);
    for (const attempt of [
      () => saved(other).save({ kind: 'package', id: pack.id, listId: list.id }),
      () => saved(other).renameList({ id: list.id, name: 'Mine' }),
      () => saved(other).removeList({ id: list.id }),
      () => saved(other).share({ id: list.id, isShared: true, showsNotes: true }),
      async () => saved(other).move({ id: (await entriesOf(other))[0]?.id ?? '', listId: list.id }),
    ])
      await expect(attempt()).rejects.toEqual(refused('SAVED_LIST_NOT_FOUND'));
    for (const attempt of [
      () => saved(other).setNote({ id, note: 'x' }),
      () => saved(other).remove({ id }),
      async () => saved(other).move({ id, listId: (await firstOf(other)).id }),
    ])
      await expect(attempt()).rejects.toEqual(refused('SAVED_ENTRY_NOT_FOUND'));
    await saved(other).unsave({ kind: 'creator', id: creator.id, listId: list.id });
    expect(await entriesOf(brand)).toMatchObject([{ id, note: '' }]);
  });

  it('can open a shared list through its link, which stops working once the brand stops sharing the list', async () => {
    const { creator, pack } = await seller();
    const brand = await newBrand(stack.deps);
    await saved(brand).save({ kind: 'package', id: pack.id });
    const list = await firstOf(brand);
    const [entry] = await entriesOf(brand);
    await saved(brand).setNote({ id: entry?.id ?? '', note: 'Between us' });
    const share = async (isShared: boolean, showsNotes: boolean) =>
      (await saved(brand).share({ id: list.id, isShared, showsNotes }))[0]?.token ?? null;
    const token = (await share(true, false)) ?? '';
    expect(token).toMatch(/^[\w-]{22}$/);
    const visitor = saved(null);
    const shown = await visitor.shared({ token });
    expect(shown).toMatchObject({
      name: 'Saved',
      ownerName: brand.fullName,
      items: [{ username: creator.username, packageId: pack.id, totalCents: 23_000, note: '' }],
    });
    expect(JSON.stringify(shown)).not.toMatch(/Between us|savedTotal|@|workspaceId/);
    expect(await share(true, true)).toBe(token);
    expect(await visitor.shared({ token })).toMatchObject({ items: [{ note: 'Between us' }] });
    expect(await share(false, true)).toBeNull();
    expect(await visitor.shared({ token })).toBeNull();
    const next = (await share(true, false)) ?? '';
    expect(next).not.toBe(token);
    expect(await visitor.shared({ token })).toBeNull();
    expect(await visitor.shared({ token: '' })).toBeNull();

    const staff = stack.as(await newAdmin(stack.deps)).admin;
    await staff.suspendUser({ id: creator.id, reason: 'Spam' });
    const gone = await visitor.shared({ token: next });
    expect(gone?.items).toMatchObject([
      { state: 'gone', fullName: '', username: '', packageName: null, totalCents: null },
    ]);
    expect(JSON.stringify(gone)).not.toContain(creator.fullName);
    await staff.suspendUser({ id: brand.id, reason: 'Spam' });
    expect(await visitor.shared({ token: next })).toBeNull();
  });
});

describe('a saved search', () => {
  it('needs a name, cannot be saved twice, is limited to ten per brand, and is private', async () => {
    const [brand, other] = [await newBrand(stack.deps), await newBrand(stack.deps)];
    const search = { query: 'tea', categories: ['Travel' as const], maxBudget: 300, sort: 'newest' as const };
    expect(await saved(brand).saveSearch({ name: ' Tea ', search })).toMatchObject([{ name: 'Tea', search }]);
    await expect(saved(brand).saveSearch({ name: 'Again', search })).rejects.toEqual(refused('SAVED_SEARCH_THERE'));
    await expect(saved(brand).saveSearch({ name: ' ', search: {} })).rejects.toThrow('Please name the search');
    const more = Array.from({ length: LIMITS.savedSearches + 2 }, (_, at) => `word ${at}`);
    const results = await Promise.allSettled(
      more.map((query) => saved(brand).saveSearch({ name: query, search: { query } })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(LIMITS.savedSearches - 1);
    await expect(saved(brand).saveSearch({ name: 'More', search: {} })).rejects.toEqual(refused('SAVED_SEARCHES_FULL'));
    const [first] = await saved(brand).searches();
    expect(await saved(other).removeSearch({ id: first?.id ?? '' })).toEqual([]);
    expect(await saved(brand).searches()).toHaveLength(LIMITS.savedSearches);
    expect(await saved(brand).removeSearch({ id: first?.id ?? '' })).toHaveLength(LIMITS.savedSearches - 1);
  });
});

describe('an email about new matches', () => {
  const search = { categories: ['Travel' as const], maxBudget: 300 };
  async function newTravel(
    pack: Parameters<typeof newPackage>[2] = {},
    categories: ('Travel' | 'Food')[] = ['Travel'],
  ) {
    const creator = await newPayableCreator(stack.deps, { fullName: 'Ines Rocha' });
    await stack.deps.db.updateTable('workspace').set({ categories }).where('id', '=', creator.workspaceId).execute();
    return { creator, pack: await newPackage(stack.deps, creator, { name: `Trip ${creator.username}`, ...pack }) };
  }
  /** Creates a brand that subscribed to emails about a search. */
  async function subscribed(name = 'Trips') {
    const brand = await newBrand(stack.deps);
    const [saw] = await saved(brand).saveSearch({ name, search, isMailed: true });
    return { brand, id: saw?.id ?? '' };
  }
  const listSearchMails = async ({ email }: SessionUser) => {
    await stack.pass(DAY_MS + HOUR_MS);
    return (await stack.mailsTo(email)).filter(({ subject }) => subject.includes('new match'));
  };

  it('reports each creator with a new matching package once, but no match from before the subscription', async () => {
    await newTravel();
    const { brand, id } = await subscribed();
    const fits = await newTravel();
    await newTravel({ priceCents: 90_000 });
    await newTravel({}, ['Food']);
    const [mail, ...others] = await listSearchMails(brand);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('1 new match for “Trips”');
    expect(mail?.text).toContain(`Ines Rocha: ${fits.pack.name}`);
    expect(mail?.text).toContain('including the platform fee');
    // Neither a second package of the same creator nor a reactivated package is reported.
    await newPackage(stack.deps, fits.creator, { name: 'Another trip' });
    await stack.as(fits.creator).packages.setActive({ id: fits.pack.id, isActive: false });
    await stack.as(fits.creator).packages.setActive({ id: fits.pack.id, isActive: true });
    expect(await listSearchMails(brand)).toHaveLength(1);
    // Simultaneous runs report each match once.
    await newTravel();
    await newTravel();
    await stack.advance(DAY_MS + HOUR_MS);
    await Promise.all([mailNewMatches(stack.deps), mailNewMatches(stack.deps), mailNewMatches(stack.deps)]);
    const all = await listSearchMails(brand);
    expect(all.map(({ subject }) => subject).toSorted()).toEqual([
      '1 new match for “Trips”',
      '2 new matches for “Trips”',
    ]);
    await saved(brand).setSearchEmails({ id, isMailed: false });
    await newTravel();
    expect(await listSearchMails(brand)).toHaveLength(2);
    // A renewed subscription only reports later matches.
    await saved(brand).setSearchEmails({ id, isMailed: true });
    expect(await listSearchMails(brand)).toHaveLength(2);
  });

  it('is not sent without a subscription, to suspended users or to unconfirmed addresses', async () => {
    const quiet = await newBrand(stack.deps);
    await saved(quiet).saveSearch({ name: 'Trips', search });
    const unconfirmed = await newBrand(stack.deps, { emailVerified: false });
    await saved(unconfirmed).saveSearch({ name: 'Trips', search, isMailed: true });
    const { brand } = await subscribed();
    await stack.as(await newAdmin(stack.deps)).admin.suspendUser({ id: brand.id, reason: 'Spam' });
    await newTravel();
    expect([await listSearchMails(quiet), await listSearchMails(unconfirmed), await listSearchMails(brand)]).toEqual([
      [],
      [],
      [],
    ]);
    // The earlier matches are reported once the address is confirmed.
    await stack.deps.db
      .updateTable('person')
      .set({ emailVerifiedAt: stack.deps.now() })
      .where('id', '=', unconfirmed.id)
      .execute();
    expect(await listSearchMails(unconfirmed)).toHaveLength(1);
  });

  it('covers all saved searches, and the brand can unsubscribe with one click in the email program or on the linked page', async () => {
    const { brand } = await subscribed('Trips');
    await saved(brand).saveSearch({ name: 'All', search: {}, isMailed: true });
    await newTravel();
    const [mail] = await listSearchMails(brand);
    expect(mail?.subject).toMatch(/^2 new matches for your saved searches$/);
    const address = new URL(mail?.unsubscribe ?? '');
    const press = (url: string) =>
      stack.app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      });
    expect((await press('/unsubscribe?token=made-up')).statusCode).toBe(400);
    expect((await saved(brand).searches()).map(({ isMailed }) => isMailed)).toEqual([true, true]);
    expect((await press(address.pathname + address.search)).statusCode).toBe(204);
    expect((await saved(brand).searches()).map(({ isMailed }) => isMailed)).toEqual([false, false]);
    await newTravel();
    expect(await listSearchMails(brand)).toHaveLength(1);
    // Anyone with the link can unsubscribe on the page.
    const link = mail?.links.find((each) => each.includes('/unsubscribe#')) ?? '';
    const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
    await saved(null).unsubscribe({ token });
    await expect(saved(null).unsubscribe({ token: 'made-up' })).rejects.toEqual(refused('LINK_INVALID'));
  });
});

it('exports a user’s saved items and deletes them with the account', async () => {
  const { creator } = await seller();
  const brand = await newBrand(stack.deps);
  await saved(brand).save({ kind: 'creator', id: creator.id });
  const [entry] = await entriesOf(brand);
  await saved(brand).setNote({ id: entry?.id ?? '', note: 'Nice' });
  const token =
    (await saved(brand).share({ id: (await firstOf(brand)).id, isShared: true, showsNotes: true }))[0]?.token ?? '';
  await saved(brand).saveSearch({ name: 'Tea', search: { query: 'tea' } });
  expect((await stack.as(brand).personalData.export()).savedSearches).toMatchObject([
    { name: 'Tea', search: { query: 'tea' } },
  ]);
  expect((await stack.as(brand).personalData.export()).savedLists).toMatchObject([
    { name: 'Saved', entries: [{ kind: 'creator', creator: creator.username, note: 'Nice' }] },
  ]);
  await stack.as(withOldFactor(brand)).personalData.deleteAccount({ confirmation: 'DELETE' });
  expect(await saved(null).shared({ token })).toBeNull();
  const { rows } = await stack.deps.pool.query(
    'select from saved_list where workspace_id = $1 union all select from saved_search where workspace_id = $1',
    [brand.id],
  );
  expect(rows).toEqual([]);
});
