/** The questionnaire builder and the order form that it makes (spec §2, §5 and §8). */
import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, newPackage, PASSWORD, test, type Person } from './marquee.ts';

const toast = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible();
const builder = (packageId: string) => `/questionnaire-builder?packageId=${packageId}`;
/** Cards of questions, in their order. */
const cards = (page: Page) => page.getByRole('article', { name: /^Question \d+$/ });
const words = (page: Page) => cards(page).getByRole('textbox', { name: 'Question', exact: true });
const wordsOf = (page: Page) => words(page).evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });
const save = (page: Page) => page.getByRole('button', { name: 'Save Questionnaire' }).click();
const kept = (page: Page) => expect(page.getByText('Draft saved on this device')).toBeVisible();

interface Question {
  id: string;
  type: string;
  question: string;
  required?: boolean;
  options?: string[];
  showIf?: { questionId: string; is: string[] };
}

const saved = async (person: Person, packageId: string): Promise<Question[]> => {
  const answer = await person.page.request.get(`/api/questionnaire/${packageId}`);
  return answer.ok() ? ((await answer.json()) as { questions: Question[] }).questions : [];
};
const publish = async (person: Person, packageId: string, questions: Question[]) => {
  expect((await person.page.request.post('/api/questionnaire', { data: { packageId, questions } })).ok()).toBe(true);
};
const texts = (...names: string[]): Question[] => names.map((name, at) => ({ id: `q_${at}`, type: 'text', question: name }));

const FORMAT: Question = { id: 'format', type: 'select', question: 'Which format?', required: true, options: ['Reel', 'Story'] };
const LENGTH: Question = { id: 'length', type: 'number', question: 'How many seconds?', required: true, showIf: { questionId: 'format', is: ['Reel'] } };

/** Carries `handle` to `target` in small steps, as a hand does. */
async function drag(page: Page, handle: Locator, target: Locator) {
  // High enough that nothing scrolls by itself while something is dragged to the edge.
  await page.setViewportSize({ width: 1280, height: 1800 });
  await handle.scrollIntoViewIfNeeded();
  const from = await handle.boundingBox();
  const to = await target.boundingBox();
  if (from === null || to === null) throw new Error('Nothing to drag');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2 + 10, { steps: 4 });
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 12 });
  await page.mouse.up();
}

test('without packages there is nothing to ask about', async ({ creator: { page } }) => {
  await page.goto('/questionnaire-builder');
  await expect(page.getByRole('heading', { name: 'No packages found' })).toBeVisible();
  await page.getByRole('link', { name: 'Create Package' }).click();
  await expect(page).toHaveURL(/\/packages$/);
  await expect(page.getByRole('dialog', { name: 'New Package' })).toBeVisible();
});

test('saving takes at least one question and every question its words, and says so', async ({ creator }) => {
  const { page } = creator;
  const pack = await newPackage(creator);
  await page.goto(builder(pack.id));
  await expect(page.getByRole('combobox', { name: 'Package' })).toHaveValue(pack.id);
  await save(page);
  await toast(page, 'Please add at least one question');
  await page.getByRole('button', { name: 'Add Question' }).click();
  await save(page);
  await toast(page, 'Please enter the text of every question');
  await expect(words(page)).toBeFocused();
  await words(page).fill('Which product?');
  await cards(page).getByLabel('Placeholder').fill('Its name');
  await save(page);
  await toast(page, 'Questionnaire saved successfully');
  await expect(page.getByText('Draft saved on this device')).toBeHidden();
  expect(await saved(creator, pack.id)).toMatchObject([{ type: 'text', question: 'Which product?', required: false, placeholder: 'Its name' }]);
  expect((await saved(creator, pack.id))[0]?.id).toMatch(/^q_\d+_[a-z0-9]+$/);
});

