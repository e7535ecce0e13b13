/**
 * Tests the settings, in which each section saves separately, confirms that it was saved, and keeps unsaved input.
 */
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { moveWithKeyboard } from '../support/dragging.ts';
import { clickInDropdown } from '../support/dropdowns.ts';
import { DEEP_TAG, expect, publishPackage, test, expectToast } from '../support/marquee.ts';
import { createPictureFile } from '../support/pictures.ts';

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('asks a visitor who opens the settings to sign in, and then returns to them', async ({ page }) => {
  await page.goto('/settings');
  await expect(page).toHaveURL(/\/login\?next=%2Fsettings$/);
});

test('lets a creator fill in their details, and shows them on the profile', async ({ creator }) => {
  const { page } = creator;
  await page.goto('/settings');
  const about = part(page, 'About you');
  await expect(about.getByRole('button', { name: 'Save details' })).toBeDisabled();
  await about.getByLabel('Full Name').fill('I');
  await about.getByRole('button', { name: 'Save details' }).click();
  await expect(about.getByText('Please enter your full name')).toBeVisible();
  await expect(about.getByLabel('Full Name')).toBeFocused();
  await about.getByLabel('Full Name').fill('Ida Berg');
  await about.getByLabel('Bio').fill('I film bread.\nSlowly.');
  await about.getByLabel('Location').fill('Bergen, Norway');
  await about.getByRole('button', { name: 'Save details' }).click();
  await expectToast(page, 'Details saved');
  await expect(about.getByRole('button', { name: 'Save details' })).toBeDisabled();

  const topics = part(page, 'Categories and languages');
  for (const category of ['Food', 'Travel', 'Music', 'Pets', 'Books'])
    await topics.getByText(category, { exact: true }).click();
  await expect(topics.getByText('5 of 5 selected')).toBeVisible();
  await expect(topics.getByRole('checkbox', { name: 'Cars' })).toBeDisabled();
  await topics.getByRole('combobox', { name: 'Languages' }).fill('Norw');
  await clickInDropdown(page.getByRole('option', { name: 'Norwegian' }));
  await page.keyboard.press('Escape');
  await topics.getByRole('button', { name: 'Save categories' }).click();
  await expectToast(page, 'Categories and languages saved');

  await page.getByRole('link', { name: 'View profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ida Berg' })).toBeVisible();
  await expect(page.getByText('I film bread.')).toBeVisible();
  await expect(page.getByText('Bergen, Norway')).toBeVisible();
  await expect(page.getByText('Norwegian')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Food' })).toHaveAttribute('href', '/find-influencers?category=Food');
});

