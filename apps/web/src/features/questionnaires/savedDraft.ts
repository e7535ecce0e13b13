/**
 * The unsaved questions of a package, on this device (local storage): they survive a reload, leaving and closing the
 * browser. Anything unreadable counts as nothing.
 */
import { QUESTION_TYPES, type Question } from '@marquee/validation';
import { deviceStorage } from '../../lib/storage.ts';
import type { DraftQuestion } from './draft.ts';

export interface SavedDraft {
  questions: DraftQuestion[];
  /** The saved questions it was made from: others mean that somebody has saved since. */
  base: readonly Question[];
}

const keyOf = (packageId: string) => `marquee.questions.${packageId}`;

/** Keeps a draft; false when this device keeps nothing (storage is switched off or full). */
export const keepDraft = (packageId: string, draft: SavedDraft): boolean =>
  deviceStorage.setJson(keyOf(packageId), draft);

/** The draft of a package, or null. */
export function findDraft(packageId: string): SavedDraft | null {
  const draft = deviceStorage.getJson(keyOf(packageId));
  return isDraft(draft) ? draft : null;
}

/** Forgets the draft: it was saved for all, or thrown away. */
export const dropDraft = (packageId: string): void => deviceStorage.remove(keyOf(packageId));

/** Whether two lists of saved questions say the same. */
export const sameQuestions = (one: readonly Question[], other: readonly Question[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isDraft = (value: unknown): value is SavedDraft =>
  isObject(value) &&
  Array.isArray(value['base']) &&
  Array.isArray(value['questions']) &&
  value['questions'].every(isQuestion);

function isQuestion(value: unknown): value is DraftQuestion {
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
