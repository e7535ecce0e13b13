import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * The lines of papers (0078) are written with the papers from here on. Whoever writes to the ledger waits until the
 * transaction of all migrations ends, so it comes behind what fills.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await keeping(db);
  await makeUpFor(db);
  await sql`analyze receipt_line, payout_line`.execute(db);
}

/** Whoever moves a booking's money has locked the booking: nobody else writes its lines at the same time. */
async function keeping(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create function line_document() returns trigger language plpgsql as $$
    begin
      if new.kind = 'payout' then
        insert into payout_line select * from payout_line_now where transaction_id = new.transaction_id;
      else
        insert into receipt_line select * from receipt_line_now where document_id = new.id;
      end if;
      return null;
    end $$`.execute(db);
  await sql`create trigger ledger_document_lined after insert on ledger_document
    for each row when (new.kind <> 'agreement') execute function line_document()`.execute(db);
  // What has no paper of its own, or changes what another one says.
  await sql`
    create function line_entries() returns trigger language plpgsql as $$
    declare
      movement ledger_transaction;
    begin
      for movement in select * from ledger_transaction where id in (select transaction_id from added)
        and kind in ('refund', 'refund_returned', 'refund_replaced', 'chargeback', 'chargeback_won', 'reversal') loop
        if movement.kind = 'reversal' then
          insert into payout_line select * from payout_line_now where transaction_id = movement.id;
        else
          update receipt_line as line set refunded_cents = now.refunded_cents, charged_back_cents = now.charged_back_cents
          from receipt_line_now as now
          where now.booking_id = movement.booking_id
            and (line.brand_id, line.issued_at, line.document_id) = (now.brand_id, now.issued_at, now.document_id);
        end if;
      end loop;
      return null;
    end $$`.execute(db);
  await sql`create trigger ledger_entry_lined after insert on ledger_entry
    referencing new table as added for each statement execute function line_entries()`.execute(db);
  // That of 0072 with it, for when triggers are off.
  await sql`
    create or replace function rebuild_booking_figures() returns void language plpgsql as $$
    begin
      delete from creator_day;
      insert into creator_day select * from creator_day_now;
      delete from payout_share;
      insert into payout_share select * from payout_share_now;
      delete from payout_total;
      insert into payout_total select * from payout_total_now;
      delete from receipt_line;
      insert into receipt_line select * from receipt_line_now;
      delete from payout_line;
      insert into payout_line select * from payout_line_now;
    end $$`.execute(db);
}

/** What was written while they were filled. */
async function makeUpFor(db: QueryExecutorProvider): Promise<void> {
  await sql`insert into receipt_line select now.* from receipt_line_now as now where document_id = any(array(
    select id from ledger_document where kind in ('receipt', 'credit_note') except select document_id from receipt_line))`.execute(
    db,
  );
  await sql`
    update receipt_line as line set refunded_cents = now.refunded_cents, charged_back_cents = now.charged_back_cents
    from (
      select booking_id, coalesce(sum(amount_cents) filter (where not by_bank), 0) as refunded_cents,
        coalesce(sum(amount_cents) filter (where by_bank), 0) as charged_back_cents
      from booking_return group by booking_id
    ) as now
    where now.booking_id = line.booking_id
      and (line.refunded_cents, line.charged_back_cents) is distinct from (now.refunded_cents, now.charged_back_cents)`.execute(
    db,
  );
  await sql`insert into payout_line select now.* from payout_line_now as now where transaction_id = any(array(
    select id from ledger_transaction where kind in ('release', 'restore', 'reversal')
    except select transaction_id from payout_line))`.execute(db);
}