test(
  'lets a creator save platforms and links after fixing invalid input, and shows them on the profile',
  DEEP_TAG,
  async ({ creator }) => {
    const { page } = creator;
    await page.goto('/settings');
    const platforms = part(page, 'Platforms');
    await platforms.getByRole('button', { name: 'Add platform' }).click();
    await expect(platforms.getByLabel('Platform', { exact: true })).toBeFocused();
    await platforms.getByLabel('Platform', { exact: true }).selectOption('YouTube');
    await platforms.getByRole('button', { name: 'Save platforms' }).click();
    await expect(platforms.getByText('Enter your handle on this platform')).toBeVisible();
    await platforms.getByLabel('Handle').fill('@ida');
    await platforms.getByLabel('Followers').fill('128400');
    await platforms.getByLabel('Starting rate').fill('12.345');
    await platforms.getByRole('button', { name: 'Save platforms' }).click();
    await expect(
      platforms.getByText('The starting rate must be from $1.00 to $100,000.00 with at most two decimal places'),
    ).toBeVisible();
    await platforms.getByLabel('Starting rate').fill('250');
    await platforms.getByRole('button', { name: 'Save platforms' }).click();
    await expectToast(page, 'Platforms saved');

    const links = part(page, 'Links');
    await links.getByRole('button', { name: 'Add link' }).click();
    await links.getByLabel('Label').fill('Shop');
    await links.getByLabel('Address').fill('http://bread.example');
    await links.getByRole('button', { name: 'Save links' }).click();
    await expect(links.getByText('Enter a complete address that starts with https://')).toBeVisible();
    await links.getByLabel('Address').fill('https://bread.example/shop');
    await links.getByRole('button', { name: 'Save links' }).click();
    await expectToast(page, 'Links saved');

    await page.reload();
    await expect(platforms.getByLabel('Followers')).toHaveValue('128,400');
    await page.goto(`/profile/${creator.username}`);
    const shown = page.getByRole('region', { name: 'Platforms' });
    await expect(shown).toContainText('YouTube');
    await expect(shown).toContainText('128.4K');
    await expect(shown).toContainText('128,400');
    await expect(shown).toContainText('from $287.50');
    await expect(shown).toContainText('Follower counts are self-declared. Starting prices: 15% fee included.');
    const link = page.getByRole('link', { name: /Shop/ });
    await expect(link).toHaveAttribute('href', 'https://bread.example/shop');
    await expect(link).toHaveAttribute('rel', /nofollow.*noopener/);

    // Sections with content start closed and name it. A link to a section opens it.
    await page.goto('/settings');
    const [closedPlatforms, closedLinks] = [platforms.locator('summary'), links.locator('summary')];
    await expect(closedPlatforms).toContainText('YouTube');
    await expect(closedLinks).toContainText('Shop');
    await expect(links.getByLabel('Label')).toBeHidden();
    await page.goto('/settings#links');
    await expect(links.getByLabel('Label')).toBeVisible();
    await expect(platforms.getByLabel('Handle')).toBeHidden();
    await links.getByRole('button', { name: 'Remove link 1' }).click();
    await links.getByRole('button', { name: 'Undo changes' }).click();
    await expect(links.getByLabel('Label')).toHaveValue('Shop');

    // A closed section keeps its changes and says so, and leaving the page still asks for confirmation.
    await links.getByLabel('Label').fill('Bakery');
    await closedLinks.focus();
    await page.keyboard.press('Enter');
    await expect(links.getByLabel('Label')).toBeHidden();
    await expect(closedLinks).toContainText('Unsaved changes');
    await page.getByRole('link', { name: 'View profile' }).click();
    await page.getByRole('dialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Keep editing' }).click();
    await closedLinks.click();
    await expect(links.getByLabel('Label')).toHaveValue('Bakery');
  },
);

test(
  'shows a user at once whether a username is available, and keeps links with the old username working',
  DEEP_TAG,
  async ({ creator, brand }) => {
    const { page } = creator;
    await page.goto('/settings');
    const link = part(page, 'Your link');
    const input = link.getByLabel('Username');
    await input.fill('a');
    await expect(
      link.getByText('Use 3 to 30 letters (a–z), digits or underscores. Start and end with a letter or digit.'),
    ).toBeVisible();
    await input.fill(brand.username);
    await expect(link.getByText(`@${brand.username} is not available`)).toBeVisible();
    await link.getByRole('button', { name: 'Save username' }).click();
    await expectToast(page, 'This username is not available. Please choose another one');
    await expect(input).toHaveValue(brand.username);
    const next = `ida_${Date.now()}`;
    await input.fill(next);
    await expect(link.getByText(`@${next} is available`)).toBeVisible();
    await link.getByRole('button', { name: 'Save username' }).click();
    await expectToast(page, 'Username saved');
    await expect(link.getByText(`Also leads to your profile: @${creator.username}`)).toBeVisible();
    for (const old of [`/profile/${creator.username}`, `/@${creator.username}`]) {
      await page.goto(old);
      await expect(page).toHaveURL(new RegExp(`/profile/${next}$`));
    }
  },
);

