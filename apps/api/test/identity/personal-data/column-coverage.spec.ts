/**
 * Tests that every column of a table about a person or a workspace is exported, erased, or kept for a stated reason.
 * The columns come from the database, so a new column fails this test until somebody decides. The test plants a
 * different value in each column, and looks for the values in the export and in the rows after the erasure.
 */
import { sql, type Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { inTransaction } from '../../../src/core/unit-of-work.ts';
import type { Database } from '../../../src/db/schema.ts';
import {
  erasePerson,
  eraseWorkspace,
  exportPerson,
  exportWorkspace,
} from '../../../src/modules/identity/personal-data/personal-data.service.ts';
import { revokeAccess } from '../../../src/modules/identity/accounts/accounts.service.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();

/** The id of the person and of the workspace. */
const SUBJECT = '00000000-0000-4000-8000-000000000001';
/** Matches columns with the id of a person or a workspace, also those without a foreign key. */
const SUBJECT_PATTERN = /(^|_)(person|workspace|creator|brand|agency)_id$/;

interface Column {
  table: string;
  name: string;
  /** The type, such as `text` or `timestamptz`. Names of arrays begin with an underscore. */
  type: string;
  isKey: boolean;
  /** The table and column to which a foreign key refers, or null. */
  target: string | null;
  targetColumn: string | null;
  /** Whether the row is deleted together with the row to which the foreign key refers. */
  cascades: boolean;
}

const listColumns = async (): Promise<Column[]> =>
  (
    await sql<Column>`
      select relname as "table", attname as name, typname as type,
        exists (select from pg_constraint where conrelid = relid and contype = 'p' and attnum = any(conkey)) as "isKey",
        reference.target, reference."targetColumn", coalesce(reference.cascades, false) as cascades
      from (select oid as relid, relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace) as tables
        join pg_attribute on attrelid = relid
        join pg_type on pg_type.oid = atttypid
        left join lateral (
          select confrelid::regclass::text as target, confdeltype = 'c' as cascades,
            (select attname from pg_attribute as referred
              where referred.attrelid = confrelid and referred.attnum = confkey[array_position(conkey, pg_attribute.attnum)]
            ) as "targetColumn"
          from pg_constraint where conrelid = relid and contype = 'f' and attnum = any(conkey)
          -- Of several keys, the one that refers only with this column.
          order by cardinality(conkey) limit 1
        ) as reference on true
      where attnum > 0 and not attisdropped and attgenerated = ''
      order by relname, attnum`.execute(stack.deps.db)
  ).rows;

/** Returns the columns of the tables that refer to a person or a workspace, directly or through other tables. */
function selectColumnsAboutSubject(columns: readonly Column[]): Column[] {
  const tables = new Set(['person', 'workspace']);
  for (const { table, name } of columns) if (SUBJECT_PATTERN.test(name)) tables.add(table);
  // The iterator of a set also visits the elements that are added during the loop.
  for (const found of tables) for (const { table, target } of columns) if (target === found) tables.add(table);
  return columns.filter(({ table }) => tables.has(table));
}

/** Columns that only connect rows. */
const isReference = ({ name, type, target }: Column) =>
  target !== null || SUBJECT_PATTERN.test(name) || /^_?uuid$/.test(type);

const READ_MODEL = 'It is computed from other tables and holds nothing that they do not hold.';
const MONEY = 'The law requires the books. What they say about the person is exported as `ledger` and `documents`.';
const STAFF = 'It records what staff did, which must stay traceable.';
const STRIPE = 'It is an id or a state at Stripe, which payments and payouts need.';
const PACKAGE =
  'It is a copy or the history of a package, which is exported, and which stays because bookings refer to it.';
const PROCESS = 'It controls a process or the order of rows, and says nothing about the person.';
const DEADLINE = 'It is computed from times that are exported.';
const FILE = 'It describes how a file is stored. Its name is exported.';
const VISIBLE = 'It is exported with the reviews about the user that are visible.';
const OTHERS = 'It belongs to the other side, for whom it stays.';

/** Columns that are neither exported nor erased, by reason. */
const KEPT: readonly (readonly [reason: string, columns: Readonly<Record<string, string>>])[] = [
  [
    READ_MODEL,
    {
      booking: 'versions_waiting is_related',
      brand_month: 'month',
      budget_entry: 'state cents',
      creator_card: 'card offers availability',
      creator_day: 'day earned_cents paid_out_cents payouts',
      creator_document: 'names document',
      creator_listing:
        'joined_ms followers completed min_price_cents max_price_cents min_days categories languages platforms places rating_tenths rating_rank',
      creator_name: 'name',
      delivered_bytes: 'bytes',
      package_document: 'document',
      package_listing:
        'price_cents delivery_days is_popular completed followers categories languages platforms document places rating_tenths',
      payout_share: 'stage creator_cents accepted_at claimed_at settled_at blocked_reason reversed_at has_statement',
      review_total: 'stars parts',
    },
  ],
  [
    MONEY,
    {
      booking: 'agency_bps agency_cents',
      card_payment: 'off_session started_at payout_held_until outcome finished_at',
      chargeback:
        'amount_cents reason state_before opened_at closed_at outcome respond_by response_requested_at response_note responded_at response_refused',
      creator_statement: 'month code',
      former_payout_account: 'country left_at',
      ledger_entry: 'account',
      ledger_transaction: 'written_in',
      order_approval: 'payout_held_until',
      money_exception: 'kind subject data opened_at resolved_at resolution',
      settlement:
        'kind creator_cents fee_cents refund_cents claimed_at settled_at voided_at refunded_at refund_attempt',
      settlement_transfer:
        'amount_cents claimed_at blocked_reason voided_at paid_at attempt reversal_attempt reversal_refused_at restore_attempt',
      surplus_payment: 'amount_cents reason found_at attempt refunded_at',
    },
  ],
  [
    STAFF,
    {
      admin_action: 'action subject_kind subject_label reason before after at',
      operator_terms: 'number fee_bps windows reason set_at',
      person: 'role',
    },
  ],
  [
    STRIPE,
    {
      booking: 'stripe_payment_intent_id stripe_charge_id intent_attempt',
      card_payment: 'stripe_payment_method_id',
      chargeback: 'stripe_dispute_id',
      former_payout_account: 'stripe_account_id',
      ledger_transaction: 'stripe_object_id',
      returned_payout: 'stripe_payout_id stripe_account_id bank_id',
      saved_card: 'stripe_payment_method_id fingerprint',
      settlement: 'stripe_refund_id',
      settlement_transfer: 'stripe_transfer_id paid_account_id stripe_reversal_id restored_transfer_id',
      surplus_payment: 'stripe_payment_intent_id stripe_charge_id stripe_refund_id',
      workspace:
        'stripe_account_id stripe_account_attempt payout_details_submitted payout_disabled_reason payout_requirements payout_agreement payout_banks payouts_held_until reported_at stripe_customer_id stripe_customer_attempt card_setups',
    },
  ],
  [
    PACKAGE,
    {
      booking: 'category lead_days needs_product',
      order_request: 'sale',
      package_options: 'seq options since',
      package_price: 'seq price_cents since',
      questionnaire: 'updated_at',
    },
  ],
  [
    PROCESS,
    {
      booking: 'reminded_day',
      conversation: 'last_number',
      deliverable: 'position is_added planned_on',
      dispute_statement: 'seq',
      event: 'seq',
      message: 'announcement is_delivered erased_at files',
      offer: 'waits_for last_at',
      offer_version: 'number superseded_at',
      package: 'position',
      package_arrival: 'seq',
      publication: 'disclosed_at next_check_at',
      publication_metrics: 'number',
      time_off: 'position',
      waiting_list_entry: 'seq',
    },
  ],
  [
    DEADLINE,
    {
      booking:
        'pay_by accept_by accept_extended_at capture_before resumed_at paused_at release_at review_by reviewed_at',
      delivery: 'review_by',
      dispute: 'answer_by answered_at answer_missed_at release_left_ms offered_at offers',
      offer: 'ends_at',
      review: 'closes_at',
    },
  ],
  [
    FILE,
    {
      file: 'bytes upload_key parts media_type sha256 started_at finished_at dropped_at',
      publication: 'picture_name picture_width picture_height',
    },
  ],
  [VISIBLE, { review: 'answered_at' }],
  [
    OTHERS,
    {
      conversation: 'created_at',
      conversation_participant: 'last_number last_at read_number unread unread_since mailed_at read_at',
      dispute: 'decision_reason',
    },
  ],
];

/** Values that the export or the erasure need to find a row, and that cannot be different in each column. */
const FIXED: Record<string, string | null> = {
  // An account that is not deleted yet.
  'person.deleted_at': null,
  'workspace.deleted_at': null,
  // Only files that are still stored have a network hash.
  'file.dropped_at': null,
  'review.side': 'brand',
};

const toNumber = (index: number) => 10_000 + index;
const toMark = (index: number) => `mark-${index}-`;
const toTime = (index: number) => new Date(Date.UTC(2001, 0, 1) + index * 86_400_000).toISOString();

/** Returns the column whose value a column has: that to which its foreign key refers, or the column itself. */
function findSource(columns: readonly Column[], column: Column): Column {
  const { table, target, targetColumn } = column;
  const found = columns.find((each) => each.table === target && each.name === targetColumn);
  return found === undefined || target === table ? column : findSource(columns, found);
}

/** Returns the value of a column as SQL text, and how the export would show it. */
function plant(column: Column, index: number): { value: string | null; shown: string } {
  const { table, name, type } = column;
  const fixed = FIXED[`${table}.${name}`];
  if (fixed !== undefined) return { value: fixed, shown: fixed ?? '' };
  if (SUBJECT_PATTERN.test(name) || (['person', 'workspace'].includes(table) && name === 'id'))
    return { value: SUBJECT, shown: SUBJECT };
  const id = `00000000-0000-4000-9000-${String(index).padStart(12, '0')}`;
  if (type === 'uuid') return { value: id, shown: id };
  if (type === '_uuid') return { value: `{${id}}`, shown: id };
  if (type === 'bool') return { value: 'true', shown: '' };
  if (type.startsWith('timestamp')) return { value: toTime(index), shown: toTime(index).slice(0, 10) };
  if (type === 'date') return { value: toTime(index).slice(0, 10), shown: toTime(index).slice(0, 10) };
  if (/^_?(int|numeric|float|xid8)/.test(type)) {
    const shown = String(toNumber(index));
    // Some generated columns need five elements.
    return { value: type.startsWith('_') ? `{${Array(5).fill(shown).join(',')}}` : shown, shown };
  }
  if (type.startsWith('_')) return { value: `{${toMark(index)}}`, shown: toMark(index) };
  if (type === 'jsonb') return { value: JSON.stringify({ text: toMark(index) }), shown: toMark(index) };
  if (type === 'bytea') return { value: `\\x${Buffer.from(toMark(index)).toString('hex')}`, shown: toMark(index) };
  return { value: toMark(index), shown: toMark(index) };
}

/** Inserts one row into each table. Constraints and triggers are off, because the values mean nothing. */
async function plantRows(columns: readonly Column[]) {
  const byTable = Map.groupBy(columns, ({ table }) => table);
  const { pool } = stack.deps;
  const { rows: checks } = await pool.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, conname as name from pg_constraint
     where contype = 'c' and conrelid <> 0 and connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of checks) await pool.query(`alter table ${table} drop constraint ${name}`);
  const client = await pool.connect();
  const shown = new Map<Column, string>();
  try {
    await client.query(`set session_replication_role = replica`);
    for (const [table, of] of byTable) {
      const planted = of.map((column) => {
        const source = findSource(columns, column);
        return plant(source, columns.indexOf(source));
      });
      for (const [at, column] of of.entries()) shown.set(column, planted[at]?.shown ?? '');
      const values = of.map(({ type }, at) => `$${at + 1}::text::${type}`).join(', ');
      const names = of.map(({ name }) => `"${name}"`).join(', ');
      await client.query(
        `insert into ${table} (${names}) overriding system value values (${values})`,
        planted.map(({ value }) => value),
      );
    }
  } finally {
    await client.query(`set session_replication_role = default`);
    client.release();
  }
  return shown;
}

