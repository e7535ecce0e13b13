/** Creates and reads questions in the questionnaire builder and through the REST API. */
import { expect, type Page } from '@playwright/test';
import type { TestPerson } from './marquee.ts';

export const getBuilderPath = (packageId: string) => `/questionnaire-builder?packageId=${packageId}`;
export const locateQuestionCards = (page: Page) => page.getByRole('article', { name: /^Question \d+$/ });
export const locateQuestionFields = (page: Page) =>
  locateQuestionCards(page).getByRole('textbox', { name: 'Question', exact: true });
export const listQuestionTexts = (page: Page) =>
  locateQuestionFields(page).evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
export const locatePreview = (page: Page) => page.getByRole('region', { name: 'Preview' });
export const saveQuestionnaire = (page: Page) => page.getByRole('button', { name: 'Save Questionnaire' }).click();
export const expectDraftSaved = (page: Page) => expect(page.getByText('Draft saved on this device')).toBeVisible();

export interface TestQuestion {
  id: string;
  type: string;
  question: string;
  required?: boolean;
  options?: string[];
  showIf?: { questionId: string; is: string[] };
}

export const fetchSavedQuestions = async (person: TestPerson, packageId: string): Promise<TestQuestion[]> => {
  const answer = await person.page.request.get(`/api/questionnaire/${packageId}`);
  return answer.ok() ? ((await answer.json()) as { questions: TestQuestion[] }).questions : [];
};
export const publishQuestions = async (person: TestPerson, packageId: string, questions: TestQuestion[]) => {
  expect((await person.page.request.post('/api/questionnaire', { data: { packageId, questions } })).ok()).toBe(true);
};
export const createTextQuestions = (...names: string[]): TestQuestion[] =>
  names.map((name, at) => ({ id: `q_${at}`, type: 'text', question: name }));

export const FORMAT_QUESTION: TestQuestion = {
  id: 'format',
  type: 'select',
  question: 'Which format?',
  required: true,
  options: ['Reel', 'Story'],
};
export const LENGTH_QUESTION: TestQuestion = {
  id: 'length',
  type: 'number',
  question: 'How many seconds?',
  required: true,
  showIf: { questionId: 'format', is: ['Reel'] },
};
