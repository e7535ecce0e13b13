/** Questions that come from elsewhere: templates, another package, a file. */
import { readFile } from 'node:fs/promises';
import { DEEP, expect, newPackage, test, toast } from './marquee.ts';
import { builder, cards, FORMAT, LENGTH, publish, save, saved, texts, wordsOf, type Question } from './questions.ts';

test('every template can be saved as it is', DEEP, async ({ creator }) => {
  test.slow();
  const { page } = creator;
  const pack = await newPackage(creator);
  await page.goto(builder(pack.id));
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
    await expect(cards(page)).toHaveCount(count);
    const answered = page.waitForResponse('**/trpc/questionnaires.save*');
    await save(page);
    expect((await answered).ok()).toBe(true);
    await expect.poll(async () => (await saved(creator, pack.id)).length).toBe(count);
  }
});

test('questions are copied from another package, and move between packages as a file', DEEP, async ({ creator }) => {
  const { page } = creator;
  const [from, to] = [await newPackage(creator, { name: 'Café Reel' }), await newPackage(creator, { name: 'Empty' })];
  await publish(creator, from.id, [FORMAT, LENGTH]);
  await page.goto(builder(to.id));
  const dialog = page.getByRole('dialog', { name: 'Add questions' });
  const open = () => page.getByRole('button', { name: 'Template or import' }).click();

  await test.step('copied', async () => {
    await open();
    await dialog.getByRole('tab', { name: 'Another package' }).click();
    await dialog.getByLabel('Copy the questions of').selectOption(from.id);
    await expect(dialog.getByText('2 questions')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add questions' }).click();
    await expect.poll(() => wordsOf(page)).toEqual(['Which format?', 'How many seconds?']);
    await save(page);
    await toast(page, 'Questionnaire saved successfully');
  });

  const file = await test.step('exported', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const got = await download;
    expect(got.suggestedFilename()).toBe('questions-empty.json');
    return readFile(await got.path(), 'utf8');
  });
  expect((JSON.parse(file) as { questions: Question[] }).questions).toMatchObject([
    { question: 'Which format?', options: ['Reel', 'Story'] },
    { question: 'How many seconds?', showIf: { is: ['Reel'] } },
  ]);

  await test.step('refused with a sentence that names the question', async () => {
    await open();
    await dialog.getByRole('tab', { name: 'File' }).click();
    await dialog.getByLabel('Or paste its contents').fill('hello');
    await expect(dialog.getByText('This is not a questionnaire: the file is not valid JSON')).toBeVisible();
    await dialog
      .getByLabel('Or paste its contents')
      .fill(JSON.stringify({ questions: [FORMAT, { ...LENGTH, type: 'file' }] }));
    await expect(dialog.getByText(/^Question 2 \(“How many seconds\?”\): A question's type is one of/)).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Add questions' })).toBeDisabled();
  });

  await test.step('imported below what is there, with rules of their own', async () => {
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'q.json', mimeType: 'application/json', buffer: Buffer.from(file) });
    await expect(dialog.getByRole('radio', { name: 'Add below them' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Add questions' }).click();
    await expect(cards(page)).toHaveCount(4);
    await save(page);
    await expect.poll(async () => (await saved(creator, to.id)).length).toBe(4);
    const questions = await saved(creator, to.id);
    expect(new Set(questions.map(({ id }) => id)).size).toBe(4);
    expect(questions[3]?.showIf?.questionId).toBe(questions[2]?.id);
  });

  await test.step('imported instead of what is there', async () => {
    await open();
    await dialog.getByRole('tab', { name: 'File' }).click();
    await dialog.getByLabel('Or paste its contents').fill(JSON.stringify(texts('Only this')));
    await dialog.getByRole('radio', { name: 'Replace them' }).check();
    await dialog.getByRole('button', { name: 'Replace questions' }).click();
    await expect.poll(() => wordsOf(page)).toEqual(['Only this']);
  });
});