test('a refused save says so and keeps the draft', async ({ creator }) => {
  const { page } = creator;
  const pack = await newPackage(creator);
  await page.goto(builder(pack.id));
  await page.getByRole('button', { name: 'Add Question' }).click();
  await words(page).fill('Which product?');
  await page.route('**/trpc/questionnaires.save*', (route) => route.abort());
  await save(page);
  await toast(page, 'Failed to save questionnaire');
  await page.reload();
  await expect(words(page)).toHaveValue('Which product?');
});

test('a double click on Add Question adds one question and leaves the focus in it', async ({ creator }) => {
  const { page } = creator;
  const pack = await newPackage(creator);
  await publish(creator, pack.id, texts('One', 'Two', 'Three'));
  await page.goto(builder(pack.id));
  await page.getByRole('button', { name: 'Add Question' }).dblclick();
  await expect(cards(page)).toHaveCount(4);
  await expect(words(page).nth(3)).toBeFocused();
  await page.keyboard.type('Four');
  expect(await wordsOf(page)).toEqual(['One', 'Two', 'Three', 'Four']);
});

test('questions are put in order with the mouse, with the keyboard and with the menu', async ({ creator }) => {
  const { page } = creator;
  const pack = await newPackage(creator);
  await publish(creator, pack.id, texts('One', 'Two', 'Three'));
  await page.goto(builder(pack.id));

  await test.step('with the mouse', async () => {
    await drag(page, page.getByRole('button', { name: 'Drag question 1' }), page.getByRole('button', { name: 'Drag question 2' }));
    await expect.poll(() => wordsOf(page)).toEqual(['Two', 'One', 'Three']);
  });

  await test.step('with the keyboard, told to screen readers', async () => {
    const handle = page.getByRole('button', { name: 'Drag question 3' });
    await expect(handle).toHaveAccessibleDescription(/Press Space to pick it up/);
    await handle.focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('Question 3 of 3 picked up.')).toBeAttached();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText('Now at position 2 of 3.')).toBeAttached();
    await page.keyboard.press('Space');
    await expect.poll(() => wordsOf(page)).toEqual(['Two', 'Three', 'One']);
    await expect(page.getByRole('button', { name: 'Drag question 2' })).toBeFocused();
    // Escape puts it back.
    await page.keyboard.press('Space');
    await expect(page.getByText('Question 2 of 3 picked up.')).toBeAttached();
    // The list is measured anew after the drop; at the top the key does nothing more.
    await expect(async () => {
      await page.keyboard.press('ArrowUp');
      await expect(page.getByText('Now at position 1 of 3.')).toBeAttached({ timeout: 1000 });
    }).toPass();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Moving cancelled. Put back.')).toBeAttached();
    expect(await wordsOf(page)).toEqual(['Two', 'Three', 'One']);
  });

  await test.step('with the menu, which also duplicates', async () => {
    await page.getByRole('button', { name: 'More for question 3' }).click();
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    await expect.poll(() => wordsOf(page)).toEqual(['Two', 'One', 'Three']);
    await expect(page.getByRole('button', { name: 'More for question 2' })).toBeFocused();
    await page.getByRole('button', { name: 'More for question 1' }).click();
    await expect(page.getByRole('menuitem', { name: 'Move up' })).toBeDisabled();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect.poll(() => wordsOf(page)).toEqual(['Two', 'Two', 'One', 'Three']);
    await expect(words(page).nth(1)).toBeFocused();
  });

  await page.getByRole('button', { name: 'Remove question 2' }).click();
  await save(page);
  await toast(page, 'Questionnaire saved successfully');
  expect((await saved(creator, pack.id)).map(({ question }) => question)).toEqual(['Two', 'One', 'Three']);
});

