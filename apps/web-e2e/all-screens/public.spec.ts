/**
 * Tests the public pages: the landing page, the navigation bar, the legal texts and the contact page (requirements
 * R2.21 to R2.39, R5.17 to R5.22 and R9.8).
 */
import { DEEP_TAG, expect, test } from '../support/marquee.ts';

test.describe('the landing page', () => {
  test('offers three ways to sign in or register', async ({ page }) => {
    await page.goto('/');
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Sign in with Replit' })).toHaveAttribute('href', /^\/api\/login/);
    await expect(main.getByRole('link', { name: 'Email Sign In' })).toHaveAttribute('href', '/login');
    await expect(main.getByRole('link', { name: 'Create account' })).toHaveAttribute('href', '/register');
  });

  test('explains how Marquee works, its features and its fee', async ({ page }) => {
    await page.goto('/');
    const works = page.getByRole('region', { name: 'How It Works' });
    await expect(works.getByRole('heading', { level: 3 })).toHaveText(['For brands', 'For creators']);
    await expect(works.getByRole('listitem')).toHaveCount(8);
    await expect(page.getByRole('region', { name: 'Platform Features' }).getByRole('listitem')).toHaveCount(6);
    const pricing = page.getByRole('region', { name: 'Pricing' });
    await expect(pricing.getByText('15% platform fee')).toBeVisible();
    await expect(pricing.getByRole('definition')).toHaveText(['$100', '$115', '$100', '$15']);
  });

  test('shows numbers and creators from the database', async ({ page, request }) => {
    const answer = (await (await request.get('/trpc/discovery.landing')).json()) as {
      result: { data: { creators: number; packages: number; featured: { fullName: string }[] } };
    };
    const { creators, featured } = answer.result.data;
    await page.goto('/');
    const figures = page.getByLabel('The marketplace today');
    await expect(figures.getByText(creators.toLocaleString('en-US'), { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('link', { name: featured[0]?.fullName ?? '' }).first()).toBeVisible();
  });

  test('has a search field that leads to the results', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('searchbox').fill('skincare');
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/\/find-influencers\?q=skincare$/);
  });
});

test.describe('the navigation bar', () => {
  const LINKS = [
    ['Home', '/'],
    ['Browse', '/find-influencers'],
    ['Pricing', '/pricing-guide'],
    ['Resources', '/resources'],
    ['Contact', '/contact'],
  ] as const;

  for (const [name, path] of LINKS) {
    test(`leads to ${path}`, DEEP_TAG, async ({ page }) => {
      await page.goto('/privacy');
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    });
  }

  test('links to /auth for signing in and for signing up', async ({ page }) => {
    await page.goto('/privacy');
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(/\/auth$/);
    await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).click();
    await expect(page).toHaveURL(/\/auth\?mode=signup$/);
  });

  test('shows Dashboard and Logout to a signed-in user', DEEP_TAG, async ({ brand: { page } }) => {
    await page.goto('/privacy');
    const bar = page.getByRole('banner');
    await expect(bar.getByRole('link', { name: 'Sign In' })).toHaveCount(0);
    await bar.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await bar.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByText('Logged out successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
  });

  test('becomes a menu on a phone, which Escape closes', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/privacy');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(
      LINKS.map(([name]) => name),
    );
    await page.keyboard.press('Escape');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();
  });
});

test.describe('the legal texts', () => {
  for (const [path, title, chapters] of [
    [
      '/privacy',
      'Privacy Policy',
      [
        'Information we collect',
        'How we use it',
        'How we share it',
        'Your rights and choices',
        'Platform fee notice',
        'Contact',
      ],
    ],
    [
      '/terms',
      'Terms of Service',
      [
        'Acceptance',
        'Accounts',
        'Bookings and payments',
        'Cancellations, disputes and chargebacks',
        'The 15% fee',
        'Ranking of creators',
        'Content and intellectual property',
        'Availability',
        'Liability',
        'Contact',
      ],
    ],
  ] as const) {
    test(`shows the complete text of ${title}, with links to the other pages`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByText('Last updated August 3, 2025')).toBeVisible();
      await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveText([...chapters]);
      await expect(page.getByRole('main').getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
      await expect(page.getByRole('main').getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/auth');
      await expect(page.getByRole('article').getByRole('link', { name: 'contact page' })).toHaveAttribute(
        'href',
        '/contact',
      );
    });
  }
});

