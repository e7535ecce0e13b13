/** Tests the order form of a package with a questionnaire (requirements R5.11 to R5.15 and R8.14). */
import { DEEP_TAG, expect, publishPackage, E2E_PASSWORD, test, withoutServerAnswers } from '../support/marquee.ts';
import { FORMAT_QUESTION, LENGTH_QUESTION, publishQuestions } from '../support/questions.ts';

test(
  'shows every error of the order form at its field, announces the first one, and adds the campaign to the order',
  DEEP_TAG,
  async ({ creator, brand }) => {
    const pack = await publishPackage(creator);
    await publishQuestions(creator, pack.id, [FORMAT_QUESTION, LENGTH_QUESTION]);
    const { page } = brand;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/order-questionnaire?packageId=${pack.id}`);
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await expect(name).toHaveValue(brand.fullName);
    await expect(page.getByLabel('Email')).toHaveValue(brand.email);
    await name.fill('');
    await page.getByLabel('Email').fill('nora');
    await page.getByRole('button', { name: 'Continue to Checkout' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Validation Error' })).toContainText(
      'Please enter your name',
    );
    await expect(name).toBeFocused();
    for (const message of [
      'Please enter your name',
      'Please enter a valid email address',
      'Please provide a project description',
      'Please answer: Which format?',
    ]) {
      await expect(page.getByRole('main').getByText(message)).toBeVisible();
    }

    await name.fill('Nora');
    await page.getByLabel('Email').fill('nora@example.test');
    await page.getByLabel('Project description').fill('A launch.');
    await page.getByLabel('Which format?').selectOption('Story');
    await expect(page.getByLabel('Target audience')).toBeHidden();
    await page.getByRole('button', { name: 'More about your campaign' }).click();
    await page.getByLabel('Target audience').fill('Tea drinkers');
    await page.getByLabel('Brand tone').selectOption('Casual and friendly');
    await page.getByLabel('Preferred post date').fill('2027-03-14');
    await page.getByLabel('Additional requirements').fill('No coffee.');
    await page.reload();
    await expect(page.getByLabel('Target audience')).toHaveValue('Tea drinkers');
    await expect(page.getByLabel('Which format?')).toHaveValue('Story');
    await page.getByRole('button', { name: 'Continue to Checkout' }).click();
    const saved = page.getByRole('heading', { name: 'Your project details are saved' });
    await expect(saved).toBeFocused();
    await expect(saved).toBeInViewport();
    await expect(page.getByRole('alert').filter({ hasText: 'Validation Error' })).toHaveCount(0);
    await expect(page).toHaveURL(/\/checkout\/[0-9a-f-]{36}$/);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const booking = (await (await page.request.get(`/api/bookings/${id}`)).json()) as { customer: object };
    expect(booking.customer).toEqual({
      name: 'Nora',
      email: 'nora@example.test',
      projectDescription: 'A launch.',
      targetAudience: 'Tea drinkers',
      brandTone: 'Casual and friendly',
      preferredPostDate: '2027-03-14',
      additionalRequirements: 'No coffee.',
    });
  },
);

test(
  'keeps a visitor’s input in the order form when they sign in, and fills in blank fields',
  DEEP_TAG,
  async ({ page, creator, brand }) => {
    const pack = await publishPackage(creator);
    await publishQuestions(creator, pack.id, [FORMAT_QUESTION]);
    await page.goto(`/order-questionnaire?packageId=${pack.id}`);
    await page.getByLabel('Project description').fill('Typed signed out.');
    await page.getByLabel('Which format?').selectOption('Reel');
    expect(
      (await page.request.post('/api/auth/login', { data: { email: brand.email, password: E2E_PASSWORD } })).ok(),
    ).toBe(true);
    await page.reload();
    await expect(page.getByLabel('Project description')).toHaveValue('Typed signed out.');
    await expect(page.getByLabel('Which format?')).toHaveValue('Reel');
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(brand.fullName);
  },
);

test(
  'shows the documented error message on the order form if the package does not exist or cannot be loaded',
  DEEP_TAG,
  async ({ creator, brand }) => {
    const { page } = brand;
    await page.goto('/dashboard');
    await page.goto('/order-questionnaire?packageId=01234567-89ab-4cde-8f01-23456789abcd');
    await expect(page.getByRole('heading', { name: 'Package not found' })).toBeVisible();
    await page.getByRole('button', { name: 'Go Back' }).click();
    await expect(page).not.toHaveURL(/order-questionnaire/);

    const pack = await publishPackage(creator);
    await withoutServerAnswers(page);
    await page.route(/\/trpc\/[^?]*packages\.byId/, (route) => route.abort());
    await page.goto(`/order-questionnaire?packageId=${pack.id}`);
    await expect(page.getByRole('heading', { name: 'Failed to load package information' })).toBeVisible();
  },
);
