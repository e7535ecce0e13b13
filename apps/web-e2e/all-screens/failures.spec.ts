/**
 * Tests the error messages of requirements R8.1 to R8.30. Each screen is tested with a server that returns an error
 * without a code, a server that cannot be reached, and a proxy that responds in place of the server. Errors with a code
 * have messages of their own, which forms.spec.ts and other files test.
 */
import type { Page, Route } from '@playwright/test';
import { clickInDropdown } from '../support/dropdowns.ts';
import {
  DEEP_TAG,
  openDemoPage,
  expect,
  publishPackage,
  E2E_PASSWORD,
  test,
  type TestPerson,
  withoutServerAnswers,
} from '../support/marquee.ts';

type Who = 'visitor' | 'creator' | 'brand' | 'demo creator';

interface Failing {
  says: string;
  /** The error message if the request does not reach the server, where that message differs from `says`. */
  unreached?: string;
  call: string;
  who: Who;
  /** `{pack}` is replaced by the id of one of the creator's packages. */
  path: string;
  /** Triggers the call. Undefined if the call is sent when the screen opens. */
  act?: (page: Page) => Promise<void>;
  /** Title of the toast, 'Error' by default. */
  title?: string;
}

const UNREACHED = 'The server could not be reached. Please try again.';

/** Ways in which a call can fail. `known` is the second sentence of the error message. */
const FAULTS: readonly { how: string; known: string; answer: (route: Route) => Promise<void> }[] = [
  { how: 'answered with 500', known: 'Please try again.', answer: answer500 },
  { how: 'aborted', known: UNREACHED, answer: (route) => route.abort() },
  {
    how: 'answered by a proxy',
    known: UNREACHED,
    answer: (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  },
];

/** Returns the names of the procedures in a tRPC request, which may be a batch. */
const callsOf = ({ pathname }: URL): string[] =>
  pathname.startsWith('/trpc/') ? pathname.slice('/trpc/'.length).split(',') : [];

/** Responds with 500 as the API does for an error without a code, with one error per call of a batch. */
async function answer500(route: Route): Promise<void> {
  const error = {
    message: 'Something went wrong',
    code: -32603,
    data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, failure: null },
  };
  const url = new URL(route.request().url());
  const json = url.searchParams.has('batch') ? callsOf(url).map(() => ({ error })) : { error };
  await route.fulfill({ status: 500, json });
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first().click();
const inDialog = (page: Page, name: string | RegExp) => page.getByRole('dialog').getByRole('button', { name }).click();

const TABLE: readonly Failing[] = [
  {
    says: 'Login failed',
    title: 'Sign In Failed',
    call: 'auth.beginSignIn',
    who: 'visitor',
    path: '/login',
    act: async (page) => {
      await page.getByLabel('Email').fill('maya@example.test');
      await page.getByLabel('Password', { exact: true }).fill(E2E_PASSWORD);
      await press('Sign In')(page);
    },
  },
  {
    says: 'Registration failed',
    title: 'Registration Failed',
    call: 'auth.register',
    who: 'visitor',
    path: '/register',
    act: async (page) => {
      await page.getByLabel('Full Name').fill('Maya Berg');
      await page.getByLabel('Email').fill('maya@example.test');
      await page.getByLabel('Account Type').selectOption('Brand / Business');
      await page.getByLabel('Password', { exact: true }).fill(E2E_PASSWORD);
      await page.getByLabel('Confirm Password').fill(E2E_PASSWORD);
      await press('Create Account')(page);
    },
  },
  { says: 'Failed to load packages', call: 'packages.listByCreator', who: 'creator', path: '/packages' },
  {
    says: 'Failed to save package',
    unreached: 'Failed to create package',
    call: 'packages.create',
    who: 'creator',
    path: '/packages',
    act: async (page) => {
      await press('New Package')(page);
      const form = page.getByRole('dialog');
      await form.getByLabel('Package name').fill('Morning Reel');
      await form.getByLabel('Description').fill('A Reel before nine.');
      await form.getByLabel('Price').fill('249.50');
      await inDialog(page, 'Create Package');
    },
  },
  {
    says: 'Failed to save package',
    unreached: 'Failed to update package',
    call: 'packages.save',
    who: 'creator',
    path: '/packages',
    act: async (page) => {
      await press(/^Edit/)(page);
      await page.getByRole('dialog').getByLabel('Delivery days').fill('2');
      await inDialog(page, 'Update Package');
    },
  },
  {
    says: 'Failed to create package',
    call: 'packages.duplicate',
    who: 'creator',
    path: '/packages',
    act: async (page) => {
      await press(/^More for/)(page);
      await clickInDropdown(page.getByRole('menuitem', { name: 'Duplicate' }));
    },
  },
  {
    says: 'Failed to update package',
    call: 'packages.setActive',
    who: 'creator',
    path: '/packages',
    act: (page) => page.getByRole('switch', { name: /Visible to brands/ }).click(),
  },
  {
    says: 'Failed to delete package',
    call: 'packages.remove',
    who: 'creator',
    path: '/packages',
    act: async (page) => {
      await press(/^Delete/)(page);
      await inDialog(page, 'Delete');
    },
  },
  {
    says: 'Failed to save questionnaire',
    call: 'questionnaires.save',
    who: 'creator',
    path: '/questionnaire-builder?packageId={pack}',
    act: async (page) => {
      await press('Add Question')(page);
      await page.getByRole('textbox', { name: 'Question', exact: true }).last().fill('Which product?');
      await press(/^Save/)(page);
    },
  },
  {
    says: 'Failed to create service',
    call: 'packages.create',
    who: 'creator',
    path: '/dashboard',
    act: press('Create Sample Service'),
  },
  {
    says: 'Failed to load package information',
    call: 'packages.byId',
    who: 'brand',
    path: '/order-questionnaire?packageId={pack}',
  },
  {
    says: 'Failed to save customer information',
    call: 'profiles.saveCustomerInfo',
    who: 'brand',
    path: '/customer-info',
    act: async (page) => {
      await page.getByRole('button', { name: /^Edit Target audience:/ }).click();
      await page.getByRole('textbox', { name: 'Target audience' }).fill('Hikers');
      await page.getByRole('button', { name: 'Save All' }).click();
    },
  },
  {
    says: 'Failed to load booking details',
    call: 'bookings.byId',
    who: 'brand',
    path: '/booking-details?bookingId=00000000-0000-0000-0000-000000000000',
  },
  {
    says: 'Failed to update booking status',
    call: 'bookings.move',
    who: 'demo creator',
    path: '/bookings?status=in_progress',
    act: async (page) => {
      await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
      await press('Mark as Completed')(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Mark as Completed' }).click();
    },
  },
];

for (const [at, { says, unreached, call, who, path, act, title }] of TABLE.entries()) {
  // Each row is tested with one fault, such that every fault occurs. `src/lib/errors.spec.ts` of the web app tests the
  // sentence about each fault. Rows with an own message for requests that do not reach the server are also tested with
  // those faults.
  const faults = FAULTS.filter((_, fault) => fault === at % FAULTS.length || unreached !== undefined);
  test(
    `shows the user “${says}” when ${call} fails`,
    at % 8 === 0 ? {} : DEEP_TAG,
    async ({ browser, baseURL, creator, brand }) => {
      // The dashboard offers the sample service only to creators without packages.
      const pack = says === 'Failed to create service' ? { id: '' } : await publishPackage(creator);
      const page = await pageOf(who, { creator, brand });
      for (const { how, known, answer } of faults) {
        await test.step(how, async () => {
          await page.unrouteAll();
          // Leave the page, so that the dialog about unsaved changes does not appear.
          await page.goto('about:blank');
          if (act === undefined) await withoutServerAnswers(page);
          await page.route((url) => callsOf(url).includes(call), answer);
          await page.goto(path.replace('{pack}', pack.id));
          if (act === undefined) {
            await expect(page.getByRole('heading', { level: 1, name: says })).toBeVisible();
            await expect(page.getByText(known, { exact: true })).toBeVisible();
          } else {
            await act(page);
            const text = known === UNREACHED ? (unreached ?? says) : says;
            const alert = page.getByRole('alert').filter({ hasText: text });
            await expect(alert).toContainText(`${text}. ${known}`);
            await expect(alert).toContainText(title ?? 'Error');
          }
        });
      }

      async function pageOf(person: Who, people: { creator: TestPerson; brand: TestPerson }): Promise<Page> {
        if (person === 'demo creator') return openDemoPage(browser, baseURL, 'maya@demo.marquee.test');
        if (person === 'visitor') return (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage();
        return people[person].page;
      }
    },
  );
}

const MISSING = '00000000-0000-0000-0000-000000000000';

for (const path of [`/checkout?packageId=${MISSING}`, '/checkout', `/order-questionnaire?packageId=${MISSING}`])
  test(`shows a message on ${path} if the package cannot be loaded`, DEEP_TAG, async ({ brand: { page } }) => {
    await page.goto(path);
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to load package information' })).toBeVisible();
  });
