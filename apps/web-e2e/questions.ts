/** Questions as the browser tests make, see and read them: the builder's screen and the documented calls. */
import { expect, type Page } from '@playwright/test';
import type { Person } from './marquee.ts';

export const builder = (packageId: string) => `/questionnaire-builder?packageId=${packageId}`;
/** Cards of questions, in their order. */
export const cards = (page: Page) => page.getByRole('article', { name: /^Question \d+$/ });
export const words = (page: Page) => cards(page).getByRole('textbox', { name: 'Question', exact: true });
export const wordsOf = (page: Page) =>
  words(page).evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
export const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });
export const save = (page: Page) => page.getByRole('button', { name: 'Save Questionnaire' }).click();
export const kept = (page: Page) => expect(page.getByText('Draft saved on this device')).toBeVisible();

export interface Question {
  id: string;
  type: string;
  question: string;
  required?: boolean;
  options?: string[];
  showIf?: { questionId: string; is: string[] };
}

export const saved = async (person: Person, packageId: string): Promise<Question[]> => {
  const answer = await person.page.request.get(`/api/questionnaire/${packageId}`);
  return answer.ok() ? ((await answer.json()) as { questions: Question[] }).questions : [];
};
export const publish = async (person: Person, packageId: string, questions: Question[]) => {
  expect((await person.page.request.post('/api/questionnaire', { data: { packageId, questions } })).ok()).toBe(true);
};
export const texts = (...names: string[]): Question[] =>
  names.map((name, at) => ({ id: `q_${at}`, type: 'text', question: name }));

export const FORMAT: Question = {
  id: 'format',
  type: 'select',
  question: 'Which format?',
  required: true,
  options: ['Reel', 'Story'],
};
export const LENGTH: Question = {
  id: 'length',
  type: 'number',
  question: 'How many seconds?',
  required: true,
  showIf: { questionId: 'format', is: ['Reel'] },
};
