import type { PersonId } from '@marquee/contracts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';

/** Lists the emails sent to the user, without their text, which is erased after sending. */
export async function exportPersonalData(db: Db, personId: PersonId) {
  const mails = await db
    .selectFrom('mail')
    .select(['kind', 'createdAt', 'sentAt'])
    .where('personId', '=', personId)
    .orderBy('createdAt')
    .execute();
  return { mails };
}

/** Deletes the user's emails, sent or not, and their links. */
export async function erasePersonalData(tx: UnitOfWork, personId: PersonId): Promise<void> {
  await tx.db.deleteFrom('mail').where('personId', '=', personId).execute();
  await tx.db.deleteFrom('mailLink').where('personId', '=', personId).execute();
}
