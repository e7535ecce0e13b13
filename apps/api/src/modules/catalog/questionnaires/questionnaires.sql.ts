import type { WorkspaceId } from '@marquee/contracts';
import type { Question } from '@marquee/validation';
import { sql, type Transaction } from 'kysely';
import { isForSaleSql } from '../../../db/for-sale.ts';
import type { Database, Db } from '../../../db/schema.ts';

/** Returns a package's questions if the package is active or belongs to `viewerId`. */
export const findQuestionnaire = (db: Db, packageId: string, viewerId: string | null) =>
  db
    .selectFrom('questionnaire')
    .innerJoin('package', 'package.id', 'questionnaire.packageId')
    .select(['questionnaire.packageId', 'questionnaire.questions'])
    .where('questionnaire.packageId', '=', packageId)
    .where((eb) => eb.or([isForSaleSql, eb('package.creatorId', '=', viewerId)]))
    .executeTakeFirst();

/** Locks a creator's package and returns its questions, or undefined if there are none. */
export async function lockQuestionnaire(db: Transaction<Database>, packageId: string, creatorId: WorkspaceId) {
  await db
    .selectFrom('package')
    .select('id')
    .where('id', '=', packageId)
    .where('creatorId', '=', creatorId)
    .forNoKeyUpdate()
    .execute();
  return findQuestionnaire(db, packageId, creatorId);
}

/** Stores the questions of a creator's package. Returns undefined if the creator has no such package. */
export const upsertQuestionnaire = (
  db: Db,
  row: { packageId: string; creatorId: WorkspaceId; questions: readonly Question[]; updatedAt: Date },
) =>
  db
    .insertInto('questionnaire')
    .columns(['packageId', 'questions', 'updatedAt'])
    .expression((eb) =>
      eb
        .selectFrom('package')
        .select((select) => [
          'package.id',
          sql<string>`${JSON.stringify(row.questions)}::jsonb`.as('questions'),
          select.val(row.updatedAt).as('updatedAt'),
        ])
        .where('package.id', '=', row.packageId)
        .where('package.creatorId', '=', row.creatorId),
    )
    .onConflict((conflict) =>
      conflict.column('packageId').doUpdateSet((eb) => ({
        questions: eb.ref('excluded.questions'),
        updatedAt: eb.ref('excluded.updatedAt'),
      })),
    )
    .returning(['packageId', 'questions'])
    .executeTakeFirst();

export const insertQuestionnaireCopy = (db: Db, from: string, row: { packageId: string; updatedAt: Date }) =>
  db
    .insertInto('questionnaire')
    .columns(['packageId', 'questions', 'updatedAt'])
    .expression((eb) =>
      eb
        .selectFrom('questionnaire')
        .select((select) => [
          sql<string>`${row.packageId}::uuid`.as('packageId'),
          'questions',
          select.val(row.updatedAt).as('updatedAt'),
        ])
        .where('packageId', '=', from),
    )
    .execute();

/** Deletes the questions of a creator's package. Returns the number of deleted rows. */
export async function deleteQuestionnaire(
  db: Db,
  where: { packageId: string; creatorId: WorkspaceId },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('questionnaire')
    .using('package')
    .whereRef('package.id', '=', 'questionnaire.packageId')
    .where('questionnaire.packageId', '=', where.packageId)
    .where('package.creatorId', '=', where.creatorId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
