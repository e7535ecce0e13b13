/** Tests adding questions from a template, another package or a file. */
import { readFile } from 'node:fs/promises';
import { DEEP_TAG, expect, publishPackage, test, expectToast } from '../support/marquee.ts';
import {
  getBuilderPath,
  locateQuestionCards,
  FORMAT_QUESTION,
  LENGTH_QUESTION,
  publishQuestions,
  saveQuestionnaire,
  fetchSavedQuestions,
  createTextQuestions,
  listQuestionTexts,
  type TestQuestion,
} from '../support/questions.ts';

test('lets a creator save every template without changes', DEEP_TAG, async ({ creator }) => {
  const { page } = creator;
  const pack = await publishPackage(creator);
  await page.goto(getBuilderPath(pack.id));
  await page.getByRole('button', { name: 'Start from a template' }).click();
  const names = ['UGC video', 'Sponsored post', 'Product review', 'Event or appearance', 'Podcast or newsletter'];
  await expect(page.getByRole('dialog').getByRole('radio')).toHaveCount(names.length);
  await page.keyboard.press('Escape');
  for (const [at, name] of names.entries()) {
    await page.getByRole('button', { name: 'Template or import' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add questions' });
    await dialog.getByRole('radio', { name }).check();
    const count = await dialog.getByRole('list', { name: 'Questions to add' }).getByRole('listitem').count();
    if (at > 0) {
      await dialog.getByRole('radio', { name: 'Replace them' }).check();
      await dialog.getByRole('button', { name: 'Replace questions' }).click();
    } else {
      await dialog.getByRole('button', { name: 'Add questions' }).click();
    }
    await expect(dialog).toBeHidden();
    await expect(locateQuestionCards(page)).toHaveCount(count);
    const answered = page.waitForResponse('**/trpc/questionnaires.save*');
    await saveQuestionnaire(page);
    expect((await answered).ok()).toBe(true);
    await expect.poll(async () => (await fetchSavedQuestions(creator, pack.id)).length).toBe(count);
  }
});

test(
  'lets a creator copy questions from another package, and export and import them as a file',
  DEEP_TAG,
  async ({ creator }) => {
    const { page } = creator;
    const [from, to] = [
      await publishPackage(creator, { name: 'Café Reel' }),
      await publishPackage(creator, { name: 'Empty' }),
    ];
    await publishQuestions(creator, from.id, [FORMAT_QUESTION, LENGTH_QUESTION]);
    await page.goto(getBuilderPath(to.id));
    const dialog = page.getByRole('dialog', { name: 'Add questions' });
    const open = () => page.getByRole('button', { name: 'Template or import' }).click();

    await test.step('the questions are copied from another package', async () => {
      await open();
      await dialog.getByRole('tab', { name: 'Another package' }).click();
      await dialog.getByLabel('Copy questions from').selectOption(from.id);
      await expect(dialog.getByText('2 questions')).toBeVisible();
      await dialog.getByRole('button', { name: 'Add questions' }).click();
      await expect.poll(() => listQuestionTexts(page)).toEqual(['Which format?', 'How many seconds?']);
      await saveQuestionnaire(page);
      await expectToast(page, 'Questionnaire saved successfully');
    });

    const file = await test.step('the questions are exported', async () => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export' }).click();
      const got = await download;
      expect(got.suggestedFilename()).toBe('questions-empty.json');
      return readFile(await got.path(), 'utf8');
    });
    expect((JSON.parse(file) as { questions: TestQuestion[] }).questions).toMatchObject([
      { question: 'Which format?', options: ['Reel', 'Story'] },
      { question: 'How many seconds?', showIf: { is: ['Reel'] } },
    ]);

    await test.step('an invalid file is refused with a message that names the question', async () => {
      await open();
      await dialog.getByRole('tab', { name: 'File' }).click();
      await dialog.getByLabel('Or paste its contents').fill('hello');
      await expect(dialog.getByText('This is not a questionnaire: the file is not valid JSON')).toBeVisible();
      await dialog
        .getByLabel('Or paste its contents')
        .fill(JSON.stringify({ questions: [FORMAT_QUESTION, { ...LENGTH_QUESTION, type: 'file' }] }));
      await expect(
        dialog.getByText(/^Question 2 \(“How many seconds\?”\): The question type must be one of/),
      ).toBeVisible();
      await expect(dialog.getByRole('button', { name: 'Add questions' })).toBeDisabled();
    });

    await test.step('the questions are added below the existing ones, with their own rules', async () => {
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'q.json', mimeType: 'application/json', buffer: Buffer.from(file) });
      await expect(dialog.getByRole('radio', { name: 'Add after them' })).toBeChecked();
      await dialog.getByRole('button', { name: 'Add questions' }).click();
      await expect(locateQuestionCards(page)).toHaveCount(4);
      await saveQuestionnaire(page);
      await expect.poll(async () => (await fetchSavedQuestions(creator, to.id)).length).toBe(4);
      const questions = await fetchSavedQuestions(creator, to.id);
      expect(new Set(questions.map(({ id }) => id)).size).toBe(4);
      expect(questions[3]?.showIf?.questionId).toBe(questions[2]?.id);
    });

    await test.step('the questions replace the existing ones', async () => {
      await open();
      await dialog.getByRole('tab', { name: 'File' }).click();
      await dialog.getByLabel('Or paste its contents').fill(JSON.stringify(createTextQuestions('Only this')));
      await dialog.getByRole('radio', { name: 'Replace them' }).check();
      await dialog.getByRole('button', { name: 'Replace questions' }).click();
      await expect.poll(() => listQuestionTexts(page)).toEqual(['Only this']);
    });
  },
);
