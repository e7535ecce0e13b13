import type { Question } from '@marquee/validation';
import { sql } from 'kysely';
import { isForSaleSql } from '../../db/for-sale.ts';
import type { Db } from '../../db/schema.ts';

/** The questions of a package that is for sale, or of its creator `viewerId` whatever it is. */
export const findQuestionnaire = (db: Db, packageId: string, viewerId: string | null) =>
  db
    .selectFrom('questionnaire')
    .innerJoin('package', 'package.id', 'questionnaire.packageId')
    .select(['questionnaire.packageId', 'questionnaire.questions'])
    .where('questionnaire.packageId', '=', packageId)
    .where((eb) => eb.or([isForSaleSql, eb('package.creatorId', '=', viewerId)]))
    .executeTakeFirst();

/** Saves the questions of a package of this creator; undefined when there is no such package. */
export const upsertQuestionnaire = (
  db: Db,
  row: { packageId: string; creatorId: string; questions: readonly Question[]; updatedAt: Date },
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

/** Copies the questions of the package `from`; nothing where it has none. */
export const insertCopyOf = (db: Db, from: string, row: { packageId: string; updatedAt: Date }) =>
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

/** Takes the questions of a package of this creator away; returns how many questionnaires that was. */
export async function deleteQuestionnaire(db: Db, where: { packageId: string; creatorId: string }): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('questionnaire')
    .using('package')
    .whereRef('package.id', '=', 'questionnaire.packageId')
    .where('questionnaire.packageId', '=', where.packageId)
    .where('package.creatorId', '=', where.creatorId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
