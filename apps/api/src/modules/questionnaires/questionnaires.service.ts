import {
  checkAnswers,
  listVisibleQuestions,
  type QuestionAnswer,
  type AnswerMap,
  type Question,
  type questionnaireInput,
} from '@marquee/validation';
import type { z } from 'zod';
import type { UserCtx } from '../../core/ctx.ts';
import { Failure } from '../../core/failures.ts';
import type { Db } from '../../db/schema.ts';
import { deleteQuestionnaire, findQuestionnaire, insertCopyOf, upsertQuestionnaire } from './questionnaires.sql.ts';

/** Replaces the questions of the caller's package. Throws PACKAGE_NOT_FOUND, also for another creator's. */
export async function saveQuestions(ctx: UserCtx, input: z.output<typeof questionnaireInput>) {
  const saved = await upsertQuestionnaire(ctx.db, { ...input, creatorId: ctx.user.id, updatedAt: ctx.now() });
  if (!saved) throw new Failure('PACKAGE_NOT_FOUND');
  return saved;
}

/**
 * Takes all questions of the caller's package away, so that brands are asked nothing more. Bookings keep theirs.
 * Throws QUESTIONNAIRE_NOT_FOUND: it has none, or is another creator's.
 */
export async function removeQuestions(ctx: UserCtx, packageId: string): Promise<void> {
  const removed = await deleteQuestionnaire(ctx.db, { packageId, creatorId: ctx.user.id });
  if (removed === 0) throw new Failure('QUESTIONNAIRE_NOT_FOUND');
}

/**
 * Gives a package the questions of another one, if it has any; the caller has made sure that both are one creator's.
 */
export async function copyQuestions(db: Db, { from, to, at }: { from: string; to: string; at: Date }): Promise<void> {
  await insertCopyOf(db, from, { packageId: to, updatedAt: at });
}

/** The questions of a package that is for sale, or of its creator `viewerId`; none where it has none. */
export const questionsOf = async (db: Db, packageId: string, viewerId: string | null): Promise<Question[]> =>
  (await findQuestionnaire(db, packageId, viewerId))?.questions ?? [];

/**
 * Checks answers against the questions of an active package and returns both, as a booking keeps them: the questions
 * that were asked, without those that a rule has hidden.
 * Throws ANSWERS_INVALID and the first failing rule's sentence.
 */
export async function answersFor(
  db: Db,
  packageId: string,
  answers: AnswerMap,
): Promise<{ questions: Question[]; answers: QuestionAnswer[] }> {
  const questions = await questionsOf(db, packageId, null);
  const checked = checkAnswers(questions, answers);
  if ('message' in checked) throw new Failure('ANSWERS_INVALID', checked.message);
  return { questions: listVisibleQuestions(questions, answers), answers: checked.answers };
}
