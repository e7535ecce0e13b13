/**
 * Opens every route of a creator as the founder of the workspace and as its other members. A member must see the same
 * screens as the founder in their own workspace, and the same screens as a visitor in other workspaces.
 */
import { ZONE_COOKIE } from '@marquee/time';
import type { Browser, Locator, Page } from '@playwright/test';
import { DEEP_TAG, expect, isDeep, newPerson, publishPackage, test, type TestPerson } from '../support/marquee.ts';
import { confirmEmail, joinWorkspace, representCreator } from '../support/people.ts';
import { HERE, ROUTES } from '../support/routes.ts';

const newCreator = (browser: Browser, baseURL: string | undefined, name: string) =>
  newPerson(browser, baseURL ?? '', 'influencer', name);

/** Sends the time zone, so that the server renders the screens of a signed-in user. */
const sendZone = ({ page }: TestPerson, baseURL: string | undefined) =>
  page.context().addCookies([{ name: ZONE_COOKIE, value: encodeURIComponent('Europe/Lisbon'), url: baseURL ?? '' }]);

/**
 * Shows the page that the server renders, and starts the app only if the server leaves the screen to the browser.
 * Returns the element `main`.
 */
async function showScreen(page: Page, path: string): Promise<Locator> {
  const html = await (await page.request.get(path)).text();
  if (/<main[^]*<h1/.test(html)) await page.setContent(html.replaceAll(/<script[^]*?<\/script>|<link[^>]*>/g, ''));
  else await page.goto(path);
  const main = page.locator('main');
  await expect(main.getByRole('heading', { level: 1 }), path).toHaveCount(1);
  return main;
}

/**
 * Returns the headings and the buttons and links of a screen, which differ between the view of an owner and that of a
 * stranger.
 */
const readScreen = (main: Locator): Promise<string[]> =>
  main
    .locator('h1, h2, h3, a:visible, button:visible')
    .evaluateAll((all) => all.map((node) => (node.textContent || node.getAttribute('aria-label')) ?? ''));

/** Screens that depend on the person, not on the workspace in which they act, with the reason. */
const PERSONAL_SCREENS: Readonly<Record<string, string>> = {
  '/auth-test': 'shows the signed-in person',
  '/invitation': 'is for the invited person',
  '/login/confirmed': 'confirms the person who signed in',
  '/notifications': 'lists what was sent to the person',
  '/secure-account': 'protects the account of the person',
  '/settings/account': 'shows the email address and the passkeys of the person',
  '/settings/members': 'offers the person to leave, and to remove the others',
  '/settings/notifications': 'shows which emails the person gets',
};

test(
  'shows a second owner every screen of a creator as it shows them to the founder',
  DEEP_TAG,
  async ({ creator, browser, baseURL }) => {
    const pack = await publishPackage(creator);
    const second = await newCreator(browser, baseURL, 'Ida Sol');
    for (const person of [creator, second]) {
      // Screens ask a person to confirm their address until they have done so.
      await confirmEmail(person);
      await sendZone(person, baseURL);
    }
    await joinWorkspace(creator, second, 'owner');
    for (const [route, , landing] of ROUTES) {
      if (landing !== HERE || route in PERSONAL_SCREENS) continue;
      const path = `/w/${creator.username}${route.replace('{me}', creator.username).replace('{pack}', pack.id)}`;
      await test.step(path, async () => {
        const shown = await showScreen(second.page, path);
        const founders = await showScreen(creator.page, path);
        // A screen may still be loading, for example while it checks a link.
        await expect(async () => expect(await readScreen(shown)).toEqual(await readScreen(founders))).toPass();
      });
    }
  },
);

test('shows a creator’s package and profile to each kind of member as to an owner, and to others as to a stranger', async ({
  creator,
  browser,
  baseURL,
}) => {
  const pack = await publishPackage(creator);
  const order = `/order-questionnaire?packageId=${pack.id}`;
  const profile = `/profile/${creator.username}`;
  await confirmEmail(creator);
  const isOwnersView = async (page: Page, workspace: string) => {
    await page.goto(workspace + order);
    const notices = page.getByText(/You are viewing this as a brand|Only brands can/);
    await expect(notices).toHaveCount(1);
    const isPreview = /viewing this as a brand/.test((await notices.textContent()) ?? '');
    await page.goto(workspace + profile);
    await expect(page.getByRole('heading', { level: 1, name: creator.fullName })).toBeVisible();
    expect(await page.getByRole('button', { name: /^Report/ }).count()).toBe(isPreview ? 0 : 1);
    return isPreview;
  };
  for (const role of isDeep ? (['owner', 'manager', 'assistant', 'agent'] as const) : (['assistant'] as const))
    await test.step(role, async () => {
      const person = await newCreator(browser, baseURL, 'Ida Sol');
      await confirmEmail(person);
      if (role === 'agent') await representCreator(person, creator);
      else await joinWorkspace(creator, person, role);
      expect(await isOwnersView(person.page, `/w/${creator.username}`)).toBe(true);
      // The founder of another workspace, who acts in it.
      expect(await isOwnersView(person.page, `/w/${person.username}`)).toBe(false);
      // The founder of the creator's workspace, who acts in another one.
      if (role !== 'owner') return;
      await joinWorkspace(person, creator, 'manager');
      expect(await isOwnersView(creator.page, `/w/${person.username}`)).toBe(false);
      expect(await isOwnersView(creator.page, '')).toBe(true);
    });
});

test('offers each kind of member only screens that open', DEEP_TAG, async ({ creator, brand, browser, baseURL }) => {
  await confirmEmail(creator);
  await confirmEmail(brand);
  for (const [owner, userType, roles] of [
    [creator, 'influencer', ['manager', 'assistant', 'agent']],
    [brand, 'brand', ['booker', 'approver', 'finance', 'reviewer', 'viewer']],
  ] as const)
    for (const role of roles)
      await test.step(role, async () => {
        const { page, ...person } = await newPerson(browser, baseURL ?? '', userType, 'Ida Sol');
        if (role === 'agent') {
          await confirmEmail({ ...person, page });
          await representCreator(person, owner);
        } else await joinWorkspace(owner, person, role);
        await page.goto(`/w/${owner.username}/dashboard`);
        const listLinks = (name: string) =>
          page
            .getByRole('navigation', { name, exact: true })
            .getByRole('link')
            .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
        const sections = await listLinks('Workspace');
        await page.goto(`/w/${owner.username}/settings`);
        const tabs = await listLinks('Settings');
        await page.goto(tabs.find((path) => /(members|agency|budgets)$/.test(path)) ?? '/settings');
        const paths = new Set([...sections, ...tabs, ...(await listLinks('Workspace settings'))]);
        await sendZone({ ...person, page }, baseURL);
        for (const path of paths) {
          const main = await showScreen(page, path);
          await expect(main.getByRole('button', { name: 'Try again' }), path).toHaveCount(0);
        }
      });
});
