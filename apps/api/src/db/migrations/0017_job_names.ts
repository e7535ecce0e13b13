/** Jobs are named after the module that does them: those that wait are renamed with their keys. */
import { sql, type QueryExecutorProvider } from 'kysely';

const NAMES = {
  'payments.release': 'settlements.release',
  'payments.release_due': 'settlements.release_due',
  'payments.remind': 'settlements.remind',
  'payments.refund': 'settlements.refund',
  'payments.refund_surplus': 'settlements.refund_surplus',
  'payments.sync_refund': 'settlements.sync_refund',
  'payments.sync_account': 'settlements.sync_account',
  'payments.chargeback': 'chargebacks.sync',
  'payments.lapse_cancellation': 'cancellations.lapse',
  'payments.lapse_dispute': 'disputes.lapse',
  'payments.reconcile': 'reconciliation.run',
};

export async function up(db: QueryExecutorProvider): Promise<void> {
  // The queue's own migrations run after ours: in a new database there is nothing to rename.
  const { rows } = await sql<{ queue: string | null }>`
    select to_regclass('graphile_worker._private_jobs')::text as queue`.execute(db);
  if (rows[0]?.queue === null) return;
  for (const [before, after] of Object.entries(NAMES)) {
    await sql`update graphile_worker._private_tasks set identifier = ${after} where identifier = ${before}`.execute(db);
    await sql`
      update graphile_worker._private_jobs set key = ${after} || substr(key, length(${before}::text) + 1)
      where starts_with(key, ${before}::text || ':')`.execute(db);
  }
}
