/** Tests the sort order of a creator's packages, and duplicates. */
import type { SessionUser } from '../../../src/core/ctx.ts';
import { isPackageForSale } from '@marquee/contracts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { isForSaleSql as isForSaleInSql } from '../../../src/db/for-sale.ts';
import { newBrand, newCreator, newPackage, newQuestions } from '../../../src/demo/builders.ts';
import { UNKNOWN_ID } from '../../support/responses.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();

let other: SessionUser;
let theirs: { id: string };
beforeAll(async () => {
  other = await newCreator(stack.deps);
  theirs = await newPackage(stack.deps, other);
});

/** Creates a creator with packages of these names, in this order. */
async function creatorWith(...names: string[]) {
  const creator = await newCreator(stack.deps);
  const packages: { id: string; name: string }[] = [];
  for (const name of names) packages.push(await newPackage(stack.deps, creator, { name }));
  return { creator, as: stack.as(creator), ids: packages.map((each) => each.id) };
}
const namesOf = (packages: readonly { name: string }[]) => packages.map((each) => each.name);

describe('the sort order of a creator’s packages', () => {
  it('starts with the newest package', async () => {
    const { creator, as } = await creatorWith('A', 'B', 'C');
    expect(namesOf(await as.packages.listByCreator({ id: creator.id }))).toEqual(['C', 'B', 'A']);
  });

  it('can be set by the creator and applies to every list of the packages', async () => {
    const { creator, as, ids } = await creatorWith('A', 'B', 'C');
    const [a = '', b = '', c = ''] = ids;
    expect(namesOf(await as.packages.reorder({ ids: [b, c, a] }))).toEqual(['B', 'C', 'A']);
    expect(namesOf(await as.packages.listByCreator({ id: creator.id }))).toEqual(['B', 'C', 'A']);
    await as.packages.setActive({ id: c, isActive: false });
    expect(namesOf(await stack.as(null).profiles.packages({ username: creator.username }))).toEqual(['B', 'A']);
    const browser = await stack.asBrowser(null);
    for (const url of [`/api/packages/influencer/${creator.id}`, `/api/profile/${creator.username}/packages`]) {
      expect(namesOf((await browser('GET', url)).json())).toEqual(['B', 'A']);
    }
  });

  it('puts new packages first, including one that is created while the order changes', async () => {
    const { creator, as, ids } = await creatorWith('A', 'B');
    await newPackage(stack.deps, creator, { name: 'C' });
    expect(namesOf(await as.packages.reorder({ ids }))).toEqual(['C', 'A', 'B']);
    await newPackage(stack.deps, creator, { name: 'D' });
    expect(namesOf(await as.packages.listByCreator({ id: creator.id }))).toEqual(['D', 'C', 'A', 'B']);
  });

  it('stays the same when packages are edited or deactivated', async () => {
    const { creator, as, ids } = await creatorWith('A', 'B', 'C');
    await as.packages.reorder({ ids });
    await as.packages.setActive({ id: ids[1] ?? '', isActive: false });
    await as.packages.save({ id: ids[2] ?? '', name: 'C2', description: 'Changed.', price: '5' });
    expect(namesOf(await as.packages.listByCreator({ id: creator.id }))).toEqual(['A', 'B', 'C2']);
  });

  it('is refused as a whole if it contains a duplicate, an unknown package or one of another creator', async () => {
    const { creator, as, ids } = await creatorWith('A', 'B');
    for (const stranger of [theirs.id, UNKNOWN_ID, 'no-id']) {
      await expect(as.packages.reorder({ ids: [...ids, stranger] })).rejects.toMatchObject({
        failure: 'PACKAGE_NOT_FOUND',
      });
    }
    await expect(as.packages.reorder({ ids: [ids[0] ?? '', ids[0] ?? ''] })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    await expect(stack.as(other).packages.reorder({ ids })).rejects.toMatchObject({ failure: 'PACKAGE_NOT_FOUND' });
    expect(namesOf(await as.packages.listByCreator({ id: creator.id }))).toEqual(['B', 'A']);
  });

  it('is the order of one of several simultaneous requests, never a mixture', async () => {
    const { creator, as, ids } = await creatorWith('A', 'B', 'C', 'D', 'E');
    const orders = [ids, ids.toReversed()];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => as.packages.reorder({ ids: orders[at % 2] ?? [] })),
    );
    for (const [at, answer] of answers.entries()) expect(answer.map((each) => each.id)).toEqual(orders[at % 2]);
    expect(['A,B,C,D,E', 'E,D,C,B,A']).toContain(namesOf(await as.packages.listByCreator({ id: creator.id })).join());
  });
});