test('lets a creator upload a photo, crop it by keyboard and slider, replace it and remove it', async ({ creator }) => {
  const { page } = creator;
  await page.goto('/settings');
  const photo = part(page, 'Photo');
  await photo.getByLabel('Photo file').setInputFiles(await createPictureFile('me.png', '#00aa55'));
  const dialog = page.getByRole('dialog', { name: 'Your photo' });
  const zoom = dialog.getByRole('slider', { name: 'Zoom' });
  await zoom.focus();
  for (let press = 0; press < 10; press++) await page.keyboard.press('ArrowRight');
  await expect(zoom).toHaveAttribute('aria-valuenow', '1.5');
  await dialog.getByLabel('Visible part: move the picture with the arrow keys').focus();
  await page.keyboard.press('ArrowLeft');
  const sent = page.waitForRequest(/\/api\/uploads\/portrait\?/);
  await dialog.getByRole('button', { name: 'Save photo' }).click();
  const crop = new URL((await sent).url()).searchParams;
  // At a zoom of 150 %, the square crop covers two thirds of the height, and in a 4:3 picture half of the width.
  expect(Number(crop.get('width'))).toBeCloseTo(50, 0);
  expect(Number(crop.get('height'))).toBeCloseTo(66.7, 0);
  await expectToast(page, 'Photo saved');
  await expect(dialog).toBeHidden();
  await expect(photo.locator('img')).toHaveAttribute('src', /^\/media\/[0-9a-f]{32}-256\.webp$/);
  await expect(photo.locator('img')).toHaveAttribute('srcset', /-96\.webp 96w, .*-256\.webp 256w, .*-512\.webp 512w/);
  await photo.getByRole('button', { name: 'Remove photo' }).click();
  await expectToast(page, 'Photo removed');
  await expect(photo.getByRole('button', { name: 'Upload photo' })).toBeVisible();
});

test(
  'refuses a file that is not a picture with a message, in the browser or on the server',
  DEEP_TAG,
  async ({ creator }) => {
    const { page } = creator;
    await page.goto('/settings');
    const photo = part(page, 'Photo');
    const file = photo.getByLabel('Photo file');
    const big = test.info().outputPath('big.png');
    await writeFile(big, Buffer.alloc(10 * 1024 * 1024 + 1));
    await file.setInputFiles(big);
    await expectToast(page, 'This picture is larger than 10 MB. Choose a smaller one.');
    await file.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    const dialog = page.getByRole('dialog', { name: 'Your photo' });
    await expect(dialog.getByText('Your browser cannot show this file.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Save photo' })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await file.setInputFiles({
      name: 'drawing.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><rect width="300" height="300"/></svg>',
      ),
    });
    await dialog.getByRole('button', { name: 'Save photo' }).click();
    await expectToast(page, 'This file type is not supported. Choose a JPEG, PNG, WebP, AVIF or GIF picture.');
    await expect(dialog).toBeVisible();
  },
);

