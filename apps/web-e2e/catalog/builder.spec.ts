/**
 * Tests the questionnaire builder (requirements R2.48 to R2.50, R8.12 and R8.13): adding, saving and reordering
 * questions, and accessibility.
 */
import { expectNoViolations } from '../support/axe.ts';
import { moveWithKeyboard, dragWithMouse } from '../support/dragging.ts';
import { clickInDropdown } from '../support/dropdowns.ts';
import { DEEP_TAG, expect, publishPackage, test, expectToast } from '../support/marquee.ts';
import {
  getBuilderPath,
  locateQuestionCards,
  FORMAT_QUESTION,
  LENGTH_QUESTION,
  locatePreview,
  publishQuestions,
  saveQuestionnaire,
  fetchSavedQuestions,
  createTextQuestions,
  locateQuestionFields,
  listQuestionTexts,
} from '../support/questions.ts';

test('does not let a creator without packages build a questionnaire', async ({ creator: { page } }) => {
  await page.goto('/questionnaire-builder');
  await expect(page.getByRole('heading', { name: 'No packages found' })).toBeVisible();
  await page.getByRole('link', { name: 'Create Package' }).click();
  await expect(page).toHaveURL(/\/packages$/);
  await expect(page.getByRole('dialog', { name: 'New Package' })).toBeVisible();
});

test('shows an error when saving if there is no question or if a question has no text', async ({ creator }) => {
  const { page } = creator;
  const pack = await publishPackage(creator);
  await page.goto(getBuilderPath(pack.id));
  await expect(page.getByRole('combobox', { name: 'Package' })).toHaveValue(pack.id);
  await saveQuestionnaire(page);
  await expectToast(page, 'Please add at least one question');
  await page.getByRole('button', { name: 'Add Question' }).click();
  await saveQuestionnaire(page);
  await expectToast(page, 'Please enter the text of every question');
  await expect(locateQuestionFields(page)).toBeFocused();
  await locateQuestionFields(page).fill('Which product?');
  await locateQuestionCards(page).getByLabel('Placeholder').fill('Its name');
  await saveQuestionnaire(page);
  await expectToast(page, 'Questionnaire saved successfully');
  await expect(page.getByText('Draft saved on this device')).toBeHidden();
  expect(await fetchSavedQuestions(creator, pack.id)).toMatchObject([
    { type: 'text', question: 'Which product?', required: false, placeholder: 'Its name' },
  ]);
  expect((await fetchSavedQuestions(creator, pack.id))[0]?.id).toMatch(/^q_\d+_[a-z0-9]+$/);
});

test('shows an error after a refused save and keeps the draft', DEEP_TAG, async ({ creator }) => {
  const { page } = creator;
  const pack = await publishPackage(creator);
  await page.goto(getBuilderPath(pack.id));
  await page.getByRole('button', { name: 'Add Question' }).click();
  await locateQuestionFields(page).fill('Which product?');
  await page.route('**/trpc/questionnaires.save*', (route) => route.abort());
  await saveQuestionnaire(page);
  await expectToast(page, 'Failed to save questionnaire');
  await page.reload();
  await expect(locateQuestionFields(page)).toHaveValue('Which product?');
});

test('adds one question after a double click on Add Question, and focuses it', DEEP_TAG, async ({ creator }) => {
  const { page } = creator;
  const pack = await publishPackage(creator);
  await publishQuestions(creator, pack.id, createTextQuestions('One', 'Two', 'Three'));
  await page.goto(getBuilderPath(pack.id));
  await page.getByRole('button', { name: 'Add Question' }).dblclick();
  await expect(locateQuestionCards(page)).toHaveCount(4);
  await expect(locateQuestionFields(page).nth(3)).toBeFocused();
  await page.keyboard.type('Four');
  expect(await listQuestionTexts(page)).toEqual(['One', 'Two', 'Three', 'Four']);
});

