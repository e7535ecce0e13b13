/**
 * The unsaved questions of a package, on this device (local storage): they survive a reload, leaving and closing the
 * browser. Anything unreadable counts as nothing.
 */
import { QUESTION_TYPES, type Question } from '@marquee/validation';
import { deviceStorage } from '../../lib/storage.ts';
import type { DraftQuestion } from './draftQuestions.ts';

export interface StoredQuestionnaireDraft {
  questions: DraftQuestion[];
  /** The saved questions it was made from: others mean that somebody has saved since. */
  base: readonly Question[];
}

const getQuestionnaireDraftKey = (packageId: string) => `marquee.questions.${packageId}`;

/** Keeps a draft; false when this device keeps nothing (storage is switched off or full). */
export const storeQuestionnaireDraft = (packageId: string, draft: StoredQuestionnaireDraft): boolean =>
  deviceStorage.setJson(getQuestionnaireDraftKey(packageId), draft);

/** The draft of a package, or null. */
export function findQuestionnaireDraft(packageId: string): StoredQuestionnaireDraft | null {
  const draft = deviceStorage.getJson(getQuestionnaireDraftKey(packageId));
  return isStoredDraft(draft) ? draft : null;
}

/** Forgets the draft: it was saved for all, or thrown away. */
export const deleteQuestionnaireDraft = (packageId: string): void =>
  deviceStorage.remove(getQuestionnaireDraftKey(packageId));

/** Whether two lists of saved questions say the same. */
export const areQuestionsEqual = (one: readonly Question[], other: readonly Question[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isStoredDraft = (value: unknown): value is StoredQuestionnaireDraft =>
  isObject(value) &&
  Array.isArray(value['base']) &&
  Array.isArray(value['questions']) &&
  value['questions'].every(isStoredQuestion);

function isStoredQuestion(value: unknown): value is DraftQuestion {
  if (!isObject(value)) return false;
  const { id, type, question, required, placeholder, options, showIf } = value;
  return (
    [id, question, placeholder].every((each) => typeof each === 'string') &&
    QUESTION_TYPES.some((each) => each === type) &&
    typeof required === 'boolean' &&
    Array.isArray(options) &&
    options.every((each) => isObject(each) && typeof each['id'] === 'string' && typeof each['text'] === 'string') &&
    (showIf === null || (isObject(showIf) && typeof showIf['questionId'] === 'string' && Array.isArray(showIf['is'])))
  );
}
