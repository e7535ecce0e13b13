import type { Question } from '@marquee/validation';
import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';

/** The questions of a package that anyone may see, or (inactive) of its creator `viewerId`. */
export const findQuestionnaire = (db: Db, packageId: string, viewerId: string | null) =>
  db
    .selectFrom('questionnaire')
    .innerJoin('package', 'package.id', 'questionnaire.packageId')
    .select(['questionnaire.packageId', 'questionnaire.questions'])
    .where('questionnaire.packageId', '=', packageId)
    .where((eb) => eb.or([eb('package.isActive', '=', sql.lit(true)), eb('package.creatorId', '=', viewerId)]))
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