test('lets a creator reorder questions by mouse, by keyboard and with the menu', DEEP_TAG, async ({ creator }) => {
  const { page } = creator;
  const pack = await publishPackage(creator);
  await publishQuestions(creator, pack.id, createTextQuestions('One', 'Two', 'Three'));
  await page.goto(getBuilderPath(pack.id));

  await test.step('with the mouse', async () => {
    await dragWithMouse(
      page.getByRole('button', { name: 'Drag question 1' }),
      page.getByRole('button', { name: 'Drag question 2' }),
      { noun: 'Question', from: 1, to: 2, of: 3 },
    );
    await expect.poll(() => listQuestionTexts(page)).toEqual(['Two', 'One', 'Three']);
  });

  await test.step('with the keyboard, announced to screen readers', async () => {
    const handle = page.getByRole('button', { name: 'Drag question 3' });
    await expect(handle).toHaveAccessibleDescription(/Press Space to pick it up/);
    await moveWithKeyboard(handle, 'ArrowUp', { noun: 'Question', from: 3, to: 2, of: 3 });
    await page.keyboard.press('Space');
    await expect.poll(() => listQuestionTexts(page)).toEqual(['Two', 'Three', 'One']);
    const dropped = page.getByRole('button', { name: 'Drag question 2' });
    await expect(dropped).toBeFocused();
    await moveWithKeyboard(dropped, 'ArrowUp', { noun: 'Question', from: 2, to: 1, of: 3 });
    await page.keyboard.press('Escape');
    await expect(page.getByText('Move cancelled. Returned to its original position.')).toBeAttached();
    expect(await listQuestionTexts(page)).toEqual(['Two', 'Three', 'One']);
  });

  await test.step('with the menu, which can also duplicate a question', async () => {
    await page.getByRole('button', { name: 'More for question 3' }).click();
    await clickInDropdown(page.getByRole('menuitem', { name: 'Move up' }));
    await expect.poll(() => listQuestionTexts(page)).toEqual(['Two', 'One', 'Three']);
    await expect(page.getByRole('button', { name: 'More for question 2' })).toBeFocused();
    await page.getByRole('button', { name: 'More for question 1' }).click();
    // Select the menu by name, because the previous menu may still be closing.
    const menu = page.getByRole('menu', { name: 'More for question 1' });
    await expect(menu.getByRole('menuitem', { name: 'Move up' })).toBeDisabled();
    await clickInDropdown(menu.getByRole('menuitem', { name: 'Duplicate' }));
    await expect.poll(() => listQuestionTexts(page)).toEqual(['Two', 'Two', 'One', 'Three']);
    await expect(locateQuestionFields(page).nth(1)).toBeFocused();
  });

  await page.getByRole('button', { name: 'Remove question 2' }).click();
  await saveQuestionnaire(page);
  await expectToast(page, 'Questionnaire saved successfully');
  expect((await fetchSavedQuestions(creator, pack.id)).map(({ question }) => question)).toEqual([
    'Two',
    'One',
    'Three',
  ]);
});

test(
  'lets a creator type the options of a question, paste a list of them, and reorder and remove them',
  DEEP_TAG,
  async ({ creator }) => {
    const { page } = creator;
    const pack = await publishPackage(creator);
    await page.goto(getBuilderPath(pack.id));
    await page.getByRole('button', { name: 'Add Question' }).click();
    await locateQuestionFields(page).fill('Which colour?');
    await locateQuestionCards(page).getByLabel('Type').selectOption('Multiple Choice');
    const options = page.getByRole('textbox', { name: /^Option \d+$/ });
    await options.first().fill('Red');
    await options.first().press('Enter');
    await expect(options.nth(1)).toBeFocused();

    await page.getByRole('button', { name: 'Paste a list' }).click();
    await expect(page.getByLabel('Options, one per line')).toBeFocused();
    await page.getByLabel('Options, one per line').fill('Green\n\n Blue \r\nRed\nGreen\nYellow');
    await page.getByRole('button', { name: 'Add options' }).click();
    const names = () => options.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
    expect(await names()).toEqual(['Red', 'Green', 'Blue', 'Yellow']);

    await dragWithMouse(
      page.getByRole('button', { name: 'Drag option 4' }),
      page.getByRole('button', { name: 'Drag option 1' }),
      {
        noun: 'Option',
        from: 4,
        to: 1,
        of: 4,
      },
    );
    await expect.poll(names).toEqual(['Yellow', 'Red', 'Green', 'Blue']);
    await moveWithKeyboard(page.getByRole('button', { name: 'Drag option 1' }), 'ArrowDown', {
      noun: 'Option',
      from: 1,
      to: 2,
      of: 4,
    });
    await page.keyboard.press('Space');
    await expect.poll(names).toEqual(['Red', 'Yellow', 'Green', 'Blue']);
    await page.getByRole('button', { name: 'Remove option 3' }).click();
    await saveQuestionnaire(page);
    await expectToast(page, 'Questionnaire saved successfully');
    expect((await fetchSavedQuestions(creator, pack.id))[0]?.options).toEqual(['Red', 'Yellow', 'Blue']);
  },
);

