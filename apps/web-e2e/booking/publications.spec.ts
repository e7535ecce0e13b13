/** Tests publications: planning a post, publishing it, reporting its metrics, and sharing the results page. */
import type { Page } from '@playwright/test';
import { expectNoViolations } from '../support/axe.ts';
import { createPaidBooking } from '../support/paid-booking.ts';
import { DEEP_TAG, expect, test, expectToast, unfold } from '../support/marquee.ts';
import { createPictureFile } from '../support/pictures.ts';

test(
  'lets a creator plan a post, publish it and report its metrics, and the brand share the results',
  DEEP_TAG,
  async ({ creator, brand, browser, baseURL }) => {
    const id = await createPaidBooking(creator, brand, 'in_progress');
    const mine = creator.page;
    await mine.goto(`/booking-details?bookingId=${id}`);
    await mine.getByRole('button', { name: 'Plan delivery days' }).click();
    const plan = mine.getByRole('form', { name: 'Plan delivery days' });
    const day = plan.locator('input[type=date]').first();
    await day.fill((await day.getAttribute('max')) ?? '');
    await plan.getByRole('button', { name: 'Save plan' }).click();
    await expectToast(mine, 'Plan saved');
    await expect(mine.getByText(/^Planned for /).first()).toBeVisible();
    await brand.page.goto(`/booking-details?bookingId=${id}`);
    await expect(brand.page.getByText(/^Planned for /).first()).toBeVisible();
    await expect(brand.page.getByRole('heading', { name: 'Results' })).toHaveCount(0);

    await unfold(mine, 'Results');
    await mine.getByRole('link', { name: 'Add published post' }).click();
    const form = mine.getByRole('form', { name: 'Add published post' });
    await form.getByRole('button', { name: 'Add post' }).click();
    await expect(form.getByText('Paid posts must be labeled as advertising.')).toBeVisible();
    await form.getByLabel('Link to the post').fill('https://example.com/reel/1');
    const published = form.getByLabel('Published on');
    await published.fill((await published.getAttribute('max')) ?? '');
    await form.getByLabel('The post is marked as advertising').check();
    await form.getByRole('button', { name: 'Add post' }).click();
    await expectToast(mine, 'Post added');
    await mine.getByRole('button', { name: 'Report metrics of https://example.com/reel/1' }).click();
    const metrics = mine.getByRole('form', { name: 'Metrics of https://example.com/reel/1' });
    await metrics.getByLabel('Views').fill('many');
    await metrics.getByRole('button', { name: 'Report metrics' }).click();
    await expect(metrics.getByText('Views must be a whole number')).toBeVisible();
    await metrics.getByLabel('Views').fill('41,900');
    await metrics.getByLabel('Link clicks').fill('208');
    await metrics.getByRole('button', { name: 'Report metrics' }).click();
    await expectToast(mine, 'Metrics reported');
    await expectNoViolations(mine);

    await expect(brand.page.getByText('1 post, 41,900 views')).toBeVisible();
    await unfold(brand.page, 'Results');
    await brand.page.getByRole('link', { name: 'See results' }).click();
    await expect(brand.page.getByRole('region', { name: 'All posts' })).toContainText('Cost per 1,000 views');
    await expect(brand.page.getByRole('button', { name: 'Report metrics' })).toHaveCount(0);
    await brand.page.getByRole('button', { name: 'Share' }).click();
    const dialog = brand.page.getByRole('dialog');
    await dialog.getByLabel('Anyone with the link can see these results').click();
    const link = dialog.getByRole('textbox', { name: 'Link' });
    await expect(link).toHaveValue(/\/results\/[\w-]{22}$/);
    const address = await link.inputValue();
    const visitor = await browser.newPage({ ...(baseURL !== undefined && { baseURL }) });
    await visitor.goto(address);
    await expect(visitor.getByText('41,900').first()).toBeVisible();
    await expect(visitor.getByText('$')).toHaveCount(0);
    await expectNoViolations(visitor);
    // The switch changes before the server has responded, so wait for the response.
    const ended = brand.page.waitForResponse(
      (answer) => answer.url().includes('/trpc/publications.share') && answer.ok(),
    );
    await dialog.getByLabel('Anyone with the link can see these results').click();
    await expect(link).toHaveCount(0);
    await ended;
    await visitor.reload();
    await expect(visitor.getByRole('heading', { name: 'These results are not shared' })).toBeVisible();
    await visitor.close();
  },
);

test('lets a creator remove a post and export the results by keyboard', DEEP_TAG, async ({ creator, brand }) => {
  const id = await createPaidBooking(creator, brand, 'in_progress');
  const { page } = creator;
  for (const number of [1, 2])
    await page.request.post('/trpc/publications.add', {
      data: {
        id,
        link: `https://example.com/reel/${number}`,
        publishedOn: new Date().toISOString().slice(0, 10),
        isDisclosed: true,
      },
    });
  await page.goto(`/booking-results?bookingId=${id}`);
  await page.getByRole('button', { name: 'Remove post' }).first().press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove post' }).press('Enter');
  await expect(page.getByRole('link', { name: /example\.com\/reel/ })).toHaveCount(1);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).press('Enter');
  expect((await downloading).suggestedFilename()).toBe('marquee-results.csv');
});

test(
  'shows the screenshot of a post to both sides, and to other people only if the creator allows it',
  DEEP_TAG,
  async ({ creator, brand, page: visitor }) => {
    const id = await createPaidBooking(creator, brand, 'in_progress');
    const { page } = creator;
    const link = 'https://example.com/reel/1';
    const publishedOn = new Date().toISOString().slice(0, 10);
    await page.request.post('/trpc/publications.add', { data: { id, link, publishedOn, isDisclosed: true } });
    await page.goto(`/booking-results?bookingId=${id}`);
    await page
      .getByLabel(`Screenshot of ${link}`, { exact: true })
      .setInputFiles(await createPictureFile('post.png', '#446688'));
    await expectToast(page, 'Screenshot added');
    const picture = (at: Page) => at.getByRole('img', { name: `The post at ${link}` });
    await expect(picture(page)).toBeVisible();
    await expectNoViolations(page);
    await brand.page.goto(`/booking-results?bookingId=${id}`);
    await expect(picture(brand.page)).toBeVisible();
    expect(await picture(brand.page).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await expect(brand.page.getByRole('button', { name: 'Remove' })).toHaveCount(0);

    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog');
    const shared = page.waitForResponse((answer) => answer.url().includes('/trpc/publications.share') && answer.ok());
    await dialog.getByLabel('Anyone with the link can see these results').click();
    await shared;
    const field = dialog.getByRole('textbox', { name: 'Link' });
    await expect(field).toHaveValue(/\/results\//);
    const address = await field.inputValue();
    await page.keyboard.press('Escape');
    await visitor.goto(address);
    await expect(visitor.getByRole('link', { name: /example\.com\/reel/ })).toBeVisible();
    await expect(picture(visitor)).toHaveCount(0);
    const ticked = page.waitForResponse(
      (answer) => answer.url().includes('/trpc/publications.sharePicture') && answer.ok(),
    );
    await page.getByLabel('Show on the shared results page').click();
    await ticked;
    await visitor.reload();
    await expect(picture(visitor)).toBeVisible();

    await page.getByRole('button', { name: 'Remove screenshot' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove screenshot' }).click();
    await expect(picture(page)).toHaveCount(0);
    await visitor.reload();
    await expect(picture(visitor)).toHaveCount(0);
  },
);
