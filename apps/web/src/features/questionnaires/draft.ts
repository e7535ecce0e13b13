/** A question while it is being written: every field is there, whatever its type uses. */
import { hasOptions, type Question, type QuestionType } from '@marquee/validation';

export interface DraftQuestion {
  id: string;
  type: QuestionType;
  question: string;
  required: boolean;
  placeholder: string;
  options: string[];
}

/** Spec §3: a placeholder is for these two. */
export const hasPlaceholder = (type: QuestionType): boolean => type === 'text' || type === 'textarea';

/** Spec §3: 'q_' plus timestamp plus random string; blank, with its defaults. */
export const newQuestion = (): DraftQuestion => ({
  id: `q_${Date.now()}_${Math.random().toString(36).slice(2, 11)}`,
  type: 'text',
  question: '',
  required: false,
  placeholder: '',
  options: [],
});

export const draftOf = (question: Question): DraftQuestion => ({
  ...question,
  placeholder: question.placeholder ?? '',
  options: question.options ?? [],
});

/** The question as it is saved: without what its type does not use. */
export const questionOf = ({ placeholder, options, ...rest }: DraftQuestion): Question => ({
  ...rest,
  ...(hasPlaceholder(rest.type) && placeholder.trim() !== '' && { placeholder }),
  ...(hasOptions(rest.type) && { options }),
});

/** Another type keeps what was typed; a list of options begins with a blank one. */
export const withType = (draft: DraftQuestion, type: QuestionType): DraftQuestion => ({
  ...draft,
  type,
  options: hasOptions(type) && draft.options.length === 0 ? [''] : draft.options,
});
