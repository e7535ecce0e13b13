import { LIMITS, type ThreadListInput } from '@marquee/validation';
import { sql, type Insertable, type Transaction, type Updateable } from 'kysely';
import { PAGE_SIZE, type KeysetCursor } from '../../../core/paging.ts';
import type { Database, Db } from '../../../db/schema.ts';
import { workspaceForStaffSql } from '../../../db/staff-page.ts';

export const insertContactMessage = (
  db: Transaction<Database>,
  message: Insertable<Database['contactMessage']>,
): Promise<{ id: string }> => db.insertInto('contactMessage').values(message).returning('id').executeTakeFirstOrThrow();

const contactMessageColumns = [
  'contactMessage.id',
  'contactMessage.number',
  'contactMessage.status',
  'contactMessage.name',
  'contactMessage.email',
  'contactMessage.company',
  'contactMessage.subject',
  'contactMessage.category',
  'contactMessage.message',
  'contactMessage.createdAt',
  'contactMessage.answeredAt',
  'contactMessage.answerNote',
] as const;

/** The workspace of the signed-in sender. Null for a visitor. */
const senderWorkspaceIdSql = workspaceForStaffSql(sql`contact_message.person_id`).as('senderWorkspaceId');

/** Lists the contact messages whose status is `show`, latest first. */
export const listContactMessages = (db: Db, { show }: ThreadListInput, after: KeysetCursor | null) =>
  db
    .selectFrom('contactMessage')
    .leftJoin('person as answerer', 'answerer.id', 'contactMessage.answeredByPersonId')
    .select([...contactMessageColumns, 'answerer.fullName as answeredByName', senderWorkspaceIdSql])
    .where('contactMessage.status', '=', show)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(contact_message.created_at, contact_message.id) < (${after?.at}, ${after?.id}::uuid)`),
    )
    .orderBy('contactMessage.createdAt', 'desc')
    .orderBy('contactMessage.id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();

export const findContactMessage = (db: Db, id: string) =>
  db
    .selectFrom('contactMessage')
    .leftJoin('person as answerer', 'answerer.id', 'contactMessage.answeredByPersonId')
    .select([...contactMessageColumns, 'answerer.fullName as answeredByName', senderWorkspaceIdSql])
    .where('contactMessage.id', '=', id)
    .executeTakeFirst();

/** Lists the replies to a contact message, oldest first. Not paged, because their number is limited. */
export const listContactReplies = (db: Db, messageId: string) =>
  db
    .selectFrom('contactReply')
    .leftJoin('person as staff', 'staff.id', 'contactReply.staffPersonId')
    .select(['contactReply.id', 'contactReply.text', 'contactReply.at', 'staff.fullName as staffName'])
    .select((eb) => eb('contactReply.staffPersonId', 'is not', null).as('isStaff'))
    .where('messageId', '=', messageId)
    .orderBy('at')
    .orderBy('contactReply.id')
    .limit(LIMITS.contactReplies)
    .execute();

/** Locks a contact message while a reply is added. */
export const lockContactMessage = (db: Transaction<Database>, id: string) =>
  db
    .selectFrom('contactMessage')
    .select(['id', 'number', 'status', 'name', 'email', 'subject', 'category'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const countContactReplies = async (db: Transaction<Database>, messageId: string): Promise<number> =>
  (
    await db
      .selectFrom('contactReply')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('messageId', '=', messageId)
      .executeTakeFirstOrThrow()
  ).count;

export const insertContactReply = (
  db: Transaction<Database>,
  reply: Insertable<Database['contactReply']>,
): Promise<{ id: string }> => db.insertInto('contactReply').values(reply).returning('id').executeTakeFirstOrThrow();

export const updateContactMessage = (
  db: Transaction<Database>,
  id: string,
  change: Updateable<Database['contactMessage']>,
) => db.updateTable('contactMessage').set(change).where('id', '=', id).execute();

export const countOpenThreads = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('contactMessage')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('status', '=', 'open')
      .executeTakeFirstOrThrow()
  ).count;