describe('a duplicate of a package', () => {
  it('is an inactive copy with the same questions, placed right after the original', async () => {
    const { creator, as, ids } = await creatorWith('A', 'B', 'C');
    const [, b = ''] = ids;
    const questions = [
      { id: 'q_1', type: 'boolean' as const, question: 'Boosted?', required: true },
      {
        id: 'q_2',
        type: 'text' as const,
        question: 'By how much?',
        required: true,
        showIf: { questionId: 'q_1', is: ['yes'] },
      },
    ];
    await newQuestions(stack.deps, creator, b, questions);
    const copy = await as.packages.duplicate({ id: b });
    const { id: _, createdAt: __, ...original } = await as.packages.byId({ id: b });
    expect(copy).toMatchObject({ ...original, name: 'B (copy)', isActive: false });
    expect(copy.id).not.toBe(b);
    expect(namesOf(await as.packages.listByCreator({ id: creator.id }))).toEqual(['C', 'B', 'B (copy)', 'A']);
    expect(namesOf(await stack.as(null).packages.listByCreator({ id: creator.id }))).toEqual(['C', 'B', 'A']);
    expect(await as.questionnaires.byPackage({ packageId: copy.id })).toEqual({ packageId: copy.id, questions });
    await expect(stack.as(null).packages.byId({ id: copy.id })).rejects.toMatchObject({ failure: 'PACKAGE_NOT_FOUND' });
  });

  it('has no questions if the original has none, and questions added to it do not affect the original', async () => {
    const { creator, as, ids } = await creatorWith('A');
    const copy = await as.packages.duplicate({ id: ids[0] ?? '' });
    expect(await as.questionnaires.byPackage({ packageId: copy.id })).toBeNull();
    await newQuestions(stack.deps, creator, copy.id, [{ id: 'q_1', type: 'text', question: 'What?', required: false }]);
    expect(await as.questionnaires.byPackage({ packageId: ids[0] ?? '' })).toBeNull();
  });

  it('has a shortened name if the name of the original is long', async () => {
    const { as, ids } = await creatorWith('x'.repeat(120));
    expect((await as.packages.duplicate({ id: ids[0] ?? '' })).name).toBe(`${'x'.repeat(113)} (copy)`);
  });

  it('cannot be made by a brand or from another creator’s package, even an active one', async () => {
    const { as } = await creatorWith('A');
    for (const id of [theirs.id, UNKNOWN_ID, 'no-id']) {
      await expect(as.packages.duplicate({ id })).rejects.toMatchObject({ failure: 'PACKAGE_NOT_FOUND' });
    }
    await expect(stack.as(await newBrand(stack.deps)).packages.duplicate({ id: theirs.id })).rejects.toMatchObject({
      failure: 'CREATORS_ONLY',
    });
    expect(namesOf(await stack.as(other).packages.listByCreator({ id: other.id }))).toEqual([
      'One Reel and three Stories',
    ]);
  });

  it('is created for each of several simultaneous requests and placed after the original', async () => {
    const { creator, as, ids } = await creatorWith('A', 'B');
    await Promise.all(Array.from({ length: 5 }, () => as.packages.duplicate({ id: ids[1] ?? '' })));
    const names = namesOf(await as.packages.listByCreator({ id: creator.id }));
    expect(names).toEqual(['B', ...Array.from({ length: 5 }, () => 'B (copy)'), 'A']);
  });
});

it('sells the same packages of an active account in the database and in the web app', async () => {
  const { creator } = await creatorWith('On sale', 'Switched off', 'Hidden', 'Switched off and hidden');
  await stack.deps.db
    .updateTable('package')
    .set({ isActive: sql<boolean>`name not like 'Switched off%'` })
    .set({ hiddenAt: sql<Date>`case when name ilike '%hidden' then now() end` })
    .set({ hiddenReason: sql<string>`case when name ilike '%hidden' then 'Not allowed' end` })
    .where('creatorId', '=', creator.workspaceId)
    .execute();
  const packages = await stack.deps.db
    .selectFrom('package')
    .select(['name', 'isActive', 'hiddenAt', isForSaleInSql.as('isForSale')])
    .where('creatorId', '=', creator.workspaceId)
    .execute();
  expect(packages.map((each) => [each.name, each.isForSale])).toEqual(
    packages.map(({ name, isActive, hiddenAt }) => [
      name,
      isPackageForSale({ isActive, hiddenAt: hiddenAt && hiddenAt.toISOString() }),
    ]),
  );
  expect(packages.filter((each) => each.isForSale).map(({ name }) => name)).toEqual(['On sale']);
});