const exportAll = async (db: Kysely<Database>) =>
  JSON.stringify({ person: await exportPerson(db, SUBJECT), workspace: await exportWorkspace(db, SUBJECT) });

/** Reads the planted row of each table as text. Undefined if it was deleted. */
async function readRows(columns: readonly Column[]) {
  const rows = new Map<string, Record<string, string | null> | undefined>();
  for (const [table, of] of Map.groupBy(columns, (column) => column.table)) {
    const { rows: found } = await stack.deps.pool.query<Record<string, string | null>>(
      `select ${of.map(({ name }) => `"${name}"::text`).join(', ')} from ${table} limit 1`,
    );
    rows.set(table, found[0]);
  }
  return rows;
}

const setFlag = (table: string, name: string, value: boolean) =>
  stack.deps.pool.query(
    `begin; set local session_replication_role = replica; update ${table} set "${name}" = ${value}; commit`,
  );

it('exports or erases every column about a person or a workspace, or keeps it for a stated reason', async () => {
  const columns = selectColumnsAboutSubject(await listColumns());
  expect(columns.length).toBeGreaterThan(300);
  const shown = await plantRows(columns);
  const before = await readRows(columns);
  const exported = await exportAll(stack.deps.db);
  const isExported = new Set(
    columns.filter((column) => shown.get(column) !== '' && exported.includes(shown.get(column) ?? '')),
  );
  for (const column of columns.filter(({ type }) => type === 'bool')) {
    const { table, name } = column;
    const key = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    // True is not a different value in each column, so the export has to change with the column.
    if (!exported.includes(`"${key}":true`)) continue;
    await setFlag(table, name, false);
    if ((await exportAll(stack.deps.db)) !== exported) isExported.add(column);
    await setFlag(table, name, true);
  }
  await inTransaction(stack.deps, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx.db);
    await revokeAccess(tx, SUBJECT);
    await eraseWorkspace(tx, SUBJECT, stack.deps.now());
    await erasePerson(tx, SUBJECT, stack.deps.now());
  });
  const after = await readRows(columns);
  const deleted = new Set([...before.keys()].filter((table) => after.get(table) === undefined));
  for (const table of deleted)
    for (const column of columns) if (column.target === table && column.cascades) deleted.add(column.table);
  const uncovered = columns.filter(
    (column) =>
      !isReference(column) &&
      !isExported.has(column) &&
      !deleted.has(column.table) &&
      before.get(column.table)?.[column.name] === after.get(column.table)?.[column.name],
  );
  const kept = KEPT.flatMap(([, tables]) =>
    Object.entries(tables).flatMap(([table, names]) => names.split(' ').map((name) => `${table}.${name}`)),
  );
  expect(uncovered.map(({ table, name }) => `${table}.${name}`).toSorted()).toEqual(kept.toSorted());
});
