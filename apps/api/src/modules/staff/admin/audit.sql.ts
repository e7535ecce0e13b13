import type { AdminAudit } from '@marquee/validation';
import { sql } from 'kysely';
import { PAGE_SIZE, type KeysetCursor } from '../../../core/paging.ts';
import type { Db } from '../../../db/schema.ts';

/** Lists staff actions, newest first. `actorName` is null for actions from the command line. */
export const listAdminActions = (
  db: Db,
  { action, actorPersonId, subjectId }: AdminAudit,
  after: KeysetCursor | null,
) =>
  db
    .selectFrom('adminAction')
    .leftJoin('person as actor', 'actor.id', 'adminAction.actorPersonId')
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
      'adminAction.actorPersonId',
      'actor.fullName as actorName',
    ])
    .$if(action !== undefined, (query) => query.where('action', '=', action as string))
    .$if(actorPersonId !== undefined, (query) => query.where('actorPersonId', '=', actorPersonId as string))
    .$if(subjectId !== undefined, (query) => query.where('subjectId', '=', subjectId as string))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(admin_action.at, admin_action.id) < (${after?.at}, ${after?.id}::uuid)`),
    )
    .orderBy('adminAction.at', 'desc')
    .orderBy('adminAction.id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();

/**
 * Lists the staff members who appear in the audit log. The recursive query jumps from one actor to the next in the
 * index, instead of reading every action.
 */
export async function listStaffActors(db: Db): Promise<{ id: string; fullName: string }[]> {
  const { rows } = await sql<{ id: string; fullName: string }>`
    with recursive actor as (
      (select actor_person_id from admin_action where actor_person_id is not null order by actor_person_id limit 1)
      union all
      select (select actor_person_id from admin_action where actor_person_id > actor.actor_person_id order by actor_person_id limit 1)
      from actor where actor.actor_person_id is not null
    )
    select id, full_name from actor cross join lateral (
      select id, full_name from person where person.id = actor.actor_person_id offset 0
    ) as person order by full_name`.execute(db);
  return rows;
}
