import type { AdminOpenOrDone } from '@marquee/validation';
import { sql, type Transaction } from 'kysely';
import { PAGE_SIZE, type After } from '../../core/paging.ts';
import type { Database, Db } from '../../db/schema.ts';

/** What people wrote through the contact page, newest first. */
export const listContactMessages = (db: Db, { show }: AdminOpenOrDone, after: After | null) =>
  db
    .selectFrom('contactMessage')
    .leftJoin('appUser as answerer', 'answerer.id', 'contactMessage.answeredBy')
    .select([
      'contactMessage.id',
      'contactMessage.userId',
      'contactMessage.name',
      'contactMessage.email',
      'contactMessage.company',
      'contactMessage.subject',
      'contactMessage.category',
      'contactMessage.message',
      'contactMessage.createdAt',
      'contactMessage.answeredAt',
      'contactMessage.answerNote',
      'answerer.fullName as answeredByName',
    ])
    .where('contactMessage.answeredAt', show === 'open' ? 'is' : 'is not', null)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(contact_message.created_at, contact_message.id) < (${after?.at}, ${after?.id}::uuid)`),
    )
    .orderBy('contactMessage.createdAt', 'desc')
    .orderBy('contactMessage.id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();

export const lockContactMessage = (tx: Transaction<Database>, id: string) =>
  tx
    .selectFrom('contactMessage')
    .select(['id', 'name', 'subject', 'answeredAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const setAnswered = (
  tx: Transaction<Database>,
  id: string,
  change: { answeredAt: Date; answeredBy: string; answerNote: string },
) => tx.updateTable('contactMessage').set(change).where('id', '=', id).execute();

export const countOpenMessages = (db: Db) =>
  db
    .selectFrom('contactMessage')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('answeredAt', 'is', null)
    .executeTakeFirstOrThrow();
