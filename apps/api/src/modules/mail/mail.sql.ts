import type { Insertable, Transaction } from 'kysely';
import type { Database, Db, LinkPurpose } from '../../db/schema.ts';

/** The id of the new mail; undefined when this person has had this one before. */
export const insertMail = (tx: Transaction<Database>, row: Insertable<Database['mail']>) =>
  tx
    .insertInto('mail')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();

/** A mail that is still owed, and its recipient as he is now. */
export const findOwedMail = (db: Db, id: string) =>
  db
    .selectFrom('mail')
    .leftJoin('appUser', 'appUser.id', 'mail.userId')
    .select([
      'mail.id',
      'mail.kind',
      'mail.userId',
      'mail.address',
      'mail.data',
      'mail.createdAt',
      'appUser.email',
      'appUser.deletedAt',
    ])
    .where('mail.id', '=', id)
    .where('mail.data', 'is not', null)
    .executeTakeFirst();

/** Notes that a mail is done with and forgets what it said. */
export const setMailDone = (db: Db, id: string, outcome: { sentAt: Date } | { droppedAt: Date }) =>
  db
    .updateTable('mail')
    .set({ ...outcome, data: null, address: null })
    .where('id', '=', id)
    .execute();

export const insertLink = (db: Db, row: Insertable<Database['mailLink']>) =>
  db.insertInto('mailLink').values(row).execute();

const linkColumns = ['userId', 'email', 'usedAt', 'expiresAt'] as const;

export const findLink = (db: Db, where: { tokenHash: string; purpose: LinkPurpose }) =>
  db
    .selectFrom('mailLink')
    .select(linkColumns)
    .where('tokenHash', '=', where.tokenHash)
    .where('purpose', '=', where.purpose)
    .executeTakeFirst();

/** Compare and set: of two that use a link at once, one gets it. */
export const setLinkUsed = (tx: Transaction<Database>, where: { tokenHash: string; purpose: LinkPurpose }, now: Date) =>
  tx
    .updateTable('mailLink')
    .set({ usedAt: now })
    .where('tokenHash', '=', where.tokenHash)
    .where('purpose', '=', where.purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(linkColumns)
    .executeTakeFirst();

export const deleteUnusedLinks = (tx: Transaction<Database>, userId: string, purposes: LinkPurpose[]) =>
  tx
    .deleteFrom('mailLink')
    .where('userId', '=', userId)
    .where('purpose', 'in', purposes)
    .where('usedAt', 'is', null)
    .execute();

export const deleteExpiredLinks = (db: Db, userId: string, now: Date) =>
  db.deleteFrom('mailLink').where('userId', '=', userId).where('expiresAt', '<', now).execute();

/** Forgets everything that was mailed to a person. */
export const deleteMailsOf = async (tx: Transaction<Database>, userId: string) => {
  await tx.deleteFrom('mail').where('userId', '=', userId).execute();
  await tx.deleteFrom('mailLink').where('userId', '=', userId).execute();
};
