/** Tests the drafts of the questionnaire builder. */
import { DEEP_TAG, expect, publishPackage, test, expectToast } from '../support/marquee.ts';
import {
  getBuilderPath,
  expectDraftSaved,
  publishQuestions,
  saveQuestionnaire,
  fetchSavedQuestions,
  createTextQuestions,
  locateQuestionFields,
} from '../support/questions.ts';

test(
  'keeps a draft after a reload and visits to other screens and packages, and lets the creator discard it',
  DEEP_TAG,
  async ({ creator }) => {
    const { page } = creator;
    const [first, second] = [
      await publishPackage(creator, { name: 'First' }),
      await publishPackage(creator, { name: 'Second' }),
    ];
    await publishQuestions(creator, first.id, createTextQuestions('Saved'));
    await page.goto('/packages');
    await page.goto(getBuilderPath(first.id));
    await locateQuestionFields(page).fill('Changed');
    await expectDraftSaved(page);
    await page.reload();
    await expect(locateQuestionFields(page)).toHaveValue('Changed');
    await expectDraftSaved(page);

    await page.getByRole('combobox', { name: 'Package' }).selectOption(second.id);
    await expect(page.getByRole('heading', { name: 'No questions yet' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Package' }).selectOption(first.id);
    await expect(locateQuestionFields(page)).toHaveValue('Changed');
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Packages' })).toBeVisible();
    await page.goForward();
    await expect(locateQuestionFields(page)).toHaveValue('Changed');
    expect((await fetchSavedQuestions(creator, first.id))[0]?.question).toBe('Saved');

    await page.getByRole('button', { name: 'Discard draft' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await expect(locateQuestionFields(page)).toHaveValue('Saved');
    await page.reload();
    await expect(locateQuestionFields(page)).toHaveValue('Saved');
    await expect(page.getByText('Draft saved on this device')).toBeHidden();
  },
);

test(
  'lets the creator choose between the draft and questions that were saved elsewhere',
  DEEP_TAG,
  async ({ creator }) => {
    const { page } = creator;
    const pack = await publishPackage(creator);
    await publishQuestions(creator, pack.id, createTextQuestions('Saved'));
    await page.goto(getBuilderPath(pack.id));
    await locateQuestionFields(page).fill('My draft');
    await expectDraftSaved(page);
    const asks = page.getByRole('dialog', { name: 'These questions were saved elsewhere' });

    await test.step('opening the draft again', async () => {
      await publishQuestions(creator, pack.id, createTextQuestions('Saved elsewhere'));
      await page.reload();
      await asks.getByRole('button', { name: 'Keep my draft' }).click();
      await expect(locateQuestionFields(page)).toHaveValue('My draft');
    });

    await test.step('saving the draft', async () => {
      await publishQuestions(creator, pack.id, createTextQuestions('Saved once more'));
      await saveQuestionnaire(page);
      await expect(asks).toBeVisible();
      expect((await fetchSavedQuestions(creator, pack.id))[0]?.question).toBe('Saved once more');
      await asks.getByRole('button', { name: 'Keep my draft' }).click();
      await expect(asks).toBeHidden();
      await saveQuestionnaire(page);
      await expectToast(page, 'Questionnaire saved successfully');
      expect((await fetchSavedQuestions(creator, pack.id))[0]?.question).toBe('My draft');
    });

    await test.step('discarding the draft', async () => {
      await locateQuestionFields(page).fill('Another draft');
      await expectDraftSaved(page);
      await publishQuestions(creator, pack.id, createTextQuestions('The newest'));
      await page.reload();
      await asks.getByRole('button', { name: 'Use the saved questions' }).click();
      await expect(locateQuestionFields(page)).toHaveValue('The newest');
      await expect(page.getByText('Draft saved on this device')).toBeHidden();
    });
  },
);