test('shows the preview as a tab on a narrow screen', DEEP_TAG, async ({ creator }) => {
  const { page } = creator;
  await page.setViewportSize({ width: 390, height: 844 });
  const pack = await publishPackage(creator);
  await publishQuestions(creator, pack.id, [FORMAT_QUESTION]);
  await page.goto(getBuilderPath(pack.id));
  await expect(locatePreview(page)).toBeHidden();
  await page.getByText('Preview', { exact: true }).first().click();
  await expect(locatePreview(page).getByLabel('Which format?')).toBeVisible();
  await expect(locateQuestionFields(page)).toBeHidden();
});

test(
  'has no axe violations in the builder, its dialog and an order form with errors',
  DEEP_TAG,
  async ({ creator, brand }) => {
    for (const { page } of [creator, brand]) await page.emulateMedia({ reducedMotion: 'reduce' });
    const pack = await publishPackage(creator);
    await publishQuestions(creator, pack.id, [
      FORMAT_QUESTION,
      LENGTH_QUESTION,
      { id: 'boosted', type: 'boolean', question: 'Boosted?', required: true },
    ]);
    await creator.page.goto(getBuilderPath(pack.id));
    await creator.page.getByRole('button', { name: 'Remove option 1' }).click();
    await expect(creator.page.getByText('Choose the answers that show this question.')).toBeVisible();
    await expectNoViolations(creator.page);
    await creator.page.getByRole('button', { name: 'Template or import' }).click();
    await creator.page.getByRole('radio', { name: 'Product review' }).check();
    await expectNoViolations(creator.page);

    await brand.page.goto(`/order-questionnaire?packageId=${pack.id}`);
    await brand.page.getByRole('button', { name: 'More about your campaign' }).click();
    await brand.page.getByRole('button', { name: 'Continue to Checkout' }).click();
    await expect(brand.page.getByText('Please answer: Boosted?').first()).toBeVisible();
    await expectNoViolations(brand.page);
  },
);

test('shows a long questionnaire with one line per question, which opens on request', DEEP_TAG, async ({ creator }) => {
  const { page } = creator;
  const pack = await publishPackage(creator);
  await publishQuestions(creator, pack.id, createTextQuestions('One', 'Two', 'Three', 'Four'));
  await page.goto(getBuilderPath(pack.id));
  await expect(locateQuestionCards(page)).toHaveCount(4);
  await expect(locateQuestionCards(page).nth(1)).toContainText('Two');
  await expect(locateQuestionFields(page)).toHaveCount(0);

  await page.getByRole('button', { name: 'Edit question 2' }).press('Enter');
  await locateQuestionFields(page).fill('');
  await page.getByRole('button', { name: 'Close question 2' }).click();
  await expect(locateQuestionFields(page)).toHaveCount(0);
  // Saving opens the question that has an error.
  await saveQuestionnaire(page);
  await expectToast(page, 'Please enter the text of every question');
  await expect(locateQuestionFields(page)).toBeFocused();
  await locateQuestionFields(page).fill('Second');
  await page.getByRole('button', { name: 'Add Question' }).click();
  await expect(locateQuestionFields(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove question 5' }).click();
  await expect(page.getByRole('button', { name: 'Edit question 4' })).toBeFocused();
  await saveQuestionnaire(page);
  await expectToast(page, 'Questionnaire saved successfully');
  await page.reload();
  await expect(locateQuestionCards(page).nth(1)).toContainText('Second');
});

test('lets a creator remove a saved questionnaire completely', DEEP_TAG, async ({ creator }) => {
  const { page } = creator;
  const pack = await publishPackage(creator);
  await publishQuestions(creator, pack.id, createTextQuestions('One', 'Two'));
  await page.goto(getBuilderPath(pack.id));
  await page.getByRole('button', { name: 'Remove all questions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove all' }).click();
  await expectToast(page, 'Questionnaire removed');
  await expect(locateQuestionCards(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Remove all questions' })).toBeHidden();
  await page.reload();
  await expect(locateQuestionCards(page)).toHaveCount(0);
});
