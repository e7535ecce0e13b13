import type { Question } from '@marquee/validation';
import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { focusField } from '../../../lib/focusField.ts';
import { notify } from '../../../lib/notify.ts';
import type { AddMode } from './AddQuestionsDialog.tsx';
import {
  findBrokenRule,
  toDraftQuestions,
  duplicateQuestion,
  createDraftQuestion,
  removeMissingAnswers,
  type DraftQuestion,
} from './draftQuestions.ts';
import type { QuestionsForm } from './useQuestionnaireDraft.ts';

export type QuestionListActions = ReturnType<typeof useQuestionList>;

/** Longer questionnaires show one line per question, and the fields only of questions that the creator opens. */
const MAX_OPEN_QUESTIONS = 3;

const listOpenIds = (questions: readonly DraftQuestion[]): string[] =>
  questions.length > MAX_OPEN_QUESTIONS ? [] : questions.map(({ id }) => id);

/** Maximum time between the two clicks of a double click. */
const DOUBLE_CLICK_MS = 600;

/**
 * Returns functions that change the list of questions in `form` and move the focus. `announcement` describes the
 * latest change to screen reader users.
 */
export function useQuestionList(form: QuestionsForm) {
  const [announcement, setAnnouncement] = useState('');
  const [openIds, setOpenIds] = useState<readonly string[]>(() => listOpenIds(form.getValues().questions));
  const open = (ids: readonly string[]) => setOpenIds((before) => [...new Set([...before, ...ids])]);
  const focusAfter = useFocusAfterChange();
  const addClick = useRef<{ x: number; y: number; at: number } | null>(null);
  const current = () => form.getValues().questions;

  const change = (next: readonly DraftQuestion[]) => {
    const before = current();
    const { drafts, changed } = removeMissingAnswers(next);
    form.setFieldValue('questions', drafts);
    notifyRuleChanges(before, drafts, changed);
  };
  const insert = (index: number, drafts: readonly DraftQuestion[]) => {
    change(current().toSpliced(index, 0, ...drafts));
    open(drafts.map(({ id }) => id));
    focusAfter(`questions.${index}.question`);
  };
  const move = (from: number, to: number) => {
    const list = current();
    const [moved] = list.slice(from, from + 1);
    if (moved === undefined) return;
    form.clearErrors();
    change(list.toSpliced(from, 1).toSpliced(to, 0, moved));
  };

  return {
    announcement,
    openIds,
    toggle: (id: string) =>
      setOpenIds((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id])),
    /** Opens every question that has an error, so that its field can show it. */
    openErrors: (errors: Record<string, unknown>) =>
      open(
        current()
          .filter((_, at) => Object.keys(errors).some((path) => path.startsWith(`questions.${at}.`)))
          .map(({ id }) => id),
      ),
    move,
    /** Moves a question with its menu, and keeps the focus on that menu. */
    moveByMenu: (from: number, to: number) => {
      move(from, to);
      setAnnouncement(`Question moved to position ${to + 1} of ${current().length}`);
      focusAfter(`questions.${to}.menu`);
    },
    /** Updates a question and removes its error messages until the next attempt to save. */
    edit: (index: number, changed: DraftQuestion) => {
      for (const bad of Object.keys(form.errors)) if (bad.startsWith(`questions.${index}.`)) form.clearFieldError(bad);
      // Keeps a question open that was only open because of its broken rule.
      open([changed.id]);
      change(current().with(index, changed));
    },
    duplicate: (index: number, question: DraftQuestion) => insert(index + 1, [duplicateQuestion(question)]),
    remove: (index: number) => {
      const list = current();
      form.clearErrors();
      change(list.toSpliced(index, 1));
      setAnnouncement(`Question ${index + 1} removed`);
      const next = `questions.${Math.min(index, list.length - 2)}`;
      focusAfter(`${next}.question`, `${next}.toggle`, 'add');
    },
    /** Adds a blank question at the end. A double click adds only one. */
    add: (event: MouseEvent) => {
      if (event.detail > 1) return;
      addClick.current = { x: event.clientX, y: event.clientY, at: event.timeStamp };
      form.clearErrors();
      insert(current().length, [createDraftQuestion()]);
    },
    /**
     * Ignores the second click of a double click on the add button. By then, the button has moved, so the click
     * would hit another element and move the focus out of the new question.
     */
    swallowSecondPress: (event: MouseEvent) => {
      const first = addClick.current;
      if (first === null || event.timeStamp - first.at >= DOUBLE_CLICK_MS) return;
      if (event.clientX === first.x && event.clientY === first.y) event.preventDefault();
    },
    /** Adds imported questions at the end, or replaces all questions with them. */
    addFrom: (added: readonly Question[], how: AddMode) => {
      const list = how === 'replace' ? [] : current();
      form.clearErrors();
      change([...list, ...toDraftQuestions(added)]);
      open(listOpenIds(current()));
      setAnnouncement(`${added.length} questions added`);
      focusAfter(`questions.${list.length}.question`, `questions.${list.length}.toggle`);
    },
    resetTo: (questions: readonly Question[]) => {
      form.clearErrors();
      const drafts = toDraftQuestions(questions);
      form.setFieldValue('questions', drafts);
      setOpenIds(listOpenIds(drafts));
      focusAfter('questions.0.question', 'questions.0.toggle', 'add');
    },
  };
}

/**
 * Tells the creator which rules have changed or become invalid. `changed` contains the numbers of the questions
 * whose rules lost an answer.
 */
function notifyRuleChanges(
  before: readonly DraftQuestion[],
  after: readonly DraftQuestion[],
  changed: readonly number[],
) {
  const wasBroken = new Set(before.filter((_, at) => findBrokenRule(before, at) !== null).map(({ id }) => id));
  const broken = after.flatMap(({ id }, at) =>
    wasBroken.has(id) || findBrokenRule(after, at) === null ? [] : [at + 1],
  );
  // A rule that the creator has just started to edit may be incomplete. It is reported only if a deleted option made
  // it invalid.
  const brokenNow = after.findIndex(
    ({ id, showIf }) => showIf?.is.length === 0 && before.find((each) => each.id === id)?.showIf !== showIf,
  );
  const reportedNumbers = broken.filter((number) => number !== brokenNow + 1 || changed.includes(number));
  if (reportedNumbers.length > 0)
    notify('A rule needs your attention', `Question ${reportedNumbers.join(', ')} depended on what you just changed.`);
  else if (changed.length > 0)
    notify('Rule changed', `Question ${changed.join(', ')} no longer depends on the option that you removed.`);
}

/**
 * Returns a function that focuses a field after the next render. It takes one or more paths and focuses the first
 * one that has a field.
 */
function useFocusAfterChange(): (...paths: string[]) => void {
  const focusPaths = useRef<string[]>([]);
  useEffect(() => {
    const paths = focusPaths.current.toReversed();
    focusPaths.current = [];
    if (paths.length === 0) return;
    const focus = () => {
      for (const path of paths) focusField(path);
    };
    focus();
    // Waits until a closing menu or dialog has returned the focus to its button.
    setTimeout(focus);
  });
  return (...paths) => {
    focusPaths.current = paths;
  };
}
