import type { PersonId, WorkspaceId } from '@marquee/contracts';
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

/**
 * Returns when a person joined a workspace with an invitation, and since when the account that invited them has had a
 * second factor. Undefined if they joined before `since`, or without an invitation, like the founder.
 */
export const findRecentInvitation = (
  db: Db,
  { workspaceId, personId }: { workspaceId: WorkspaceId; personId: PersonId },
  since: Date,
) =>
  db
    .selectFrom('member')
    .innerJoin('invitation', (join) =>
      join
        .onRef('invitation.workspaceId', '=', 'member.workspaceId')
        .onRef('invitation.acceptedByPersonId', '=', 'member.personId')
        .onRef('invitation.acceptedAt', '=', 'member.joinedAt'),
    )
    .innerJoin('person as inviter', 'inviter.id', 'invitation.invitedByPersonId')
    .select(['member.joinedAt', 'inviter.factorSince'])
    .where('member.workspaceId', '=', workspaceId)
    .where('member.personId', '=', personId)
    .where('member.joinedAt', '>', since)
    .executeTakeFirst();