test.describe('the contact page', () => {
  const GOOD = {
    Name: 'Jo Mills',
    Email: 'jo@example.test',
    Subject: 'A question',
    Message: 'How long does a payout take?',
  };

  test('states the response time', async ({ page }) => {
    await page.goto('/contact');
    await expect(page.getByText('within 24 hours').first()).toBeVisible();
    await expect(page.getByText('Priority support: 2 hours')).toBeVisible();
    await expect(page.getByText('Mon-Fri 9 AM to 6 PM EST')).toBeVisible();
  });

  test('shows the answer to a frequently asked question', async ({ page }) => {
    await page.goto('/contact');
    const answer = page.getByText('Your card is charged when the creator accepts the booking.');
    await expect(answer).toBeHidden();
    await page.getByText('When is my card charged?').click();
    await expect(answer).toBeVisible();
  });

  for (const [field, value, message] of [
    ['Name', 'J', 'Name must be at least 2 characters'],
    ['Email', 'jo@', 'Invalid email address'],
    ['Subject', 'Help', 'Subject must be at least 5 characters'],
    ['Message', 'Too short', 'Message must be at least 10 characters'],
  ] as const) {
    test(`shows an error for invalid input: ${message}`, DEEP_TAG, async ({ page }) => {
      await page.goto('/contact');
      for (const [name, text] of Object.entries({ ...GOOD, [field]: value }))
        await page.getByLabel(name, { exact: true }).fill(text);
      await page.getByLabel('Category').selectOption('Bug Report');
      await page.getByRole('button', { name: 'Send Message' }).click();
      await expect(page.getByText(message)).toBeVisible();
      await expect(page.getByLabel(field, { exact: true })).toBeFocused();
      await expect(page.getByLabel('Message', { exact: true })).toHaveValue(field === 'Message' ? value : GOOD.Message);
    });
  }

  test('requires one of the eight categories', DEEP_TAG, async ({ page }) => {
    await page.goto('/contact');
    for (const [name, text] of Object.entries(GOOD)) await page.getByLabel(name, { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText('Please select a category')).toBeVisible();
    await expect(page.getByLabel('Category').getByRole('option')).toHaveText([
      'Select a category',
      'General Inquiry',
      'Technical Support',
      'Billing & Payments',
      'Partnership Opportunities',
      'Press & Media',
      'Creator Applications',
      'Enterprise Sales',
      'Bug Report',
    ]);
  });

  test('sends a message, confirms it, and offers to send another one', async ({ page }) => {
    await page.goto('/contact?category=Press %26 Media');
    for (const [name, text] of Object.entries(GOOD)) await page.getByLabel(name, { exact: true }).fill(text);
    await expect(page.getByLabel('Category')).toHaveValue('Press & Media');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('heading', { name: 'We received your message' })).toBeVisible();
    await expect(page.getByText('We reply to jo@example.test within 24 hours.')).toBeVisible();
    await page.getByRole('button', { name: 'Write another message' }).click();
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue('');
  });

  test('is prefilled with the name and email address of a signed-in user', DEEP_TAG, async ({ brand }) => {
    await brand.page.goto('/contact');
    await expect(brand.page.getByLabel('Name', { exact: true })).toHaveValue(brand.fullName);
    await expect(brand.page.getByLabel('Email', { exact: true })).toHaveValue(brand.email);
  });
});

test('links from the resources to the screens where their advice applies', async ({ page }) => {
  await page.goto('/resources');
  await expect(page.getByRole('article')).toHaveCount(4);
  await page.getByRole('link', { name: 'Read the pricing guide' }).click();
  await expect(page).toHaveURL(/\/pricing-guide$/);
});

for (const path of [
  '/contact/thread#token=none',
  '/appeal#id=00000000-0000-0000-0000-000000000000&token=none',
  '/unsubscribe',
])
  test(`says on ${path} that the link is no longer valid, and how to contact support`, DEEP_TAG, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Contact us' }).click();
    await expect(page).toHaveURL(/\/contact$/);
  });
