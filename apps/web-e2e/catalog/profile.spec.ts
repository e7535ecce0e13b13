/** Tests the public profile (requirements R2.55 and R2.56) for a visitor, the owner and other users. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectNoViolations, expectNoViolationsAt } from '../support/axe.ts';
import { DEEP_TAG, expect, publishPackage, test, type TestPerson } from '../support/marquee.ts';
import { createPictureFile } from '../support/pictures.ts';

/** Uploads a picture with a caption to the creator's portfolio. */
async function addPicture({ page }: TestPerson, colour: string, caption: string): Promise<void> {
  const { buffer } = await createPictureFile('picture.png', colour, 1200, 800);
  const answer = await page.request.post('/api/uploads/portfolio', {
    data: buffer,
    headers: { 'content-type': 'image/png' },
  });
  expect(answer.status()).toBe(200);
  const { portfolio } = (await answer.json()) as { portfolio: { id: string }[] };
  const described = await page.request.post('/trpc/profiles.captionPicture', {
    data: { id: portfolio.at(-1)?.id, caption },
  });
  expect(described.ok()).toBe(true);
}

const gallery = (page: Page) => page.getByRole('region', { name: 'Portfolio' });

test('shows the creator’s name, bio, location and statistics on a profile, and links each service to its order form', async ({
  page,
  creator,
}) => {
  const pack = await publishPackage(creator);
  await page.goto(`/profile/${creator.username.toUpperCase()}`);
  await expect(page.getByRole('heading', { level: 1, name: creator.fullName })).toBeVisible();
  await expect(page.getByText(`@${creator.username}`)).toBeVisible();
  await expect(page.getByText('Professional content creator ready to help your brand succeed.')).toBeVisible();
  await expect(page.getByText('Available Worldwide')).toBeVisible();
  for (const label of ['Completed', 'Rating', 'Total Earned', 'Services'])
    await expect(page.getByRole('term').filter({ hasText: label })).toBeVisible();
  const figure = (label: string) => page.getByRole('term').filter({ hasText: label }).locator('..');
  await expect(figure('Rating')).toHaveText('RatingNo ratings yet');
  await expect(figure('Completed')).toHaveText('Completed0New');
  await page.getByRole('link', { name: 'Book Now' }).click();
  await expect(page).toHaveURL(new RegExp(`/order-questionnaire\\?packageId=${pack.id}$`));
});

test(
  'no longer marks a creator with completed bookings as new, and shows a rating from reviews',
  DEEP_TAG,
  async ({ page }) => {
    const stats = await page.request.get('/api/profile/maya_lindqvist/stats');
    const { completedBookings, rating } = (await stats.json()) as { completedBookings: number; rating: number };
    expect(completedBookings).toBeGreaterThan(0);
    await page.goto('/profile/maya_lindqvist');
    const figures = page.getByRole('region', { name: 'Stats' });
    await expect(figures).toContainText(new RegExp(`Rating${rating.toFixed(1).replace('.', '\\.')}[1-9]\\d* reviews?`));
    await expect(figures).toContainText(`Completed${completedBookings}`);
    await expect(figures).not.toContainText('New');
  },
);

test('shows a message for a profile that does not exist', async ({ page }) => {
  await page.goto('/profile/nobody_at_all');
  await expect(page.getByRole('heading', { name: 'Creator Not Found' })).toBeVisible();
  await expect(page.getByText("This profile doesn't exist or is no longer available.")).toBeVisible();
});

