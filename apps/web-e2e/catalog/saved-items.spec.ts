/** Tests saved creators and packages, from the Save button on a card to sharing a list via a link. */
import { expectNoViolations } from '../support/axe.ts';
import { DEEP_TAG, expect, publishPackage, E2E_PASSWORD, test, expectToast } from '../support/marquee.ts';

test(
  'lets a brand save creators, sort them into lists and share a list with a visitor',
  DEEP_TAG,
  async ({ creator, brand, page: visitor }) => {
    const pkg = await publishPackage(creator);
    const { page } = brand;
    await test.step('the brand saves a creator on the profile, by keyboard', async () => {
      await page.goto(`/profile/${creator.username}`);
      await page.getByRole('button', { name: `Save ${creator.fullName}` }).press('Enter');
      await expectToast(page, 'Saved to “Saved”');
      const button = page.getByRole('button', { name: `Saved: ${creator.fullName}. Choose lists` });
      await expect(button).toHaveText('Saved');
      await button.press('Enter');
      const dialog = page.getByRole('dialog', { name: `Lists with ${creator.fullName}` });
      await expect(dialog.getByLabel('Saved', { exact: true })).toBeChecked();
      await expectNoViolations(page, '[role=dialog]');
      await dialog.getByLabel('New list').fill('Spring');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await expect(dialog.getByLabel('Spring')).toBeChecked();
      await dialog.getByLabel('Saved', { exact: true }).click();
      await expect(dialog.getByLabel('Saved', { exact: true })).not.toBeChecked();
      await dialog.getByRole('button', { name: 'Done' }).click();
      const card = page.getByRole('article', { name: pkg.name });
      await card.getByRole('button', { name: `Save ${pkg.name}` }).click();
      await expect(card.getByRole('button', { name: `Saved: ${pkg.name}. Choose lists` })).toBeVisible();
    });

    await test.step('the search result card shows that the creator is saved, even after a reload', async () => {
      await page.goto(`/find-influencers?q=${encodeURIComponent(creator.username)}`);
      await expect(
        page.getByRole('button', { name: `Saved: ${creator.fullName}. Choose lists` }).first(),
      ).toBeVisible();
    });

    await test.step('the brand adds a note to an entry, moves an entry to another list and removes an entry', async () => {
      await page.goto('/saved');
      await expectNoViolations(page);
      const entry = page.getByRole('listitem', { name: pkg.name });
      await expect(entry.getByText('$115')).toBeVisible();
      await entry.getByRole('button', { name: 'Add note' }).click();
      await expect(entry.getByLabel('Note')).toBeFocused();
      await entry.getByLabel('Note').fill('Ask for a second cut.');
      await entry.getByRole('button', { name: 'Save note' }).click();
      await expect(entry.getByRole('button', { name: 'Edit note' })).toBeVisible();
      await expect(entry.getByText('Ask for a second cut.')).toBeVisible();
      await entry.getByLabel(`Move ${pkg.name} to another list`).selectOption('Spring');
      await expectToast(page, 'Moved to “Spring”');
      await expect(page.getByText('Nothing saved here yet')).toBeVisible();
      await page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'Spring 2' }).click();
      await expect(page.getByRole('heading', { name: 'Spring' })).toBeVisible();
      await expect(entry.getByText('Ask for a second cut.')).toBeVisible();
      await page.getByRole('listitem', { name: creator.fullName }).getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await expect(page.getByRole('listitem', { name: creator.fullName })).toBeHidden();
    });

    await test.step('the brand shares the list via a link', async () => {
      await page.getByRole('button', { name: 'Share' }).click();
      const dialog = page.getByRole('dialog', { name: 'Share “Spring”' });
      await dialog.getByLabel('Anyone with the link can see this list').click();
      const field = dialog.getByLabel('Link', { exact: true });
      await expect(field).toHaveValue(/\/lists\/[\w-]{22}$/);
      const link = await field.inputValue();
      await expectNoViolations(page, '[role=dialog]');
      await visitor.goto(link);
      await expect(visitor.getByRole('heading', { name: 'Spring' })).toBeVisible();
      await expect(visitor.getByText(`A list by ${brand.fullName}`)).toBeVisible();
      await expect(visitor.getByRole('link', { name: pkg.name })).toBeVisible();
      await expect(visitor.getByText('Ask for a second cut.')).toBeHidden();
      expect(await visitor.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
      await expectNoViolations(visitor);
      // The switch changes before the server has responded, so wait for the response.
      const shared = page.waitForResponse((answer) => answer.url().includes('/trpc/savedItems.') && answer.ok());
      await dialog.getByLabel('Include my notes').click();
      await shared;
      await expect(dialog.getByLabel('Include my notes')).toBeChecked();
      await visitor.reload();
      await expect(visitor.getByText('Ask for a second cut.')).toBeVisible();
      await visitor.getByRole('button', { name: 'Report' }).click();
      await expect(visitor).toHaveURL(/\/login\?next=%2Flists%2F/);
      await visitor.goto(link);
      await dialog.getByLabel('Anyone with the link can see this list').click();
      await expect(dialog.getByText('Only you can see this list.')).toBeVisible();
      await visitor.reload();
      await expect(visitor.getByRole('heading', { name: 'This list is not shared' })).toBeVisible();
    });
  },
);