test('options are typed, pasted as a list, put in order and removed', async ({ creator }) => {
  const { page } = creator;
  const pack = await newPackage(creator);
  await page.goto(builder(pack.id));
  await page.getByRole('button', { name: 'Add Question' }).click();
  await words(page).fill('Which colour?');
  await cards(page).getByLabel('Type').selectOption('Multiple Choice');
  const options = page.getByRole('textbox', { name: /^Option \d+$/ });
  await options.first().fill('Red');
  await options.first().press('Enter');
  await expect(options.nth(1)).toBeFocused();

  await page.getByRole('button', { name: 'Paste a list' }).click();
  await expect(page.getByLabel('Options, one per line')).toBeFocused();
  await page.getByLabel('Options, one per line').fill('Green\n\n Blue \r\nRed\nGreen\nYellow');
  await page.getByRole('button', { name: 'Add these options' }).click();
  const names = () => options.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
  expect(await names()).toEqual(['Red', 'Green', 'Blue', 'Yellow']);

  await drag(page, page.getByRole('button', { name: 'Drag option 4' }), page.getByRole('button', { name: 'Drag option 1' }));
  await expect.poll(names).toEqual(['Yellow', 'Red', 'Green', 'Blue']);
  await page.getByRole('button', { name: 'Drag option 1' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Option 1 of 4 picked up.')).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Now at position 2 of 4.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect.poll(names).toEqual(['Red', 'Yellow', 'Green', 'Blue']);
  await page.getByRole('button', { name: 'Remove option 3' }).click();
  await save(page);
  await toast(page, 'Questionnaire saved successfully');
  expect((await saved(creator, pack.id))[0]?.options).toEqual(['Red', 'Yellow', 'Blue']);
});

test('a draft survives a reload, another screen and another package, and can be discarded', async ({ creator }) => {
  const { page } = creator;
  const [first, second] = [await newPackage(creator, { name: 'First' }), await newPackage(creator, { name: 'Second' })];
  await publish(creator, first.id, texts('Saved'));
  await page.goto('/packages');
  await page.goto(builder(first.id));
  await words(page).fill('Changed');
  await kept(page);
  await page.reload();
  await expect(words(page)).toHaveValue('Changed');
  await kept(page);

  await page.getByRole('combobox', { name: 'Package' }).selectOption(second.id);
  await expect(page.getByRole('heading', { name: 'No questions yet' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Package' }).selectOption(first.id);
  await expect(words(page)).toHaveValue('Changed');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Packages' })).toBeVisible();
  await page.goForward();
  await expect(words(page)).toHaveValue('Changed');
  expect((await saved(creator, first.id))[0]?.question).toBe('Saved');

  await page.getByRole('button', { name: 'Discard draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(words(page)).toHaveValue('Saved');
  await page.reload();
  await expect(words(page)).toHaveValue('Saved');
  await expect(page.getByText('Draft saved on this device')).toBeHidden();
});

test('a draft that somebody saved over elsewhere is asked about', async ({ creator }) => {
  const { page } = creator;
  const pack = await newPackage(creator);
  await publish(creator, pack.id, texts('Saved'));
  await page.goto(builder(pack.id));
  await words(page).fill('My draft');
  await kept(page);
  const asks = page.getByRole('dialog', { name: 'These questions were saved elsewhere' });

  await test.step('when the draft is opened again', async () => {
    await publish(creator, pack.id, texts('Saved elsewhere'));
    await page.reload();
    await asks.getByRole('button', { name: 'Keep my draft' }).click();
    await expect(words(page)).toHaveValue('My draft');
  });

  await test.step('when it is saved', async () => {
    await publish(creator, pack.id, texts('Saved once more'));
    await save(page);
    await expect(asks).toBeVisible();
    expect((await saved(creator, pack.id))[0]?.question).toBe('Saved once more');
    await asks.getByRole('button', { name: 'Keep my draft' }).click();
    await expect(asks).toBeHidden();
    await save(page);
    await toast(page, 'Questionnaire saved successfully');
    expect((await saved(creator, pack.id))[0]?.question).toBe('My draft');
  });

  await test.step('and can be given up', async () => {
    await words(page).fill('Another draft');
    await kept(page);
    await publish(creator, pack.id, texts('The newest'));
    await page.reload();
    await asks.getByRole('button', { name: 'Use the saved questions' }).click();
    await expect(words(page)).toHaveValue('The newest');
    await expect(page.getByText('Draft saved on this device')).toBeHidden();
  });
});

test('every template can be saved as it is', async ({ creator }) => {
  const { page } = creator;
  const pack = await newPackage(creator);
  await page.goto(builder(pack.id));
  await page.getByRole('button', { name: 'Start from a template' }).click();
  const names = ['UGC video', 'Sponsored post', 'Product review', 'Event or appearance', 'Podcast or newsletter'];
  await expect(page.getByRole('dialog').getByRole('radio')).toHaveCount(names.length);
  await page.keyboard.press('Escape');
  for (const name of names) {
    await page.getByRole('button', { name: 'Template or import' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add questions' });
    await dialog.getByRole('radio', { name }).check();
    const count = await dialog.getByRole('list', { name: 'Questions to add' }).getByRole('listitem').count();
    if (await dialog.getByRole('radio', { name: 'Replace them' }).isVisible()) {
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

test('questions are copied from another package, and move between packages as a file', async ({ creator }) => {
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
    { question: 'Which format?', options: ['Reel', 'Story'] }, { question: 'How many seconds?', showIf: { is: ['Reel'] } },
  ]);

  await test.step('refused with a sentence that names the question', async () => {
    await open();
    await dialog.getByRole('tab', { name: 'File' }).click();
    await dialog.getByLabel('Or paste its contents').fill('hello');
    await expect(dialog.getByText('This is not a questionnaire: the file is not valid JSON')).toBeVisible();
    await dialog.getByLabel('Or paste its contents').fill(JSON.stringify({ questions: [FORMAT, { ...LENGTH, type: 'file' }] }));
    await expect(dialog.getByText(/^Question 2 \(“How many seconds\?”\): A question's type is one of/)).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Add questions' })).toBeDisabled();
  });

  await test.step('imported below what is there, with rules of their own', async () => {
    await page.locator('input[type=file]').setInputFiles({ name: 'q.json', mimeType: 'application/json', buffer: Buffer.from(file) });
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

test('a rule shows a question only after certain answers, in the preview and in the order', async ({ creator, brand }) => {
  const { page } = creator;
  const pack = await newPackage(creator);
  await publish(creator, pack.id, [FORMAT]);
  await page.goto(builder(pack.id));
  await page.getByRole('button', { name: 'Add Question' }).click();
  const second = cards(page).nth(1);
  await words(page).nth(1).fill('How many seconds?');
  await second.getByRole('switch', { name: 'Required' }).check();
  await second.getByLabel('Show this question').selectOption({ label: 'Only after an answer to 1. Which format?' });
  await expect(second.getByText('Choose the answers that show this question.')).toBeVisible();
  await save(page);
  await toast(page, 'Please choose the answers that show the question');
  await second.getByRole('checkbox', { name: 'Reel' }).check();

  await test.step('the preview works', async () => {
    await expect(preview(page).getByLabel('How many seconds?')).toBeHidden();
    await preview(page).getByLabel('Which format?').selectOption('Reel');
    await expect(preview(page).getByLabel('How many seconds?')).toBeVisible();
    await preview(page).getByLabel('Which format?').selectOption('Story');
    await expect(preview(page).getByLabel('How many seconds?')).toBeHidden();
  });

  await test.step('a renamed option keeps its rule', async () => {
    await page.getByRole('textbox', { name: 'Option 1' }).fill('Short video');
    await expect(second.getByRole('checkbox', { name: 'Short video' })).toBeChecked();
    await save(page);
    await toast(page, 'Questionnaire saved successfully');
    await expect.poll(async () => (await saved(creator, pack.id))[1]?.showIf).toEqual({ questionId: 'format', is: ['Short video'] });
  });

  await test.step('an order asks what is visible, and keeps only that', async () => {
    const order = brand.page;
    await order.goto(`/order-questionnaire?packageId=${pack.id}`);
    await order.getByLabel('Project description').fill('Our spring tea.');
    await expect(order.getByText('3 of 4 required answers')).toBeVisible();
    await order.getByLabel('Which format?').selectOption('Short video');
    await expect(order.getByText('4 of 5 required answers')).toBeVisible();
    await order.getByRole('button', { name: 'Continue to Checkout' }).click();
    await toast(order, 'Please answer: How many seconds?');
    await expect(order.getByLabel('How many seconds?')).toBeFocused();
    await order.getByLabel('How many seconds?').fill('30');
    await order.getByLabel('Which format?').selectOption('Story');
    await expect(order.getByText('4 of 4 required answers')).toBeVisible();
    await order.getByRole('button', { name: 'Continue to Checkout' }).click();
    await expect(order).toHaveURL(/\/checkout\/[0-9a-f-]{36}$/);
    const id = new URL(order.url()).pathname.split('/').at(-1) ?? '';
    const booking = (await (await order.request.get(`/api/bookings/${id}`)).json()) as { questions: Question[]; answers: object };
    expect(booking.answers).toEqual({ format: 'Story' });
    expect(booking.questions.map((each) => each.id)).toEqual(['format']);
  });
});

test('a rule that loses what it waits for says so, and is not saved', async ({ creator }) => {
  const { page } = creator;
  const pack = await newPackage(creator);
  await publish(creator, pack.id, [FORMAT, LENGTH]);
  await page.goto(builder(pack.id));
  const discard = async () => {
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByText('Draft saved on this device')).toBeHidden();
  };

  await test.step('its option', async () => {
    await page.getByRole('button', { name: 'Remove option 1' }).click();
    await toast(page, 'Question 2 depended on what you just changed.');
    await expect(page.getByText('Choose the answers that show this question.')).toBeVisible();
    await discard();
  });

  await test.step('its place', async () => {
    await page.getByRole('button', { name: 'More for question 2' }).click();
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    await expect(page.getByText('Question 2 decides about this one, so it must come before it.')).toBeVisible();
    await save(page);
    await toast(page, 'A question can only depend on an earlier one: How many seconds?');
    await discard();
  });

  await test.step('its question', async () => {
    await page.getByRole('button', { name: 'Remove question 1' }).click();
    await expect(page.getByText('The question that decided about this one was removed.')).toBeVisible();
    await save(page);
    await toast(page, 'The question that decides about this one is gone: How many seconds?');
    await expect(page.getByLabel('Show this question')).toBeFocused();
    await page.getByLabel('Show this question').selectOption({ label: 'Always' });
    await save(page);
    await toast(page, 'Questionnaire saved successfully');
    const [only] = await saved(creator, pack.id);
    expect(only).toEqual({ id: 'length', type: 'number', question: 'How many seconds?', required: true });
  });
});

test('on a narrow screen the preview is a tab', async ({ creator }) => {
  const { page } = creator;
  await page.setViewportSize({ width: 390, height: 844 });
  const pack = await newPackage(creator);
  await publish(creator, pack.id, [FORMAT]);
  await page.goto(builder(pack.id));
  await expect(preview(page)).toBeHidden();
  await page.getByText('Preview', { exact: true }).first().click();
  await expect(preview(page).getByLabel('Which format?')).toBeVisible();
  await expect(words(page)).toBeHidden();
});

test('the order form shows every problem at its field, says the first, and takes the campaign along', async ({ creator, brand }) => {
  const pack = await newPackage(creator);
  await publish(creator, pack.id, [FORMAT, LENGTH]);
  const { page } = brand;
  await page.goto(`/order-questionnaire?packageId=${pack.id}`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toHaveValue(brand.fullName);
  await expect(page.getByLabel('Email')).toHaveValue(brand.email);
  await name.fill('');
  await page.getByLabel('Email').fill('nora');
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Validation Error' })).toContainText('Please enter your name');
  await expect(name).toBeFocused();
  for (const message of ['Please enter your name', 'Please enter a valid email address', 'Please provide a project description', 'Please answer: Which format?']) {
    await expect(page.getByRole('main').getByText(message)).toBeVisible();
  }

  await name.fill('Nora');
  await page.getByLabel('Email').fill('nora@example.test');
  await page.getByLabel('Project description').fill('A launch.');
  await page.getByLabel('Which format?').selectOption('Story');
  await expect(page.getByLabel('Target audience')).toBeHidden();
  await page.getByRole('button', { name: 'More about your campaign' }).click();
  await page.getByLabel('Target audience').fill('Tea drinkers');
  await page.getByLabel('Brand tone').selectOption('Casual and friendly');
  await page.getByLabel('Preferred post date').fill('2027-03-14');
  await page.getByLabel('Additional requirements').fill('No coffee.');
  await page.reload();
  await expect(page.getByLabel('Target audience')).toHaveValue('Tea drinkers');
  await expect(page.getByLabel('Which format?')).toHaveValue('Story');
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  await expect(page.getByRole('heading', { name: 'Your project details are saved' })).toBeFocused();
  await expect(page).toHaveURL(/\/checkout\/[0-9a-f-]{36}$/);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const booking = (await (await page.request.get(`/api/bookings/${id}`)).json()) as { customer: object };
  expect(booking.customer).toEqual({
    name: 'Nora', email: 'nora@example.test', projectDescription: 'A launch.', targetAudience: 'Tea drinkers',
    brandTone: 'Casual and friendly', preferredPostDate: '2027-03-14', additionalRequirements: 'No coffee.',
  });
});

test('what a visitor typed before signing in is kept, and what was left blank is filled in', async ({ page, creator, brand }) => {
  const pack = await newPackage(creator);
  await publish(creator, pack.id, [FORMAT]);
  await page.goto(`/order-questionnaire?packageId=${pack.id}`);
  await page.getByLabel('Project description').fill('Typed signed out.');
  await page.getByLabel('Which format?').selectOption('Reel');
  expect((await page.request.post('/api/auth/login', { data: { email: brand.email, password: PASSWORD } })).ok()).toBe(true);
  await page.reload();
  await expect(page.getByLabel('Project description')).toHaveValue('Typed signed out.');
  await expect(page.getByLabel('Which format?')).toHaveValue('Reel');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(brand.fullName);
});

test('a package that is not there, or cannot be loaded, is said in the documented words', async ({ creator, brand }) => {
  const { page } = brand;
  await page.goto('/dashboard');
  await page.goto('/order-questionnaire?packageId=01234567-89ab-4cde-8f01-23456789abcd');
  await expect(page.getByRole('heading', { name: 'Package not found' })).toBeVisible();
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(page).not.toHaveURL(/order-questionnaire/);

  const pack = await newPackage(creator);
  await page.route('**/trpc/packages.byId*', (route) => route.abort());
  await page.goto(`/order-questionnaire?packageId=${pack.id}`);
  await expect(page.getByRole('heading', { name: 'Failed to load package information' })).toBeVisible();
});

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the builder, its dialog and a refused order, in ${scheme}`, async ({ creator, brand }) => {
    const check = async (page: Page) => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ').slice(0, 300)}`)).toEqual([]);
    };
    for (const { page } of [creator, brand]) await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    const pack = await newPackage(creator);
    await publish(creator, pack.id, [FORMAT, LENGTH, { id: 'boosted', type: 'boolean', question: 'Boosted?', required: true }]);
    await creator.page.goto(builder(pack.id));
    await creator.page.getByRole('button', { name: 'Remove option 1' }).click();
    await expect(creator.page.getByText('Choose the answers that show this question.')).toBeVisible();
    await check(creator.page);
    await creator.page.getByRole('button', { name: 'Template or import' }).click();
    await creator.page.getByRole('radio', { name: 'Product review' }).check();
    await check(creator.page);

    await brand.page.goto(`/order-questionnaire?packageId=${pack.id}`);
    await brand.page.getByRole('button', { name: 'More about your campaign' }).click();
    await brand.page.getByRole('button', { name: 'Continue to Checkout' }).click();
    await expect(brand.page.getByText('Please answer: Boosted?').first()).toBeVisible();
    await check(brand.page);
  });
}
