/** Tests a creator's availability and the waiting list, from setting a limit to paying for an offered slot. */
import {
  DEEP_TAG,
  expect,
  findMailLink,
  waitForMail,
  publishPackage,
  newPerson,
  test,
  expectToast,
} from '../support/marquee.ts';
import { expectNoViolations } from '../support/axe.ts';
import { createPaidBooking } from '../support/paid-booking.ts';

test(
  'lets a creator set a booking limit and time off, and shows them on the profile',
  DEEP_TAG,
  async ({ creator }) => {
    const { page } = creator;
    const pkg = await publishPackage(creator);
    await page.goto('/settings');
    await page.getByRole('link', { name: 'Availability' }).click();
    const part = page.getByRole('region', { name: 'Availability' });
    await expect(part.getByText('No time off planned.')).toBeVisible();
    await part.getByLabel('Bookings at once').fill('2');
    await part.getByLabel('Days of notice').fill('5');
    await part.getByRole('button', { name: 'Add time off' }).click();
    const first = part.getByLabel('First day');
    await expect(first).toBeFocused();
    await first.fill('2031-03-10');
    await part.getByLabel('Last day').fill('2031-03-09');
    await part.getByRole('button', { name: 'Save availability' }).click();
    await expect(part.getByText('The last day must not be before the first day')).toBeVisible();
    await part.getByLabel('Last day').fill('2031-03-12');
    await part.getByRole('button', { name: 'Save availability' }).click();
    await expectToast(page, 'Availability saved');
    await page.reload();
    await expectNoViolations(page);
    await expect(part.getByLabel('Bookings at once')).toHaveValue('2');
    await expect(part.getByLabel('Last day')).toHaveValue('2031-03-12');
    await page.goto(`/profile/${creator.username}`);
    await expect(page.getByRole('article', { name: pkg.name }).getByText(/^Can start from /)).toBeVisible();
  },
);

test(
  'lets a visitor filter creators by the earliest day on which they can start',
  DEEP_TAG,
  async ({ creator, page }) => {
    await publishPackage(creator);
    await creator.page.goto('/settings/availability');
    await creator.page.getByLabel('Days of notice').fill('40');
    await creator.page.getByRole('button', { name: 'Save availability' }).click();
    await expectToast(creator.page, 'Availability saved');
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const card = page.getByRole('article').filter({ hasText: `@${creator.username}` });
    await page.goto(`/find-influencers?q=${encodeURIComponent(creator.username)}`);
    await expect(card.getByText(/^Can start from /)).toBeVisible();
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByLabel('Can start by').fill(inDays(10));
    await expect(page).toHaveURL(new RegExp(`by=${inDays(10)}`));
    await expect(card).toHaveCount(0);
    await expect(page.getByRole('link', { name: /^Remove the filter Starts by / })).toBeVisible();
    await page.goto(`/find-influencers?q=${encodeURIComponent(creator.username)}&by=${inDays(50)}`);
    await expect(card).toHaveCount(1);
  },
);

