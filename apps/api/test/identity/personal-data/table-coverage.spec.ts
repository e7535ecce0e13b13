/**
 * Tests that every table that refers to a user, directly or through other tables, is exported, erased, or kept for a
 * stated reason.
 */
import { Kysely, PostgresDialect, sql } from 'kysely';
import { expect, it } from 'vitest';
import { camelCasePlugin } from '../../../src/db/prepared.ts';
import type { Database } from '../../../src/db/schema.ts';
import { newBooking, newBrand } from '../../../src/demo/builders.ts';
import {
  erasePerson,
  eraseWorkspace,
  exportPerson,
  exportWorkspace,
} from '../../../src/modules/identity/personal-data/personal-data.service.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();

const READ_MODEL = 'It is computed from other tables and holds nothing that they do not hold.';
const MONEY = 'The law requires the books. What they say about the person is exported as `ledger` and `documents`.';
const STAFF = 'It records what staff did, which must stay traceable.';
const WITH_PACKAGE = 'It is the history of a package, which is exported and which stays because bookings refer to it.';

/** Tables that are neither exported nor erased, with the reason. */
const KEPT: Record<string, string> = {
  admin_action: STAFF,
  operator_terms: STAFF,
  brand_month: READ_MODEL,
  budget_entry: READ_MODEL,
  card_payment: 'It records attempts to pay with a saved card. The payments are exported as `ledger`.',
  chargeback: MONEY,
  conversation_participant: 'It says how far somebody has read a conversation, which stays for the other side.',
  creator_card: READ_MODEL,
  creator_day: READ_MODEL,
  creator_document: READ_MODEL,
  creator_listing: READ_MODEL,
  creator_name: READ_MODEL,
  creator_statement: MONEY,
  delivered_bytes: READ_MODEL,
  package_listing: READ_MODEL,
  money_exception: MONEY,
  package_document: READ_MODEL,
  package_arrival: READ_MODEL,
  package_options: WITH_PACKAGE,
  package_price: WITH_PACKAGE,
  former_payout_account: 'It names former Stripe accounts, which money that a bank sends back still arrives at.',
  payout_share: MONEY,
  review_total: READ_MODEL,
  settlement: MONEY,
  settlement_transfer: MONEY,
  surplus_payment: MONEY,
};

interface Reference {
  table: string;
  target: string;
  cascades: boolean;
}

/** Returns all foreign keys, and the columns that refer to a user without one. */
const references = async (): Promise<Reference[]> =>
  (
    await sql<Reference>`
      select conrelid::regclass::text as "table", confrelid::regclass::text as target, confdeltype = 'c' as cascades
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
      union all
      select relname, 'workspace', false from pg_attribute join pg_class on pg_class.oid = attrelid
      where relkind = 'r' and relnamespace = 'public'::regnamespace and attname in ('person_id', 'workspace_id', 'creator_id', 'brand_id')`.execute(
      stack.deps.db,
    )
  ).rows;

/** Adds the tables that refer to `tables`, directly or indirectly. */
function withReferring(tables: Iterable<string>, keys: readonly Reference[]): Set<string> {
  const found = new Set(tables);
  // The iterator of a set also visits the elements that are added during the loop.
  for (const target of found) for (const key of keys) if (key.target === target) found.add(key.table);
  return found;
}

/** Runs `work` and returns the tables that its statements use, and the tables that it deletes rows from. */
async function tablesOf(work: (db: Kysely<Database>) => Promise<unknown>) {
  const statements: string[] = [];
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: stack.deps.pool }),
    plugins: [camelCasePlugin],
    log: ({ query }) => void statements.push(query.sql),
  });
  await work(db);
  const named = (pattern: RegExp) =>
    statements.flatMap((text) => [...text.matchAll(pattern)].map(([, table]) => table ?? ''));
  return { touched: named(/\b(?:from|join|update)\s+"?(\w+)/g), deleted: named(/\bdelete from "?(\w+)/g) };
}