test(
  'lets a creator add portfolio pictures, describe them, reorder them by keyboard, and remove all of them',
  DEEP_TAG,
  async ({ creator }) => {
    const { page } = creator;
    await page.goto('/settings');
    const portfolio = part(page, 'Portfolio');
    const files = portfolio.getByLabel('Picture files');
    await files.setInputFiles([
      await createPictureFile('red.png', '#cc2222'),
      { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
      await createPictureFile('blue.png', '#2222cc'),
    ]);
    await expectToast(
      page,
      'broken.png: This file type is not supported. Choose a JPEG, PNG, WebP, AVIF or GIF picture.',
    );
    await expectToast(page, '2 pictures added');
    await files.setInputFiles(await createPictureFile('green.png', '#22cc22'));
    const dialog = page.getByRole('dialog', { name: 'Add a picture' });
    await dialog.getByText('Square', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Add picture' }).click();
    await expectToast(page, 'Picture added');
    const pictures = portfolio.getByRole('list', { name: 'Portfolio pictures' }).getByRole('listitem');
    await expect(pictures).toHaveCount(3);
    await expect(pictures.nth(2).locator('img')).toHaveAttribute('width', '480');

    await portfolio.getByRole('button', { name: 'Describe picture 1' }).click();
    const describe = page.getByRole('dialog', { name: 'Describe this picture' });
    await describe.getByLabel('What it shows').fill('A red wall');
    await describe.getByLabel('What it shows').press('Enter');
    await expectToast(page, 'Description saved');
    await expect(pictures.nth(0)).toContainText('A red wall');

    // Wait for the focus to return to the button, shortly after the dialog has closed.
    await expect(portfolio.getByRole('button', { name: 'Describe “A red wall”' })).toBeFocused();
    await moveWithKeyboard(portfolio.getByRole('button', { name: 'Move “A red wall”' }), 'ArrowRight', {
      noun: 'Picture',
      from: 1,
      to: 2,
      of: 3,
    });
    await page.keyboard.press('Space');
    await expectToast(page, 'Order saved');
    await expect(pictures.nth(1)).toContainText('A red wall');
    await page.reload();
    await portfolio.getByText('3 pictures').click();
    await expect(pictures.nth(1)).toContainText('A red wall');

    await portfolio.getByRole('button', { name: 'Delete “A red wall”' }).click();
    const confirm = page.getByRole('dialog', { name: 'Delete picture' });
    await expect(confirm.getByText('This removes the picture from your profile. You cannot undo this.')).toBeVisible();
    await confirm.getByRole('button', { name: 'Cancel' }).click();
    await expect(pictures).toHaveCount(3);
    await portfolio.getByRole('button', { name: 'Delete “A red wall”' }).click();
    await confirm.getByRole('button', { name: 'Delete', exact: true }).click();
    await expectToast(page, 'Picture deleted');
    await expect(pictures).toHaveCount(2);
  },
);

test(
  'asks for confirmation before a user leaves the page with unsaved changes, and keeps the input after a failed save',
  DEEP_TAG,
  async ({ creator }) => {
    const { page } = creator;
    await page.goto('/settings');
    const about = part(page, 'About you');
    await about.getByLabel('Location').fill('Nowhere');
    await page.getByRole('link', { name: 'View profile' }).click();
    const question = page.getByRole('dialog', { name: 'Discard changes?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(about.getByLabel('Location')).toHaveValue('Nowhere');

    await page.route('**/trpc/profiles.saveAbout*', (route) => route.abort());
    await about.getByRole('button', { name: 'Save details' }).click();
    await expectToast(page, 'Your changes could not be saved. The server could not be reached. Please try again.');
    await expect(about.getByLabel('Location')).toHaveValue('Nowhere');
    await page.unroute('**/trpc/profiles.saveAbout*');
    await about.getByRole('button', { name: 'Save details' }).click();
    await expectToast(page, 'Details saved');
    await page.getByRole('link', { name: 'View profile' }).click();
    await expect(page).toHaveURL(new RegExp(`/profile/${creator.username}$`));
  },
);

test('counts the completed steps of the profile checklist and shows the next one', DEEP_TAG, async ({ creator }) => {
  const { page } = creator;
  await page.goto('/settings');
  const list = part(page, 'Complete your profile');
  await expect(list.getByText('0 of 6 steps done.')).toBeVisible();
  await expect(list.getByRole('link', { name: 'Publish a package' })).toBeVisible();
  await part(page, 'About you').getByLabel('Bio').fill('I film bread.');
  await part(page, 'About you').getByRole('button', { name: 'Save details' }).click();
  await expect(list.getByText('1 of 6 steps done.')).toBeVisible();
  await publishPackage(creator);
  await page.reload();
  await expect(list.getByText('2 of 6 steps done.')).toBeVisible();
  await expect(list.getByRole('progressbar')).toHaveAttribute('value', '2');
});

test('lets a brand change its name, username and photo', DEEP_TAG, async ({ brand }) => {
  const { page } = brand;
  await page.goto('/settings');
  await expect(page.getByRole('link', { name: 'View profile' })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Photo',
    'Your brand',
    'Username',
  ]);
  await part(page, 'Your brand').getByLabel('Company or full name').fill('Fjord Coffee Roasters');
  await part(page, 'Your brand').getByRole('button', { name: 'Save name' }).click();
  await expectToast(page, 'Name saved');
  await page.reload();
  await expect(part(page, 'Your brand').getByLabel('Company or full name')).toHaveValue('Fjord Coffee Roasters');
});
