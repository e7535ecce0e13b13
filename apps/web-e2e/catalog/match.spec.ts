/** Tests matching, from a brief to ranked creators and an order form that is filled in from the brief. */
import { expectNoViolations } from '../support/axe.ts';
import { DEEP_TAG, expect, newAccount, publishPackage, test, type TestAccount } from '../support/marquee.ts';

const TOPICS = { languages: [] };

/** Adds the category Cars to the creator's profile and publishes a package. */
async function listed(creator: TestAccount, fields: { price: string; deliveryDays: number; name: string }) {
  const answer = await creator.request.post('/trpc/profiles.saveTopics', { data: { ...TOPICS, categories: ['Cars'] } });
  expect(answer.status()).toBe(200);
  return publishPackage(creator, fields);
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test(
  'ranks creators for a brief by score, and fills in an order form from the brief',
  DEEP_TAG,
  async ({ brand, browser, baseURL }) => {
    // Other tests may publish packages in the same category, so identify this test's packages by a unique word.
    const word = `zm${Date.now().toString(36)}`;
    for (const fields of [
      { name: 'Slow and cheap', price: '100.00', deliveryDays: 34 },
      { name: 'Fast and dear', price: '380.00', deliveryDays: 2 },
      { name: 'Too dear', price: '900.00', deliveryDays: 2 },
    ]) {
      const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
      await listed(await newAccount(context, 'influencer', `Of ${fields.name}`), {
        ...fields,
        name: `${fields.name} ${word}`,
      });
      await context.close();
    }
    const { page } = brand;
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Matched for You' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Matched for you' })).toBeVisible();

    await page.getByRole('button', { name: 'Find matches' }).click();
    await expect(page.getByText('Choose at least one category')).toBeVisible();
    await expect(page.getByText('The budget must be a whole number of dollars')).toBeVisible();
    await page.getByRole('button', { name: 'Show all 24' }).click();
    await page.getByRole('checkbox', { name: 'Cars' }).focus();
    await page.keyboard.press('Space');
    await page.getByLabel('Total budget').fill('500');
    await page.getByLabel('Needed by').fill(inDays(40));
    await page.getByRole('button', { name: 'More criteria' }).click();
    await page.getByLabel('Tone').selectOption('Casual and friendly');
    await page.getByLabel('Project description').fill('A roof box, on a rainy day.');
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Find matches' }).click();

    const cards = page.getByRole('article').filter({ hasText: word });
    await expect(cards).toHaveCount(2);
    await expect(cards.filter({ hasText: 'Too dear' })).toHaveCount(0);
    const first = page.getByRole('listitem').filter({ has: cards }).first();
    await expect(first).toContainText('Slow and cheap');

    // The points of the parts add up to the total score on the card.
    await cards.first().getByText('Score details').click();
    const points = await cards.first().locator('tbody td:last-child').allTextContents();
    const score = Number(await cards.first().locator('tfoot td:last-child').textContent());
    expect(points.reduce((sum, each) => sum + Number(each), 0)).toBe(score);
    await expect(cards.first()).toContainText(`${score} of 100`);
    // A missing track record costs points, and is not listed as a strength.
    await expect(cards.first().getByRole('listitem').filter({ hasText: 'No completed bookings yet' })).toHaveText(/^−/);
    await expectNoViolations(page);

    // Set all weights except Delivery to zero, by keyboard. This changes the ranking, and a reload keeps the new
    // ranking.
    await expect(page.getByRole('slider')).toHaveCount(0);
    await page.getByText('Adjust the ranking').click();
    await expect(page.getByRole('slider')).toHaveCount(5);
    for (const part of ['Category', 'Price', 'Bookings and ratings', 'Keywords and tone']) {
      await page.getByRole('slider', { name: part }).focus();
      await page.keyboard.press('Home');
    }
    await page.getByRole('slider', { name: 'Delivery' }).focus();
    await page.keyboard.press('End');
    await expect(first).toContainText('Fast and dear');
    await expect(page.getByRole('status').filter({ hasText: 'Now first: 1. Of Fast and dear' })).toBeVisible();
    await expect(page).toHaveURL(/weights=0\d05\d00/);
    await page.reload();
    await expect(first).toContainText('Fast and dear');

    await page.getByText('Edit or save your brief').click();
    await page.getByLabel('Brief name').fill('Roof box');
    await page.getByRole('button', { name: 'Save brief' }).click();
    await expect(page.getByRole('link', { name: 'Roof box' })).toBeVisible();

    await page.getByRole('link', { name: `Book Fast and dear ${word} by` }).click();
    await expect(page).toHaveURL(/\/order-questionnaire\?packageId=/);
    await expect(page.getByLabel('Project description')).toHaveValue('A roof box, on a rainy day.');
    await expect(page.getByLabel('Brand tone')).toHaveValue('Casual and friendly');
    await expect(page.getByLabel('Preferred post date')).toHaveValue(inDays(40));
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(brand.fullName);
    await page.getByRole('button', { name: 'Continue to Checkout' }).click();
    await expect(page).toHaveURL(/\/checkout\//);

    await page.goto('/match');
    await page.getByRole('link', { name: 'Roof box' }).click();
    await expect(first).toContainText('Fast and dear');
    await page.getByText('Edit or save your brief').click();
    await page.getByRole('button', { name: 'Delete the brief Roof box' }).click();
    await expect(page.getByRole('link', { name: 'Roof box' })).toHaveCount(0);
  },
);

test(
  'shows what to do next for a brief without matching creators, and does not open the matching page for creators',
  DEEP_TAG,
  async ({ brand, creator }) => {
    await brand.page.goto('/match?category=Cars&budget=1');
    await expect(brand.page.getByRole('heading', { name: 'No creators fit this brief' })).toBeVisible();
    await brand.page.getByRole('main').getByRole('link', { name: 'Find creators' }).click();
    await expect(brand.page).toHaveURL('/find-influencers?category=Cars');
    await creator.page.goto('/match');
    await expect(creator.page).toHaveURL('/dashboard');
  },
);
