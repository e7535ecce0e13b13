import type { WorkspaceId } from '@marquee/contracts';
import { randomBytes } from 'node:crypto';
import { DELETED_USERNAME_PREFIX } from '@marquee/validation';
import type { Transaction } from 'kysely';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Database, Db } from '../../../db/schema.ts';

/** Returns the workspace with its profile and its members. */
export async function exportPersonalData(db: Db, workspaceId: WorkspaceId) {
  const [workspace, members, invitations, ownershipChanges, memberActions] = await Promise.all([
    db
      .selectFrom('workspace')
      .select([
        'id',
        'username',
        'fullName',
        'userType',
        'bio',
        'location',
        'profileImageUrl',
        'categories',
        'languages',
        'links',
        'followers',
        'payoutsEnabled',
        'payoutCountry',
        'timeZone',
        'suspendedAt',
        'suspendedReason',
        'createdAt',
      ])
      .where('id', '=', workspaceId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('member')
      .innerJoin('person', 'person.id', 'member.personId')
      .select([
        'person.fullName',
        'person.email',
        'member.role',
        'member.joinedAt',
        'orderLimitCents',
        'monthLimitCents',
      ])
      .where('workspaceId', '=', workspaceId)
      .orderBy('joinedAt')
      .execute(),
    db
      .selectFrom('invitation')
      .select(['email', 'role', 'createdAt', 'acceptedAt', 'revokedAt'])
      .where('workspaceId', '=', workspaceId)
      .orderBy('createdAt')
      .execute(),
    db
      .selectFrom('ownershipChange')
      .innerJoin('person', 'person.id', 'ownershipChange.personId')
      .select([
        'person.fullName',
        'kind',
        'ownershipChange.role',
        'requestedAt',
        'effectiveAt',
        'doneAt',
        'cancelledAt',
      ])
      .where('workspaceId', '=', workspaceId)
      .orderBy('requestedAt')
      .execute(),
    db
      .selectFrom('workspaceAction')
      .leftJoin('person', 'person.id', 'workspaceAction.personId')
      .select(['kind', 'data', 'at', 'person.fullName as memberName'])
      .where('workspaceId', '=', workspaceId)
      .orderBy('at')
      .execute(),
  ]);
  return { workspace, members, invitations, ownershipChanges, memberActions };
}

/** Erases the workspace's name and profile. The row stays because bookings and the ledger reference it. */
export async function erasePersonalData(tx: UnitOfWork, workspaceId: WorkspaceId, at: Date): Promise<void> {
  await tx.db.deleteFrom('invitation').where('workspaceId', '=', workspaceId).execute();
  await tx.db.deleteFrom('ownershipChange').where('workspaceId', '=', workspaceId).execute();
  await tx.db.deleteFrom('workspaceAction').where('workspaceId', '=', workspaceId).execute();
  await tx.db
    .updateTable('workspace')
    .set({
      username: await findFreeDeletedUsername(tx.db),
      fullName: 'Deleted user',
      bio: '',
      location: '',
      payoutCountry: null,
      timeZone: null,
      profileImageUrl: null,
      categories: [],
      languages: [],
      links: '[]',
      followers: 0,
      deletedAt: at,
      erasedAt: at,
    })
    .where('id', '=', workspaceId)
    .execute();
}

/** Returns a random free username. A predictable username could already be taken by another user. */
async function findFreeDeletedUsername(db: Transaction<Database>): Promise<string> {
  for (;;) {
    const username = `${DELETED_USERNAME_PREFIX}${randomBytes(10).toString('hex')}`;
    const taken = await db.selectFrom('workspace').select('id').where('username', '=', username).executeTakeFirst();
    if (!taken) return username;
  }
}
