import type { AdminAudit } from '@marquee/validation';
import { sql } from 'kysely';
import { PAGE_SIZE, type After } from '../../core/paging.ts';
import type { Db } from '../../db/schema.ts';

/** What staff did, newest first. `actorName` is null for the command line. */
export const listAdminActions = (db: Db, { action, actorId, subjectId }: AdminAudit, after: After | null) =>
  db
    .selectFrom('adminAction')
    .leftJoin('appUser as actor', 'actor.id', 'adminAction.actorId')
    .select([
      'adminAction.id',
      'adminAction.action',
      'adminAction.subjectKind',
      'adminAction.subjectId',
      'adminAction.subjectLabel',
      'adminAction.reason',
      'adminAction.before',
      'adminAction.after',
      'adminAction.at',
      'adminAction.actorId',
      'actor.fullName as actorName',
    ])
    .$if(action !== undefined, (query) => query.where('action', '=', action as string))
    .$if(actorId !== undefined, (query) => query.where('actorId', '=', actorId as string))
    .$if(subjectId !== undefined, (query) => query.where('subjectId', '=', subjectId as string))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(admin_action.at, admin_action.id) < (${after?.at}, ${after?.id}::uuid)`),
    )
    .orderBy('adminAction.at', 'desc')
    .orderBy('adminAction.id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();

/** Who has done something as staff, to choose from. */
export const listActors = (db: Db) =>
  db
    .selectFrom('appUser')
    .select(['id', 'fullName'])
    .where((eb) =>
      eb.exists(
        eb.selectFrom('adminAction').select('adminAction.id').whereRef('adminAction.actorId', '=', 'appUser.id'),
      ),
    )
    .orderBy('fullName')
    .execute();
