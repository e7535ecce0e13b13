/** Tests reads whose SQL is compiled once (src/db/prepared.ts). */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { prepareRead, prepareReadFirst } from '../../src/db/prepared.ts';
import type { Db } from '../../src/db/schema.ts';
import { newBrand, newCreator } from '../../src/demo/builders.ts';
import { useStack } from '../support/stack.ts';

const stack = useStack();

const build = (db: Db, email: string, other: string | null) =>
  db
    .selectFrom('person')
    .select(['id', 'fullName', 'createdAt', sql`'{"a_b": 1}'::jsonb`.as('anyJson')])
    .where((eb) => eb.or([eb('email', '=', email), eb('email', '=', other)]))
    .orderBy('fullName');

it('returns the same rows from a prepared read as from the query it was built from, for different arguments and also in a transaction', async () => {
  const read = prepareRead(build);
  const { db } = stack.deps;
  const [one, other] = [await newBrand(stack.deps), await newCreator(stack.deps)];
  const inTurn: [email: string, other: string | null][] = [
    [one.email, null],
    [other.email, one.email],
    [one.email, other.email],
    ['nobody@marquee.test', null],
  ];
  for (const args of inTurn) {
    const rows = await build(db, ...args).execute();
    expect(await read(db, ...args)).toEqual(rows);
    expect(await db.transaction().execute((db) => read(db, ...args))).toEqual(rows);
    expect(await prepareReadFirst(build)(db, ...args)).toEqual(rows[0]);
  }
  expect((await read(db, one.email, null))[0]).toMatchObject({ fullName: one.fullName, anyJson: { a_b: 1 } });
});

it('shows a prepared read the uncommitted changes of its own transaction', async () => {
  const read = prepareReadFirst(build);
  const user = await newBrand(stack.deps);
  await stack.deps.db.transaction().execute(async (db) => {
    await db.updateTable('person').set({ fullName: 'Changed' }).where('id', '=', user.id).execute();
    expect((await read(db, user.email, null))?.fullName).toBe('Changed');
    expect((await read(stack.deps.db, user.email, null))?.fullName).toBe(user.fullName);
  });
});
