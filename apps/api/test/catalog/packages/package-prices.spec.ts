/**
 * Tests the price history that is shown for a package. The database records the prices, and no screen ever claims a
 * discount.
 */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { newCreator, newPackage } from '../../../src/demo/builders.ts';
import { useStack } from '../../support/stack.ts';

const DAY_MS = 86_400_000;
const stack = useStack();

async function newOffer() {
  const creator = await newCreator(stack.deps);
  const pack = await newPackage(stack.deps, creator, { priceCents: 32_000 });
  const own = stack.as(creator).packages;
  const { name, description, deliveryDays, features, isPopular } = pack;
  const costs = (price: string) =>
    own.save({ id: pack.id, name, description, deliveryDays, features, isPopular, price });
  const said = async () => {
    const facts = await stack.as(null).profiles.prices({ username: creator.username });
    return facts.map(({ packageId, ...fact }) => {
      expect(packageId).toBe(pack.id);
      return fact;
    });
  };
  return { creator, pack, own, costs, said };
}

describe('the price history of a package', () => {
  it('is empty in the first week, and then shows for how many days the price has been the same', async () => {
    const { said, costs } = await newOffer();
    await costs('320.00');
    await stack.advance(6 * DAY_MS);
    expect(await said()).toEqual([]);
    await stack.advance(DAY_MS);
    expect(await said()).toEqual([{ kind: 'unchanged', days: 7 }]);
    await stack.advance(34 * DAY_MS);
    expect(await said()).toEqual([{ kind: 'unchanged', days: 41 }]);
  });

  it('shows the previous price for 30 days after an increase or a decrease', async () => {
    const { said, costs } = await newOffer();
    await stack.advance(10 * DAY_MS);
    const until = stack.deps.now();
    await costs('400.00');
    expect(await said()).toEqual([{ kind: 'was', priceCents: 32_000, until: expect.any(Date) as Date }]);
    const [fact] = await said();
    expect(fact?.kind === 'was' && Math.abs(fact.until.getTime() - until.getTime())).toBeLessThan(60_000);
    await stack.advance(31 * DAY_MS);
    expect(await said()).toEqual([{ kind: 'unchanged', days: 31 }]);
  });

  it('shows the number of changes and the price range if the price changed more than once', async () => {
    const { said, costs } = await newOffer();
    await stack.advance(10 * DAY_MS);
    await costs('500.00');
    await stack.advance(DAY_MS);
    await costs('320.00');
    expect(await said()).toEqual([{ kind: 'changed', times: 2, isMore: false, lowCents: 32_000, highCents: 50_000 }]);
    for (let at = 0; at < 12; at++) await costs(`${330 + at}.00`);
    expect(await said()).toMatchObject([{ kind: 'changed', times: 10, isMore: true }]);
  });

  it('is empty for a package that is not for sale', async () => {
    const { said, own, pack } = await newOffer();
    await stack.advance(10 * DAY_MS);
    await own.setActive({ id: pack.id, isActive: false });
    expect(await said()).toEqual([]);
  });
});

describe('the stored prices of a package', () => {
  it('cannot be changed or deleted, except together with the package', async () => {
    const { pack, own, costs } = await newOffer();
    await costs('330.00');
    const { db } = stack.deps;
    const listStoredPrices = () =>
      db.selectFrom('packagePrice').select('priceCents').where('packageId', '=', pack.id).execute();
    await expect(
      sql`update package_price set price_cents = 100 where package_id = ${pack.id}`.execute(db),
    ).rejects.toThrow('append-only');
    await expect(sql`delete from package_price where package_id = ${pack.id}`.execute(db)).rejects.toThrow(
      'append-only',
    );
    expect((await listStoredPrices()).map(({ priceCents }) => priceCents)).toEqual([32_000, 33_000]);
    await own.remove({ id: pack.id });
    expect(await listStoredPrices()).toEqual([]);
  });
});
