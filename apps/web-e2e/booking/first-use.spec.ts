/** Counts the screens, clicks and fields that a new user needs to reach a goal. */
import type { Locator, Page } from '@playwright/test';
import { DEEP_TAG, expect, publishPackage, E2E_PASSWORD, test, expectToast } from '../support/marquee.ts';
import type { TestQuestion } from '../support/questions.ts';

interface Counts {
  screens: number;
  clicks: number;
  fields: number;
}

/** Returns functions that act on `page` and count the screens visited, the clicks and the completed fields. */
function countedBy(page: Page) {
  const counts: Counts = { screens: 0, clicks: 0, fields: 0 };
  return {
    /** Waits for a screen whose URL matches `url`, and counts it. */
    screen: async (url: RegExp) => {
      await expect(page).toHaveURL(url);
      counts.screens++;
    },
    press: async (target: Locator) => {
      await target.first().click();
      counts.clicks++;
    },
    fill: async (label: string | RegExp, value: string) => {
      await page.getByLabel(label).and(page.locator('input, textarea')).first().fill(value);
      counts.fields++;
    },
    choose: async (name: string) => {
      await page.getByRole('radio', { name }).click();
      counts.fields++;
    },
    select: async (label: string, option: string) => {
      await page.getByLabel(label).selectOption(option);
      counts.fields++;
    },
    /** Prints the counts, so that a change which adds a step is noticed, and compares them with the maximum. */
    expectAtMost: (goal: string, most: Counts) => {
      const { screens, clicks, fields } = counts;
      process.stdout.write(`${goal}: ${screens} screens, ${clicks} clicks, ${fields} fields\n`);
      for (const name of ['screens', 'clicks', 'fields'] as const)
        expect(counts[name], `${name} of ${goal}`).toBeLessThanOrEqual(most[name]);
    },
  };
}

type Way = ReturnType<typeof countedBy>;

const newAddress = (who: string) => `${who}-${Date.now()}-${process.pid}@example.test`;

/** Fills in the order form from the customer's details to the password, and continues to the payment. */
async function orderAsVisitor(page: Page, way: Way, questions: readonly TestQuestion[]): Promise<void> {
  await way.screen(/\/order-questionnaire/);
  await way.fill(/^Name/, 'Nora Field');
  await way.fill('Email', newAddress('brand'));
  await way.fill('Project description', 'A launch in spring.');
  for (const { question, type, options = [] } of questions) {
    if (type === 'select') await way.select(question, options[0] ?? '');
    else if (type === 'boolean' || type === 'multiple_choice') await way.choose(options[0] ?? 'Yes');
    else await way.fill(question, type === 'number' ? '2' : 'As in our last campaign');
  }
  // The form has only one password field. It needs no second field for confirmation, because the user can reveal the
  // password.
  await expect(page.getByLabel(/password/i).and(page.locator('input'))).toHaveCount(1);
  await way.fill(/^Password/, E2E_PASSWORD);
  await way.press(page.getByRole('button', { name: 'Continue to Checkout' }));

  await way.screen(/\/checkout\/[0-9a-f-]{36}$/);
  await way.fill('Card number', '4242424242424242');
  await way.fill('Expiration date', '12 / 34');
  await way.fill('Security code', '123');
  await way.press(page.getByRole('button', { name: /^Pay \$/ }));
  await expect(page).toHaveURL(/\/dashboard/);
  await expectToast(page, 'Your booking has been confirmed! The influencer will be notified.');
}

interface FoundPackage {
  username: string;
  name: string;
  questions: TestQuestion[];
}

/** Finds a package of a creator on the landing page that asks `count` required questions. */
async function findFeaturedPackage(page: Page, count: number): Promise<FoundPackage> {
  const links = await page
    .getByRole('main')
    .locator('a[href^="/profile/"]')
    .evaluateAll((all) =>
      all.map((link) => new URL((link as HTMLAnchorElement).href).pathname.split('/').at(-1) ?? ''),
    );
  for (const username of new Set(links)) {
    const packages = await page.request.get(`/api/profile/${username}/packages`);
    for (const { id, name } of (await packages.json()) as { id: string; name: string }[]) {
      const answer = await page.request.get(`/api/questionnaire/${id}`);
      const allQuestions = answer.ok() ? ((await answer.json()) as { questions: TestQuestion[] }).questions : [];
      const questions = allQuestions.filter(({ required }) => required);
      if (questions.length === count) return { username, name, questions };
    }
  }
  throw new Error(`No creator on the landing page has a package with ${count} required questions`);
}

const bookLink = (page: Page, { name }: FoundPackage) =>
  page.getByRole('article', { name }).getByRole('link', { name: 'Book Now' });
