/** Spec §5 "Order form": what is still wrong, and how far the required answers are. */
import { answerProblem, orderCustomer, visibleQuestions, type Question } from '@marquee/validation';
import type { FormErrors } from '@mantine/form';
import { answerTo, pathOf } from '../questionnaires/QuestionFields.tsx';
import type { Order } from './orderDraft.ts';

/**
 * Every problem by its field, in the order of the rules: the first one
 * is the form's verdict. Answers come last, in the questions' order.
 */
export function orderProblems({ customer, answers }: Order, questions: readonly Question[]): FormErrors {
  const problems: FormErrors = {};
  for (const { path, message } of orderCustomer.safeParse(customer).error?.issues ?? [])
    problems[`customer.${path.join('.')}`] ??= message;
  for (const question of visibleQuestions(questions, answers)) {
    const problem = answerProblem(question, answerTo(question, answers));
    if (problem !== null) problems[pathOf(question)] = problem;
  }
  return problems;
}

/** How many of the required fields and questions that are asked have been answered. */
export function requiredAnswers(
  { customer, answers }: Order,
  questions: readonly Question[],
): { done: number; all: number } {
  const asked = visibleQuestions(questions, answers).filter(({ required }) => required);
  const values = [
    customer.name,
    customer.email,
    customer.projectDescription,
    ...asked.map((question) => answerTo(question, answers)),
  ];
  return { done: values.filter((value) => value.trim() !== '').length, all: values.length };
}
