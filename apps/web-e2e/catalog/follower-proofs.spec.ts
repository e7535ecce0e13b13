/** Tests follower proofs: a creator uploads a screenshot, staff review it, and the profile shows the result. */
import { expectNoViolations } from '../support/axe.ts';
import { DEEP_TAG, openDemoPage, expect, test, expectToast } from '../support/marquee.ts';
import { createPictureFile } from '../support/pictures.ts';

test(
  'lets a creator submit a follower proof that staff refuse, and then another proof that staff confirm',
  DEEP_TAG,
  async ({ browser, baseURL, creator, page }) => {
    const settings = creator.page;
    const saved = await creator.request.post('/trpc/profiles.savePlatforms', {
      data: {
        platforms: [{ platform: 'tiktok', handle: `@${creator.username}`, followers: 12_345, startingPrice: '' }],
      },
    });
    expect(saved.status()).toBe(200);
    const send = async (name: string) => {
      await settings
        .getByLabel('Screenshot of your TikTok followers', { exact: true })
        .setInputFiles(await createPictureFile(name, '#557799'));
      await expectToast(settings, 'Screenshot sent');
    };
    const part = settings.getByRole('region', { name: 'Verified followers' });
    const staff = await openDemoPage(browser, baseURL, 'admin@demo.marquee.test');
    const entry = staff.getByRole('listitem').filter({ hasText: `@${creator.username}` });
    const decide = async (label: 'Confirm' | 'Reject', field: string, reason: string) => {
      await staff.goto('/admin/proofs');
      await expect(entry).toContainText('12,345 followers');
      await expect(entry.getByRole('img')).toBeVisible();
      await expectNoViolations(staff);
      await entry.getByRole('button', { name: new RegExp(`^${label}:`) }).click();
      await staff.getByRole('dialog').getByLabel(field).fill(reason);
      await staff.getByRole('dialog').getByRole('button', { name: label }).click();
      await expect(entry).toHaveCount(0);
    };

    await settings.goto('/settings#proofs');
    await expect(part).toContainText('Self-declared');
    await send('first.png');
    await expect(part).toContainText('In review');
    await expectNoViolations(settings);
    await decide('Reject', 'Reason', 'The number is cut off at the side');

    await settings.reload();
    await expect(part).toContainText('Not accepted: The number is cut off at the side');
    await send('second.png');
    await decide('Confirm', 'Note', 'Handle and number are there');

    await settings.reload();
    await expect(part).toContainText('Your screenshot showed at least 12,345 followers. Verified on');
    await page.goto(`/profile/${creator.username}`);
    const platforms = page.getByRole('region', { name: 'Platforms' });
    await expect(platforms).toContainText('Verified');
    await expect(platforms).toContainText('We verified every follower count.');
    await expectNoViolations(page);

    await part.getByRole('button', { name: 'Delete screenshots: TikTok' }).click();
    await settings.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(part).toContainText('Self-declared');
    await page.reload();
    await expect(platforms).toContainText('Follower counts are self-declared.');
    await staff.close();
  },
);
