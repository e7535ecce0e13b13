/** Tests rules that show a question only after certain answers, from the questionnaire builder to the order form. */
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
  locateQuestionFields,
  type TestQuestion,
} from '../support/questions.ts';

test('shows a question with a rule only after certain answers, in the preview and in the order form', async ({
  creator,
  brand,
}) => {
  const { page } = creator;
  const pack = await publishPackage(creator);
  await publishQuestions(creator, pack.id, [FORMAT_QUESTION]);
  await page.goto(getBuilderPath(pack.id));
  await page.getByRole('button', { name: 'Add Question' }).click();
  const second = locateQuestionCards(page).nth(1);
  await locateQuestionFields(page).nth(1).fill('How many seconds?');
  await second.getByRole('switch', { name: 'Required' }).check();
  await second.getByLabel('Show this question').selectOption({ label: 'Only after an answer to 1. Which format?' });
  await expect(second.getByText('Choose the answers that show this question.')).toBeVisible();
  await saveQuestionnaire(page);
  await expectToast(page, 'Please choose the answers that show the question');
  await second.getByRole('checkbox', { name: 'Reel' }).check();

  await test.step('the preview follows the rule', async () => {
    await expect(locatePreview(page).getByLabel('How many seconds?')).toBeHidden();
    await locatePreview(page).getByLabel('Which format?').selectOption('Reel');
    await expect(locatePreview(page).getByLabel('How many seconds?')).toBeVisible();
    await locatePreview(page).getByLabel('Which format?').selectOption('Story');
    await expect(locatePreview(page).getByLabel('How many seconds?')).toBeHidden();
  });

  await test.step('a renamed option keeps its rule', async () => {
    await page.getByRole('textbox', { name: 'Option 1' }).fill('Short video');
    await expect(second.getByRole('checkbox', { name: 'Short video' })).toBeChecked();
    await saveQuestionnaire(page);
    await expectToast(page, 'Questionnaire saved successfully');
    await expect
      .poll(async () => (await fetchSavedQuestions(creator, pack.id))[1]?.showIf)
      .toEqual({ questionId: 'format', is: ['Short video'] });
  });

  await test.step('the order form shows only visible questions and saves only their answers', async () => {
    const order = brand.page;
    await order.goto(`/order-questionnaire?packageId=${pack.id}`);
    await order.getByLabel('Project description').fill('Our spring tea.');
    await expect(order.getByText('3 of 4 required answers')).toBeVisible();
    const progress = order.getByRole('progressbar', { name: 'Required answers' });
    await expect(progress).toHaveAttribute('aria-valuetext', '3 of 4');
    await order.getByLabel('Which format?').selectOption('Short video');
    await expect(order.getByText('4 of 5 required answers')).toBeVisible();
    await order.getByRole('button', { name: 'Continue to Checkout' }).click();
    await expectToast(order, 'Please answer: How many seconds?');
    await expect(order.getByLabel('How many seconds?')).toBeFocused();
    await order.getByLabel('How many seconds?').fill('30');
    await order.getByLabel('Which format?').selectOption('Story');
    await expect(order.getByText('4 of 4 required answers')).toBeVisible();
    await order.getByRole('button', { name: 'Continue to Checkout' }).click();
    await expect(order).toHaveURL(/\/checkout\/[0-9a-f-]{36}$/);
    const id = new URL(order.url()).pathname.split('/').at(-1) ?? '';
    const booking = (await (await order.request.get(`/api/bookings/${id}`)).json()) as {
      questions: TestQuestion[];
      answers: object;
    };
    expect(booking.answers).toEqual({ format: 'Story' });
    expect(booking.questions.map((each) => each.id)).toEqual(['format']);
  });
});

test(
  'shows an error at a rule that no longer refers to an answer to an earlier question',
  DEEP_TAG,
  async ({ creator }) => {
    const { page } = creator;
    const pack = await publishPackage(creator);
    await publishQuestions(creator, pack.id, [FORMAT_QUESTION, LENGTH_QUESTION]);
    await page.goto(getBuilderPath(pack.id));
    const discard = async () => {
      await page.getByRole('button', { name: 'Discard draft' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
      await expect(page.getByText('Draft saved on this device')).toBeHidden();
    };

    await test.step('removing the option that the rule depends on', async () => {
      await page.getByRole('button', { name: 'Remove option 1' }).click();
      await expectToast(page, 'Question 2 depended on what you just changed.');
      await expect(page.getByText('Choose the answers that show this question.')).toBeVisible();
      await discard();
    });

    await test.step('moving the question above the one it depends on', async () => {
      await page.getByRole('button', { name: 'More for question 2' }).click();
      await clickInDropdown(page.getByRole('menuitem', { name: 'Move up' }));
      await expect(page.getByText('This rule depends on question 2, which comes later.')).toBeVisible();
      await saveQuestionnaire(page);
      await expectToast(page, 'A question can only depend on an earlier one: How many seconds?');
      await discard();
    });

    await test.step('removing the question that the rule depends on', async () => {
      await page.getByRole('button', { name: 'Remove question 1' }).click();
      await expect(page.getByText('The question that this rule depends on was removed.')).toBeVisible();
      await saveQuestionnaire(page);
      await expectToast(page, 'The question that controls this one no longer exists: How many seconds?');
      await expect(page.getByLabel('Show this question')).toBeFocused();
      await page.getByLabel('Show this question').selectOption({ label: 'Always' });
      await saveQuestionnaire(page);
      await expectToast(page, 'Questionnaire saved successfully');
      const [only] = await fetchSavedQuestions(creator, pack.id);
      expect(only).toEqual({ id: 'length', type: 'number', question: 'How many seconds?', required: true });
    });
  },
);