test('asks a visitor who saves a creator to sign in, and saves the creator afterwards', async ({
  creator,
  brand,
  page,
}) => {
  await publishPackage(creator);
  await page.goto(`/profile/${creator.username}`);
  await page.getByRole('button', { name: `Save ${creator.fullName}` }).click();
  await page.waitForURL(/\/login\?next=/);
  await page.getByLabel('Email').fill(brand.email);
  await page.getByLabel('Password', { exact: true }).fill(E2E_PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL(`**/profile/${creator.username}`);
  await expectToast(page, 'Saved to “Saved”');
  await expect(page.getByRole('button', { name: `Saved: ${creator.fullName}. Choose lists` })).toBeVisible();
});

test(
  'handles a Save button that is pressed before the saved items have loaded once they have loaded',
  DEEP_TAG,
  async ({ creator, brand }) => {
    await publishPackage(creator);
    const { page } = brand;
    await page.request.post('/trpc/savedItems.save', { data: { kind: 'creator', id: creator.id } });
    let tell = () => {};
    const responded = new Promise<void>((resolve) => {
      tell = resolve;
    });
    await page.route(/\/trpc\/[^?]*savedItems\.listIdsByItem/, async (route) => {
      await responded;
      await route.continue();
    });
    await page.goto(`/profile/${creator.username}`);
    await page.getByRole('button', { name: `Save ${creator.fullName}` }).click();
    tell();
    // The creator is already saved, so the button opens a dialog with the lists that contain the creator.
    await expect(page.getByRole('dialog', { name: `Lists with ${creator.fullName}` })).toBeVisible();
  },
);

test('lets a brand save a search by name and open it again', DEEP_TAG, async ({ brand }) => {
  const { page } = brand;
  await page.goto('/find-influencers?category=Travel&max=500&sort=newest');
  await page.getByRole('button', { name: 'Save this search' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this search' });
  await expect(dialog.getByLabel('Name')).toHaveValue(/^Travel, /);
  await expectNoViolations(page, '[role=dialog]');
  await dialog.getByLabel('Name').fill('Trips');
  await dialog.getByRole('button', { name: 'Save search' }).click();
  await expectToast(page, 'Search saved');
  await page.goto('/saved');
  await expectNoViolations(page);
  const mailed = page.getByRole('listitem', { name: 'Trips' }).getByRole('checkbox', { name: 'Email me new matches' });
  await expect(mailed).toBeChecked();
  await mailed.click();
  await expectToast(page, 'We no longer email you new matches');
  await page.getByRole('link', { name: 'Trips' }).click();
  await page.waitForURL('**/find-influencers?category=Travel&max=500&sort=newest');
  await page.getByRole('button', { name: 'Save this search' }).click();
  await dialog.getByRole('button', { name: 'Save search' }).click();
  await expectToast(page, 'You already saved this search');
  await page.goto('/saved');
  const search = page.getByRole('region', { name: 'Searches' });
  await search.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(search).toBeHidden();
});
