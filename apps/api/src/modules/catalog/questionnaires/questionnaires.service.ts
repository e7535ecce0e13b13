import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import {
  checkAnswers,
  listVisibleQuestions,
  type QuestionAnswer,
  type AnswerMap,
  type Question,
  type questionnaireInput,
} from '@marquee/validation';
import type { z } from 'zod';
import { mergeEdit } from '../../../core/edits.ts';
import { Failure } from '../../../core/failures.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';
import {
  deleteQuestionnaire,
  findQuestionnaire,
  insertQuestionnaireCopy,
  lockQuestionnaire,
  upsertQuestionnaire,
} from './questionnaires.sql.ts';

/**
 * Replaces the questions of the caller's package. Throws EDIT_STALE or PACKAGE_NOT_FOUND, also for another creator's
 * package.
 */
export function savePackageQuestionnaire(
  deps: Deps,
  actor: Actor,
  { packageId, base, ...edited }: z.output<typeof questionnaireInput>,
) {
  const creatorId = actor.workspaceId;
  return inTransaction(deps, async (tx) => {
    const before = await lockQuestionnaire(tx.db, packageId, creatorId);
    const { questions } = mergeEdit({ questions: before?.questions ?? [] }, edited, base);
    const saved = await upsertQuestionnaire(tx.db, { packageId, creatorId, questions, updatedAt: deps.now() });
    if (!saved) throw new Failure('PACKAGE_NOT_FOUND');
    return saved;
  });
}

/**
 * Deletes the questions of the caller's package. Existing bookings keep their copy. Throws QUESTIONNAIRE_NOT_FOUND
 * if the package has no questions or belongs to another creator.
 */
export async function removePackageQuestionnaire(deps: Deps, actor: Actor, packageId: string): Promise<void> {
  const creatorId = actor.workspaceId;
  const wasDeleted = await inTransaction(deps, (tx) => deleteQuestionnaire(tx.db, { packageId, creatorId }));
  if (wasDeleted === 0) throw new Failure('QUESTIONNAIRE_NOT_FOUND');
}

/** Copies a package's questions to another package. The caller checks that both belong to the same creator. */
export async function copyQuestionnaire(
  db: Db,
  { from, to, at }: { from: string; to: string; at: Date },
): Promise<void> {
  await insertQuestionnaireCopy(db, from, { packageId: to, updatedAt: at });
}

/** Lists a package's questions if the package is active or belongs to `viewerId`. */
export const getPackageQuestions = async (db: Db, packageId: string, viewerId: string | null): Promise<Question[]> =>
  (await findQuestionnaire(db, packageId, viewerId))?.questions ?? [];

/**
 * Validates answers against the questions of an active package. Returns the questions and answers in the form that a
 * booking stores, without questions that a rule hides for these answers. Throws ANSWERS_INVALID with the first
 * message.
 */
export async function validatePackageAnswers(
  db: Db,
  packageId: string,
  answers: AnswerMap,
): Promise<{ questions: Question[]; answers: QuestionAnswer[] }> {
  const questions = await getPackageQuestions(db, packageId, null);
  const checked = checkAnswers(questions, answers);
  if ('message' in checked) throw new Failure('ANSWERS_INVALID', checked.message);
  return { questions: listVisibleQuestions(questions, answers), answers: checked.answers };
}
