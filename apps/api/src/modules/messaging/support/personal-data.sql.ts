import type { PersonId } from '@marquee/contracts';
import { sql } from 'kysely';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';

/** Returns the user's contact messages with their own replies. */
export async function exportPersonalData(db: Db, personId: PersonId) {
  const contactMessages = await db
    .selectFrom('contactMessage')
    .select(['name', 'email', 'company', 'subject', 'category', 'message', 'createdAt'])
    .select(
      sql<{ text: string; at: string }[]>`coalesce((
          select jsonb_agg(jsonb_build_object('text', text, 'at', at) order by at)
          from contact_reply where message_id = contact_message.id and staff_person_id is null), '[]')`.as('replies'),
    )
    .where('personId', '=', personId)
    .execute();
  return { contactMessages };
}

/** Deletes the user's contact messages with all replies. */
export async function erasePersonalData(tx: UnitOfWork, personId: PersonId): Promise<void> {
  await tx.db.deleteFrom('contactMessage').where('personId', '=', personId).execute();
}