test(
  'lets a brand join the waiting list, offers it a slot, and takes its payment',
  DEEP_TAG,
  async ({ creator, brand, browser, baseURL }) => {
    const pkg = await publishPackage(creator);
    const api = async (page: typeof creator.page, path: string, input: unknown) => {
      const answer = await page.request.post(`/trpc/${path}`, { data: input, headers: { origin: baseURL ?? '' } });
      expect(answer.status(), await answer.text()).toBe(200);
      return ((await answer.json()) as { result: { data: { bookingId: string } } }).result.data;
    };
    await api(creator.page, 'availability.save', { maxBookings: 1, leadDays: 0, timeOff: [] });
    const other = await newPerson(browser, baseURL ?? '', 'brand', 'Harbour Tea');
    const held = await api(other.page, 'payments.openCheckout', { packageId: pkg.id, brandUserId: other.id });

    const { page } = brand;
    await test.step('the profile shows that the creator is fully booked and links to the waiting list', async () => {
      await page.goto(`/profile/${creator.username}`);
      const card = page.getByRole('article', { name: pkg.name });
      await expect(card.getByText('Fully booked now')).toBeVisible();
      await card.getByRole('link', { name: 'Join waiting list' }).click();
      const list = page.getByRole('region', { name: 'Waiting list' });
      await expect(list.getByText(`${creator.fullName} is fully booked`)).toBeVisible();
      await list.getByRole('button', { name: 'Join waiting list' }).click();
      await expect(list.getByText('You are 1st of 1 on the list.')).toBeVisible();
      await expectNoViolations(page);
    });

    await test.step('the brand leaves the waiting list and joins again with an order, by keyboard', async () => {
      const list = page.getByRole('region', { name: 'Waiting list' });
      await list.getByRole('button', { name: 'Leave waiting list' }).press('Enter');
      await expect(list.getByText('The waiting list is empty.')).toBeVisible();
      // Join the waiting list from the order form, so that the form's input is saved with the waiting-list entry.
      await page.goto(`/order-questionnaire?packageId=${pkg.id}`);
      await expect(page.getByRole('region', { name: 'Your order' }).getByText('Fully booked now')).toBeVisible();
      await page.getByLabel('Project description').fill('Our spring tea.');
      await page.getByRole('button', { name: 'Continue to Checkout' }).click();
      await list.getByRole('button', { name: 'Join waiting list' }).press('Enter');
      await expect(list.getByText('You are 1st of 1 on the list.')).toBeVisible();
    });

    await test.step('the brand is offered a slot by email, and its order form is still filled in', async () => {
      await api(other.page, 'bookings.withdraw', { id: held.bookingId });
      const mail = await waitForMail(page, brand.email, 'It is your turn to book');
      await page.goto('/dashboard');
      const waiting = page.getByRole('region', { name: 'Waiting for you (1)' });
      await expect(waiting.getByText(`A slot is reserved for you · by ${creator.fullName}`)).toBeVisible();
      await expect(waiting.getByRole('link', { name: `Book now: ${pkg.name}` })).toBeVisible();
      // A new tab has empty session storage, like a browser on another device.
      const elsewhere = await page.context().newPage();
      await elsewhere.goto(findMailLink(mail, '/checkout'));
      await expect(elsewhere).toHaveURL(/\/checkout\/[0-9a-f-]{36}$/);
      await expect(elsewhere.getByText('Your slot is reserved until')).toBeVisible();
      await elsewhere.getByLabel('Card number').fill('4242424242424242');
      await elsewhere.getByLabel('Expiration date').fill('12 / 34');
      await elsewhere.getByLabel('Security code').fill('123');
      await elsewhere.getByRole('button', { name: 'Pay $115.00' }).click();
      await expect(elsewhere.getByText('Your booking has been confirmed!')).toBeVisible();
      await expect(elsewhere.getByRole('region', { name: /Waiting/ })).toHaveCount(0);
    });

    await test.step('the creator sees the order form’s answers on the booking', async () => {
      await creator.page.goto('/bookings');
      await creator.page.getByRole('link', { name: pkg.name, exact: true }).click();
      await expect(creator.page.getByText('Our spring tea.')).toBeVisible();
    });
  },
);

test(
  'shows the waiting list of a fully booked creator in search, in the comparison and above the order form',
  DEEP_TAG,
  async ({ creator, brand }) => {
    const { page } = brand;
    const pack = await publishPackage(creator);
    await creator.page.goto('/settings/availability');
    await creator.page.getByLabel('Bookings at once').fill('1');
    await creator.page.getByRole('button', { name: 'Save availability' }).click();
    await expectToast(creator.page, 'Availability saved');
    await createPaidBooking(creator, brand, 'pending', pack);
    await page.goto(`/find-influencers?q=${encodeURIComponent(creator.username)}`);
    const card = page.getByRole('article').filter({ hasText: `@${creator.username}` });
    await expect(card.getByRole('link', { name: /^Join waiting list for One Reel/ })).toBeVisible();
    await expect(card.getByRole('link', { name: /^Book / })).toHaveCount(0);
    await page.goto(`/compare?packages=${pack.id}`);
    await expect(page.getByRole('link', { name: /^Join waiting list for One Reel/ })).toBeVisible();
    await page.goto(`/order-questionnaire?packageId=${pack.id}`);
    await expect(page.getByRole('main')).toContainText('You cannot order this package right now.');
    await page.getByRole('main').getByRole('link', { name: 'Join waiting list' }).click();
    await expect(page).toHaveURL(/\/checkout\?packageId=/);
    await page.getByRole('button', { name: 'Join waiting list' }).click();
    await expectToast(page, 'You are on the waiting list');
  },
);