it('exports or erases every table about a user, or keeps it for a stated reason', async () => {
  const { id } = await newBrand(stack.deps);
  const exported = await tablesOf(async (db) => {
    await exportPerson(db, id);
    await exportWorkspace(db, id);
  });
  const erased = await tablesOf((db) =>
    db.transaction().execute(async (tx) => {
      await eraseWorkspace(tx, id, stack.deps.now());
      await erasePerson(tx, id, stack.deps.now());
    }),
  );
  const all = await references();
  const gone = withReferring(
    erased.deleted,
    all.filter(({ cascades }) => cascades),
  );
  const covered = new Set([...exported.touched, ...erased.touched, ...gone]);
  const about = withReferring(['person', 'workspace'], all);
  expect(about.size).toBeGreaterThan(50);
  expect([...about].filter((table) => !covered.has(table)).toSorted()).toEqual(Object.keys(KEPT).toSorted());
});

it('exports cancellation requests, but only the user’s own statements from disputes', async () => {
  const { id, asBrand, asCreator } = await newBooking(stack.deps, { status: 'in_progress' });
  await asBrand.cancellations.request({ id, reason: 'The launch was moved.' });
  await asCreator.cancellations.answer({ id, answer: 'dispute', statement: 'I have filmed everything.' });
  await asBrand.disputes.addStatement({ id, text: 'Nothing was sent to us.' });
  const brand = await asBrand.personalData.export();
  expect(brand.cancellations).toMatchObject([{ bookingId: id, reason: 'The launch was moved.', outcome: 'disputed' }]);
  expect(brand.disputes).toMatchObject([
    {
      bookingId: id,
      kind: 'cancellation',
      statements: [{ text: 'The launch was moved.' }, { text: 'Nothing was sent to us.' }],
    },
  ]);
  const creator = await asCreator.personalData.export();
  expect(creator.cancellations).toEqual([]);
  expect(creator.disputes).toMatchObject([{ bookingId: id, statements: [{ text: 'I have filmed everything.' }] }]);
});

it('exports the names of delivered files', async () => {
  const { id, asBrand, asCreator } = await newBooking(stack.deps, { status: 'in_progress' });
  const { id: deliverableId } = await stack.deps.db
    .insertInto('deliverable')
    .values({ bookingId: id, position: 20, title: 'One more Reel' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await stack.deps.db
    .insertInto('delivery')
    .values({
      deliverableId,
      number: 1,
      note: '',
      links: [],
      sentAt: stack.deps.now(),
      reviewBy: stack.deps.now(),
      remarks: '[]',
    })
    .execute();
  await stack.deps.db
    .insertInto('deliveryFile')
    .values({
      deliverableId,
      number: 1,
      name: 'cut.mp4',
      bytes: 1,
      changedAt: 1,
      begunAt: stack.deps.now(),
      finishedAt: stack.deps.now(),
      parts: 1,
      sha256: 'a'.repeat(64),
    })
    .execute();
  for (const side of [asBrand, asCreator])
    expect((await side.personalData.export()).deliveries).toMatchObject([
      { title: 'One more Reel', files: ['cut.mp4'] },
    ]);
});

it('exports a calendar feed and push subscriptions without their secret URLs', async () => {
  const user = await newBrand(stack.deps);
  const { address } = await stack.as(user).calendar.createFeed();
  await stack.asBrowser(user);
  const endpoint = 'https://push.example.test/send/1234567890';
  await sql`
    insert into push_subscription (person_id, session_hash, endpoint, p256dh, auth, created_at)
    select person_id, id_hash, ${endpoint}, ${'A'.repeat(87)}, ${'B'.repeat(22)}, ${stack.deps.now()} from session
    where person_id = ${user.id}`.execute(stack.deps.db);
  const exported = await stack.as(user).personalData.export();
  expect(exported.calendarFeed).toEqual({ madeAt: expect.any(Date) as Date });
  expect(exported.devices).toEqual([{ createdAt: expect.any(Date) as Date }]);
  expect(JSON.stringify(exported)).not.toContain(address.split('/').at(-1));
  expect(JSON.stringify(exported)).not.toContain(endpoint);
});