const profileLink = (page: Page, { username }: FoundPackage) =>
  page.getByRole('main').locator(`a[href^="/profile/${username}"]`);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('lets a visitor book a package from the landing page and create an account with the order', async ({ page }) => {
    const way = countedBy(page);
    await page.goto('/');
    await way.screen(/\/$/);
    const featured = await findFeaturedPackage(page, 0);
    await way.press(profileLink(page, featured));
    await way.screen(/\/profile\//);
    await way.press(bookLink(page, featured));
    await orderAsVisitor(page, way, featured.questions);
    way.expectAtMost('First booking', { screens: 4, clicks: 5, fields: 7 });
  });

  test(
    'lets a visitor search for a creator and book a package with six required answers',
    DEEP_TAG,
    async ({ page }) => {
      const way = countedBy(page);
      await page.goto('/');
      await way.screen(/\/$/);
      const featured = await findFeaturedPackage(page, 3);
      await way.fill('Search creators and packages', featured.name);
      await way.press(page.getByRole('button', { name: 'Search', exact: true }));
      await way.screen(/\/find-influencers/);
      await way.press(profileLink(page, featured));
      await way.screen(/\/profile\//);
      await way.press(bookLink(page, featured));
      await orderAsVisitor(page, way, featured.questions);
      way.expectAtMost('First booking with six required answers', { screens: 5, clicks: 6, fields: 12 });
    },
  );

  test('lets a new creator publish a package after three screens', async ({ page }) => {
    const way = countedBy(page);
    await page.goto('/');
    await way.screen(/\/$/);
    await way.press(page.getByRole('link', { name: 'Sign Up' }));

    await way.screen(/\/auth\?mode=signup$/);
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
    await way.choose('Creator / Influencer');
    await way.fill('Full Name', 'Ines Prado');
    await way.fill('Email', newAddress('creator'));
    await way.fill(/^Password/, E2E_PASSWORD);
    await way.press(page.getByRole('button', { name: 'Create Account' }));

    await way.screen(/\/packages/);
    await way.fill('Package name', 'Morning Reel');
    await way.fill('Description', 'A Reel before nine.');
    await way.fill('Price', '249.50');
    await way.press(page.getByRole('button', { name: 'Create Package' }));
    await expectToast(page, 'Package created');
    way.expectAtMost('First service', { screens: 3, clicks: 3, fields: 7 });
  });
});

/** Fills in the order form without a password. */
async function fillOrderForm(page: Page, packageId: string, email: string): Promise<void> {
  await page.goto(`/order-questionnaire?packageId=${packageId}`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Nora Field');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Project description').fill('A launch in spring.');
}

test(
  'lets a visitor whose email address has an account sign in on the order form and keep the order',
  DEEP_TAG,
  async ({ page, brand, creator }) => {
    const pack = await publishPackage(creator);
    await fillOrderForm(page, pack.id, brand.email);
    await page.getByLabel('Password').and(page.locator('input')).fill('another-password');
    await page.getByRole('button', { name: 'Continue to Checkout' }).click();
    await expectToast(page, 'An account with this email already exists');
    await expect(page.getByText('Enter the password of your account to sign in and continue.')).toBeVisible();
    await page.getByRole('button', { name: 'Continue to Checkout' }).click();
    await expectToast(page, 'Sign In Failed');
    await page.getByLabel('Password').and(page.locator('input')).fill(E2E_PASSWORD);
    await page.getByRole('button', { name: 'Continue to Checkout' }).click();
    await expect(page).toHaveURL(/\/checkout\/[0-9a-f-]{36}$/);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const booking = (await (await page.request.get(`/api/bookings/${id}`)).json()) as { customer: object };
    expect(booking.customer).toMatchObject({ name: 'Nora Field', projectDescription: 'A launch in spring.' });
  },
);

test(
  'keeps the input of the sign-up form if the account cannot be created',
  DEEP_TAG,
  async ({ page, brand, creator }) => {
    const pack = await publishPackage(creator);
    await fillOrderForm(page, pack.id, brand.email);
    await page.getByRole('button', { name: 'Continue to Checkout' }).click();
    await expect(page).toHaveURL(/\/auth\?mode=signup&next=/);
    await expect(page.getByRole('radio', { name: 'Brand / Business' })).toBeChecked();
    // Wait for the Sign Up tab, because the Sign In tab also has a password field.
    await expect(page.getByLabel('Full Name')).toHaveValue('Nora Field');
    await page.getByLabel('Password', { exact: true }).fill(E2E_PASSWORD);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expectToast(page, 'An account with this email already exists');
    await expect(page.getByLabel('Full Name')).toHaveValue('Nora Field');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(E2E_PASSWORD);
    // The registration screen /register is also filled in, and has additional fields.
    await page.goto(`/register?next=${encodeURIComponent(`/checkout?packageId=${pack.id}`)}`);
    await expect(page.getByLabel('Full Name')).toHaveValue('Nora Field');
    await expect(page.getByLabel('Email')).toHaveValue(brand.email);
    await expect(page.getByLabel('Account Type')).toHaveValue('brand');
    await expect(page.getByLabel('Confirm Password')).toHaveValue('');
  },
);
