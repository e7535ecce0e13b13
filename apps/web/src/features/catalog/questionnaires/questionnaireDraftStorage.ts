/**
 * Stores unsaved questions in local storage, so that they survive reloading and closing the browser. Invalid stored
 * data is ignored.
 */
import { QUESTION_TYPES, type Question } from '@marquee/validation';
import { openDeviceStorage } from '../../../lib/storage.ts';
import { getStorageOwner } from '../../../lib/storageOwner.ts';
import type { DraftQuestion } from './draftQuestions.ts';

export interface StoredQuestionnaireDraft {
  questions: DraftQuestion[];
  /**
   * The saved questions on which the draft is based. If the questions on the server differ, they have been saved
   * again since the draft was started.
   */
  base: readonly Question[];
}

const getQuestionnaireDraftKey = (packageId: string) => `questions ${packageId}`;

/** Stores a draft. Returns false if local storage is disabled or full. */
export const storeQuestionnaireDraft = (packageId: string, draft: StoredQuestionnaireDraft): boolean =>
  openDeviceStorage(getStorageOwner()).setJson(getQuestionnaireDraftKey(packageId), draft);

export function findQuestionnaireDraft(packageId: string): StoredQuestionnaireDraft | null {
  const draft = openDeviceStorage(getStorageOwner()).getJson(getQuestionnaireDraftKey(packageId));
  return isStoredDraft(draft) ? draft : null;
}

/** Deletes the draft once it has been saved or discarded. */
export const deleteQuestionnaireDraft = (packageId: string): void =>
  openDeviceStorage(getStorageOwner()).remove(getQuestionnaireDraftKey(packageId));

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
