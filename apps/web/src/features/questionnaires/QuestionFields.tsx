import { visibleQuestions, type Question } from '@marquee/validation';
import { Stack } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { sameProps } from '../../ui/sameProps.ts';
import { QuestionField } from './QuestionField.tsx';

/** Each is drawn again only when it changes itself. Its `onChange` depends on nothing but the question. */
const Field = memo(QuestionField, sameProps);

interface QuestionFieldsProps {
  questions: readonly Question[];
  /** Question id → answer. */
  answers: Record<string, string>;
  /** By path: 'answers.{id}'. */
  errors?: Record<string, ReactNode>;
  onAnswer: (id: string, answer: string) => void;
}

/** Where the errors of a question's answer stand in a form's errors. */
export const pathOf = ({ id }: Pick<Question, 'id'>): string => `answers.${id}`;

/** A question's id may be any name, also one that every object has. */
export const answerTo = ({ id }: Pick<Question, 'id'>, answers: Record<string, string>): string =>
  Object.hasOwn(answers, id) ? (answers[id] ?? '') : '';

/** The questions of a package as a brand answers them: those that a rule hides come and go with the answers. */
export function QuestionFields({ questions, answers, errors = {}, onAnswer }: QuestionFieldsProps) {
  return (
    <Stack gap="lg">
      {visibleQuestions(questions, answers).map((question) => (
        <Field
          // Another type is another field.
          key={`${question.id}:${question.type}`}
          path={pathOf(question)}
          question={question}
          value={answerTo(question, answers)}
          error={errors[pathOf(question)]}
          onChange={(answer) => onAnswer(question.id, answer)}
        />
      ))}
    </Stack>
  );
}
