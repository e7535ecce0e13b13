/** What the questionnaire builder keeps before it is saved. */
import { DEEP, expect, newPackage, test, toast } from './marquee.ts';
import { builder, kept, publish, save, saved, texts, words } from './questions.ts';

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

test('a draft that somebody saved over elsewhere is asked about', DEEP, async ({ creator }) => {
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
