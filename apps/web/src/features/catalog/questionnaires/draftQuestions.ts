/**
 * Questions while they are being edited. A draft has the fields of all question types. Its options have ids, so that
 * a rule still refers to the right option after the option has been renamed or moved.
 */
import {
  hasQuestionOptions,
  isDecidingType,
  QUESTION_KINDS,
  type Question,
  type QuestionType,
} from '@marquee/validation';

export interface DraftOption {
  id: string;
  text: string;
}

export interface DraftQuestion {
  id: string;
  type: QuestionType;
  question: string;
  required: boolean;
  placeholder: string;
  options: DraftOption[];
  /**
   * The rule that decides whether the question is shown. `is` contains the ids of options, or fixed answers such as
   * 'yes' and 'no'.
   */
  showIf: DraftRule | null;
}

export interface DraftRule {
  questionId: string;
  is: string[];
}

const createRandomText = () => Math.random().toString(36).slice(2, 11);

/** Returns a question id in the format of requirements R3.7: 'q_', a timestamp and a random string. */
const createQuestionId = () => `q_${Date.now()}_${createRandomText()}`;

export const createDraftOption = (text = ''): DraftOption => ({ id: `o_${createRandomText()}`, text });

/** Returns a blank question with the defaults of requirements R3.6. */
export const createDraftQuestion = (): DraftQuestion => ({
  id: createQuestionId(),
  type: 'text',
  question: '',
  required: false,
  placeholder: '',
  options: [],
  showIf: null,
});

export function toDraftQuestions(questions: readonly Question[]): DraftQuestion[] {
  const drafts: DraftQuestion[] = [];
  for (const { showIf, placeholder = '', options = [], ...rest } of questions) {
    // Uses the position as the id, so that equal questions produce equal drafts.
    const draftOptions = options.map((text, at) => ({ id: `o_${at}`, text }));
    const decider = drafts.find(({ id }) => id === showIf?.questionId);
    const rule = showIf && { questionId: showIf.questionId, is: showIf.is.map((text) => getAnswerId(decider, text)) };
    drafts.push({ ...rest, placeholder, options: draftOptions, showIf: rule ?? null });
  }
  return drafts;
}

const getAnswerId = (decider: DraftQuestion | undefined, text: string): string =>
  decider !== undefined && hasQuestionOptions(decider.type)
    ? (decider.options.find((option) => option.text === text)?.id ?? text)
    : text;

/** Converts drafts to questions. Omits the fields that the question's type does not use. */
export function toQuestions(drafts: readonly DraftQuestion[]): Question[] {
  return drafts.map(({ placeholder, options, showIf, ...rest }) => ({
    ...rest,
    ...(QUESTION_KINDS[rest.type].hasPlaceholder && placeholder.trim() !== '' && { placeholder }),
    ...(hasQuestionOptions(rest.type) && { options: options.map(({ text }) => text) }),
    ...(showIf !== null && { showIf: toQuestionRule(showIf, drafts) }),
  }));
}

function toQuestionRule({ questionId, is }: DraftRule, drafts: readonly DraftQuestion[]) {
  const decider = drafts.find(({ id }) => id === questionId);
  if (decider === undefined || !hasQuestionOptions(decider.type)) return { questionId, is };
  return { questionId, is: is.map((id) => decider.options.find((option) => option.id === id)?.text ?? id) };
}

/** Copies a question, including its rule, under a new id. */
export const duplicateQuestion = (draft: DraftQuestion): DraftQuestion => ({
  ...structuredClone(draft),
  id: createQuestionId(),
});

/** Assigns new ids to imported questions and updates the rules that refer to them. */
export function assignNewIds(questions: readonly Question[]): Question[] {
  const ids = new Map(questions.map(({ id }) => [id, createQuestionId()]));
  return questions.map(({ id, showIf, ...rest }) => ({
    ...rest,
    id: ids.get(id) ?? id,
    ...(showIf && { showIf: { ...showIf, questionId: ids.get(showIf.questionId) ?? showIf.questionId } }),
  }));
}

/**
 * Changes the type of a question without losing input. Adds a blank option if the type needs options and there are
 * none.
 */
export const changeQuestionType = (draft: DraftQuestion, type: QuestionType): DraftQuestion => ({
  ...draft,
  type,
  options: hasQuestionOptions(type) && draft.options.length === 0 ? [createDraftOption()] : draft.options,
});

/**
 * Lists the answers to a question that a rule can refer to: the ids of its options, or the fixed answers of its
 * type.
 */
export function listRuleAnswers({ type, options }: DraftQuestion): { value: string; label: string }[] {
  if (hasQuestionOptions(type))
    return options.map(({ id, text }) => ({ value: id, label: text.trim() === '' ? 'Untitled option' : text }));
  const { choices, shown } = QUESTION_KINDS[type];
  return choices([]).map((value) => ({ value, label: shown(value) }));
}

/** Lists the questions before the one at `index` that can decide whether it is shown. Their numbers start at 1. */
export const listDecidersBefore = (drafts: readonly DraftQuestion[], index: number) =>
  drafts
    .slice(0, index)
    .map((draft, at) => ({ draft, number: at + 1 }))
    .filter(({ draft }) => isDecidingType(draft.type));

/**
 * Removes deleted options from the rules. Returns the questions, and the numbers of the questions whose rule
 * changed. Keeps rules that have no answer left, so that the creator can fix them.
 */
export function removeMissingAnswers(drafts: readonly DraftQuestion[]): { drafts: DraftQuestion[]; changed: number[] } {
  const changed: number[] = [];
  const keptDrafts = drafts.map((draft, at) => {
    const decider = drafts.find(({ id }) => id === draft.showIf?.questionId);
    if (draft.showIf === null || decider === undefined || !hasQuestionOptions(decider.type)) return draft;
    const is = draft.showIf.is.filter((id) => decider.options.some((option) => option.id === id));
    if (is.length === draft.showIf.is.length) return draft;
    changed.push(at + 1);
    return { ...draft, showIf: { ...draft.showIf, is } };
  });
  return { drafts: keptDrafts, changed };
}

/**
 * Returns an error message if the rule of the question at `index` is invalid, or else null. The API's schema rejects
 * the same rules.
 */
export function findBrokenRule(drafts: readonly DraftQuestion[], index: number): string | null {
  const rule = drafts[index]?.showIf ?? null;
  if (rule === null) return null;
  const at = drafts.findIndex(({ id }) => id === rule.questionId);
  const decider = drafts[at];
  if (decider === undefined)
    return 'The question that this rule depends on was removed. Choose another one, or always show this question.';
  if (at >= index)
    return `This rule depends on question ${at + 1}, which comes later. Move one of the two questions, or change the rule.`;
  if (!isDecidingType(decider.type))
    return `Question ${at + 1} is no longer a Dropdown, Multiple Choice or Yes/No question. Choose another one, or always show this question.`;
  const answers = listRuleAnswers(decider).map(({ value }) => value);
  if (rule.is.length === 0) return 'Choose the answers that show this question.';
  return rule.is.every((id) => answers.includes(id))
    ? null
    : 'An answer in this rule no longer exists. Choose another one.';
}
