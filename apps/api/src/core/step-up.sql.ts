import type { PersonId } from '@marquee/contracts';
import type { Db } from '../db/schema.ts';

export const findAccountCreation = (db: Db, personId: PersonId) =>
  db.selectFrom('person').select('createdAt').where('id', '=', personId).executeTakeFirstOrThrow();

/** Returns whether the account's password has been reset with an emailed link since `since`. */
export const hasResetPassword = async (db: Db, personId: PersonId, since: Date): Promise<boolean> =>
  (await db
    .selectFrom('mailLink')
    .select('usedAt')
    .where('personId', '=', personId)
    .where('purpose', '=', 'reset_password')
    .where('usedAt', '>', since)
    .limit(1)
    .executeTakeFirst()) !== undefined;