test(
  'opens portfolio pictures in a lightbox with keyboard navigation, and restores the focus when it closes',
  DEEP_TAG,
  async ({ page, creator }) => {
    await addPicture(creator, '#cc2222', 'A red wall');
    await addPicture(creator, '#2222cc', 'A blue wall');
    await page.goto(`/profile/${creator.username}`);
    const first = gallery(page).getByRole('button', { name: 'A red wall' });
    await expect(first.locator('img')).toHaveAttribute(
      'srcset',
      /-480\.webp 480w, .*-960\.webp 960w, .*-1600\.webp 1200w/,
    );
    await first.focus();
    await page.keyboard.press('Enter');
    const lightbox = page.getByRole('dialog', { name: `Portfolio of ${creator.fullName}` });
    await expect(lightbox.getByRole('img', { name: 'A red wall' })).toBeVisible();
    await expect(lightbox.getByText('1 of 2')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(lightbox.getByRole('img', { name: 'A blue wall' })).toBeVisible();
    await lightbox.getByRole('button', { name: 'Next picture' }).click();
    await expect(lightbox.getByText('1 of 2')).toBeVisible();
    await expectNoViolations(page, '[role=dialog]');
    await page.keyboard.press('Escape');
    await expect(lightbox).toBeHidden();
    await expect(first).toBeFocused();
  },
);

test('shows the remaining pictures of a portfolio after a click on the button', DEEP_TAG, async ({ page, creator }) => {
  for (let at = 0; at < 7; at++) await addPicture(creator, `#${at}${at}8844`, `Wall ${at + 1}`);
  await page.goto(`/profile/${creator.username}`);
  await expect(gallery(page).getByRole('listitem')).toHaveCount(5);
  await gallery(page).getByRole('button', { name: 'Show all 7 pictures' }).click();
  await expect(gallery(page).getByRole('listitem')).toHaveCount(7);
});

test('shows the same price including the fee for a service on every screen', async ({ page, creator }) => {
  // Use a random word, because creators in other tests have similar names and a search also finds longer words that
  // start with it.
  const word = `tarif${randomUUID().replaceAll('-', '')}`;
  const pack = await publishPackage(creator, { price: '199.00', name: `One price ${word}` });
  await page.goto(`/profile/${creator.username}`);
  const said = /\$228\.85 15% fee included/;
  const service = page.getByRole('article', { name: pack.name });
  await expect(service).toContainText(/\$228\.85 15% fee included creator’s price \$199/);
  const data = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(data.join('\n')).toContain('"price":"228.85"');
  await page.goto(`/find-influencers?q=${word}`);
  await expect(page.getByRole('region', { name: 'Creators' }).getByRole('article')).toContainText(said);
  await page.goto(`/compare?packages=${pack.id}`);
  await expect(page.getByRole('row', { name: /^You pay/ }).getByRole('cell')).toContainText(said);
});

test(
  'shows a link to the services on a phone until a service is visible, without covering other content',
  DEEP_TAG,
  async ({ browser, baseURL, creator }) => {
    await publishPackage(creator, { price: '400.00' });
    await publishPackage(creator, { price: '320.00' });
    for (let at = 0; at < 5; at++) await addPicture(creator, `#${at}${at}8844`, `Wall ${at + 1}`);
    const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 390, height: 500 } });
    const page = await context.newPage();
    await page.goto(`/profile/${creator.username}`);
    const bar = page.getByRole('region', { name: 'Book a service' });
    await expect(bar).toBeInViewport({ ratio: 1 });
    await expect(bar).toContainText('2 services from $368 15% fee included');
    await bar.getByRole('link', { name: 'See services' }).press('Enter');
    await expect(page.getByRole('link', { name: 'Book Now' }).first()).toBeInViewport();
    await expect(page.getByRole('heading', { name: 'Services' })).toBeInViewport({ ratio: 1 });
    await expect(bar).toBeHidden();

    await gallery(page).getByRole('listitem').last().scrollIntoViewIfNeeded();
    await expect(bar).toBeInViewport({ ratio: 1 });
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const [foot, below] = [await bar.boundingBox(), await page.getByRole('contentinfo').boundingBox()];
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual((below?.y ?? 0) + 1);

    await page.setViewportSize({ width: 1280, height: 860 });
    await expect(bar).toBeHidden();
    await page.setViewportSize({ width: 768, height: 900 });
    const tops = await gallery(page)
      .getByRole('listitem')
      .evaluateAll((tiles) => tiles.map((tile) => Math.round(tile.getBoundingClientRect().top)));
    expect(new Set(tops).size).toBe(1);
    await context.close();
  },
);

test('lets a visitor copy the short URL of a profile', DEEP_TAG, async ({ browser, baseURL, creator }) => {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  await page.goto(`/profile/${creator.username}`);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Copied!').first()).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(new RegExp(`^http://[^/]+/@${creator.username}$`));
  await page.goto(copied);
  await expect(page).toHaveURL(new RegExp(`/profile/${creator.username}$`));
  await context.close();
});

test('offers editing of a profile only to its owner', DEEP_TAG, async ({ page, creator, brand }) => {
  for (const visitor of [page, brand.page]) {
    await visitor.goto(`/profile/${creator.username}`);
    await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(visitor.getByRole('link', { name: 'Edit profile' })).toHaveCount(0);
  }
  await creator.page.goto(`/profile/${creator.username}`);
  await creator.page.getByRole('link', { name: 'Edit profile' }).click();
  await expect(creator.page).toHaveURL(/\/settings$/);
});

test('puts a picture of the profile into link previews', async ({ page, creator }) => {
  await page.goto(`/profile/${creator.username}`);
  const image = await page.locator('meta[property="og:image"]').getAttribute('content');
  expect(new URL(image ?? '').pathname).toBe(`/profile/${creator.username}/card.png`);
  const card = await page.request.get(new URL(image ?? '').pathname);
  expect(card.headers()['content-type']).toBe('image/png');
});

test(
  'has no axe violations on the profile, the settings and the customer information',
  DEEP_TAG,
  async ({ page, creator, brand }) => {
    await addPicture(creator, '#cc2222', 'A red wall');
    await publishPackage(creator);
    const saved = await creator.page.request.post('/trpc/profiles.savePlatforms', {
      data: { platforms: [{ platform: 'x', handle: '@a', followers: 12_400, startingPrice: '20' }] },
    });
    expect(saved.ok()).toBe(true);
    await expectNoViolationsAt(page, `/profile/${creator.username}`);
    await expectNoViolationsAt(creator.page, '/settings');
    await expectNoViolationsAt(brand.page, '/settings');
    await expectNoViolationsAt(brand.page, '/customer-info');
  },
);
