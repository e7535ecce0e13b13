/** Tests how many packages a creator can have and how fast they can be created. */
import { LIMITS, type PackageForm } from '@marquee/validation';
import { describe, expect, it } from 'vitest';
import { newCreator } from '../../../src/demo/builders.ts';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();

const FORM: PackageForm = { name: 'One more', description: 'As the others.', price: '10.00', features: [] };

async function withPackages(count: number, isActive: boolean): Promise<SessionUser> {
  const creator = await newCreator(stack.deps);
  const now = stack.deps.now();
  const row = {
    creatorId: creator.workspaceId,
    name: 'One of many',
    description: 'As the others.',
    priceCents: 1_000,
    deliveryDays: 3,
    features: [],
    isPopular: false,
    isActive,
    createdAt: now,
    updatedAt: now,
  };
  for (let index = 0; index < count; index++) await stack.deps.db.insertInto('package').values(row).execute();
  return creator;
}

const outcomesOf = async (calls: Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).map((each) =>
    each.status === 'fulfilled' ? 'done' : ((each.reason as { failure?: string }).failure ?? String(each.reason)),
  );
const sorted = (outcomes: string[]) => outcomes.toSorted().join();

describe('a creator', () => {
  it('has at most 50 active packages even with simultaneous calls', async () => {
    const creator = await withPackages(LIMITS.activePackages - 1, true);
    const as = stack.as(creator);
    const outcomes = await outcomesOf(Array.from({ length: 4 }, () => as.packages.create(FORM)));
    expect(sorted(outcomes)).toBe('PACKAGES_ACTIVE_FULL,PACKAGES_ACTIVE_FULL,PACKAGES_ACTIVE_FULL,done');
    // Inactive packages can still be created, and each can replace an active one.
    const hidden = await Promise.all([1, 2].map(() => as.packages.create({ ...FORM, isActive: false })));
    const switched = () => hidden.map(({ id }) => as.packages.setActive({ id, isActive: true }));
    expect(sorted(await outcomesOf(switched()))).toBe('PACKAGES_ACTIVE_FULL,PACKAGES_ACTIVE_FULL');
    const [first] = await as.packages.listByCreator({ id: creator.id });
    expect(first?.isActive).toBe(false);
    await expect(as.packages.save({ ...FORM, id: first?.id ?? '', isActive: true })).rejects.toMatchObject({
      message: 'You can have at most 50 active packages. Deactivate one first.',
    });
    const shown = await stack.as(null).packages.listByCreator({ id: creator.id });
    await as.packages.setActive({ id: shown[0]?.id ?? '', isActive: false });
    expect(sorted(await outcomesOf(switched()))).toBe('PACKAGES_ACTIVE_FULL,done');
    expect(await stack.as(null).packages.listByCreator({ id: creator.id })).toHaveLength(LIMITS.activePackages);
    // Active packages can still be changed.
    await as.packages.save({ ...FORM, id: shown[1]?.id ?? '', isActive: true });
  });

  it('has at most 200 packages in total', async () => {
    const creator = await withPackages(LIMITS.packages - 1, false);
    const as = stack.as(creator);
    const [one] = await as.packages.listByCreator({ id: creator.id });
    const outcomes = await outcomesOf([
      as.packages.create({ ...FORM, isActive: false }),
      as.packages.duplicate({ id: one?.id ?? '' }),
    ]);
    expect(sorted(outcomes)).toBe('PACKAGES_FULL,done');
    await expect(as.packages.create(FORM)).rejects.toMatchObject({
      message: 'You can have at most 200 packages. Delete one first.',
    });
    await as.packages.remove({ id: one?.id ?? '' });
    await as.packages.create(FORM);
  });
});

describe('an API client', () => {
  const limited = useStack({ RATE_LIMIT: 'on' });

  it('can create at most sixty packages per hour', async () => {
    const creator = await newCreator(limited.deps);
    const as = limited.as(creator);
    for (let createdCount = 0; createdCount < 60; createdCount++)
      await as.packages.create({ ...FORM, isActive: false });
    const [one] = await as.packages.listByCreator({ id: creator.id });
    expect(await outcomesOf([as.packages.create(FORM), as.packages.duplicate({ id: one?.id ?? '' })])).toEqual([
      'TOO_MANY_REQUESTS',
      'TOO_MANY_REQUESTS',
    ]);
  });

  it('does not use up its rate limit by repeating a successful request with the same idempotency key', async () => {
    const browser = await limited.asBrowser(await newCreator(limited.deps));
    const create = (key: string, name = 'A package') =>
      browser('POST', '/trpc/packages.create', { ...FORM, isActive: false, name }, { 'idempotency-key': key });
    const first = await create('one');
    for (let repeated = 0; repeated < 70; repeated++) expect((await create('one')).body).toBe(first.body);
    for (let createdCount = 1; createdCount < 60; createdCount++)
      expect((await create(`another-${createdCount}`)).statusCode).toBe(200);
    expect((await create('last')).statusCode).toBe(429);
    // A request with the same idempotency key but another input is a different one and counts.
    expect((await create('one', 'Another package')).statusCode).toBe(429);
    expect((await create('one')).body).toBe(first.body);
  });
});
