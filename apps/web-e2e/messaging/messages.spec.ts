/** Tests that messages between two users in separate browsers appear without a reload. */
import { readFile } from 'node:fs/promises';
import { expectNoViolations } from '../support/axe.ts';
import { DEEP_TAG, expect, findMailLink, waitForMail, test } from '../support/marquee.ts';
import { createPictureFile } from '../support/pictures.ts';

test('shows a brand and a creator each other’s messages without a reload', async ({ brand, creator }) => {
  const composer = (page: typeof brand.page, name: string) => page.getByLabel(`Message to ${name}`);
  const log = (page: typeof brand.page, name: string) => page.getByRole('log', { name: `Messages with ${name}` });
  const said = (page: typeof brand.page, name: string, text: string) =>
    log(page, name).getByRole('listitem').filter({ hasText: text });

  // The creator starts on the dashboard and has no messages yet.
  await creator.page.goto('/dashboard');
  await expect(creator.page.getByRole('link', { name: 'Messages', exact: true }).first()).toBeVisible();

  await brand.page.goto(`/profile/${creator.username}`);
  await brand.page.getByRole('link', { name: 'Message', exact: true }).click();
  await expect(log(brand.page, creator.fullName)).toContainText(
    `Only you and ${creator.fullName} can read this conversation.`,
  );
  await composer(brand.page, creator.fullName).fill('Do you film in the rain?');
  await composer(brand.page, creator.fullName).press('Enter');
  await expect(said(brand.page, creator.fullName, 'Do you film in the rain?')).toHaveCount(1);
  await expect(brand.page.getByText('Sending…')).toHaveCount(0);

  await creator.page.getByRole('link', { name: 'Messages, 1 unread' }).click();
  await creator.page.getByRole('link', { name: /Do you film in the rain\?/ }).click();
  await expect(said(creator.page, brand.fullName, 'Do you film in the rain?')).toHaveCount(1);
  await expect(creator.page.getByRole('link', { name: 'Messages, 1 unread' })).toHaveCount(0);
  await expect(said(brand.page, creator.fullName, 'Do you film in the rain?')).toContainText('Read');

  await composer(creator.page, brand.fullName).pressSequentially('Gladly.');
  await expect(log(brand.page, creator.fullName)).toContainText(`${creator.fullName} is typing`);
  await composer(creator.page, brand.fullName).press('Shift+Enter');
  await composer(creator.page, brand.fullName).pressSequentially('Two lines');
  await creator.page.getByRole('button', { name: 'Send' }).click();
  await expect(said(brand.page, creator.fullName, 'Gladly.\nTwo lines')).toHaveCount(1);

  // Mentioning a payment outside Marquee shows a warning but does not block the message. The draft survives a
  // reload.
  await composer(brand.page, creator.fullName).fill('Can I pay by PayPal?');
  await expect(brand.page.getByText(/This looks like a payment outside this site/)).toBeVisible();
  await brand.page.reload();
  await expect(composer(brand.page, creator.fullName)).toHaveValue('Can I pay by PayPal?');

  // A message sent offline stays in the list with an error. After a retry, it is sent exactly once.
  await brand.page.context().setOffline(true);
  await composer(brand.page, creator.fullName).fill('Written in a tunnel');
  await composer(brand.page, creator.fullName).press('Enter');
  await expect(
    log(brand.page, creator.fullName).getByRole('alert').getByRole('button', { name: 'Try again' }),
  ).toBeVisible();
  await composer(creator.page, brand.fullName).fill('Are you there?');
  await composer(creator.page, brand.fullName).press('Enter');
  await brand.page.context().setOffline(false);
  // Messages that arrived while the brand was offline appear without a reload.
  await expect(said(brand.page, creator.fullName, 'Are you there?')).toHaveCount(1);
  await log(brand.page, creator.fullName).getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect(said(creator.page, brand.fullName, 'Written in a tunnel')).toHaveCount(1);
  await expect(said(brand.page, creator.fullName, 'Written in a tunnel')).toHaveCount(1);

  // Both sides see the same messages in the same order.
  const story = async (page: typeof brand.page, name: string) =>
    (
      await log(page, name)
        .locator('[id^=message-]')
        .evaluateAll((all) => all.map(({ id }) => id))
    ).join(' ');
  expect(await story(brand.page, creator.fullName)).toBe(await story(creator.page, brand.fullName));
  await expectNoViolations(brand.page);

  // A blocked user can still send messages, but the other user does not receive them.
  await creator.page.getByRole('button', { name: 'Block' }).click();
  await creator.page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await expect(creator.page.getByText(`You blocked ${brand.fullName}`)).toBeVisible();
  await composer(brand.page, creator.fullName).fill('Unheard');
  await composer(brand.page, creator.fullName).press('Enter');
  await expect(said(brand.page, creator.fullName, 'Unheard')).toHaveCount(1);
  await creator.page.reload();
  await expect(said(creator.page, brand.fullName, 'Written in a tunnel')).toHaveCount(1);
  await expect(creator.page.getByText('Unheard')).toHaveCount(0);
});

test('sends files with a message: shows an image, offers a document for download, and refuses an invalid file', async ({
  brand,
  creator,
}) => {
  const { page } = brand;
  // Only users with a confirmed email address can send files.
  await page.goto(findMailLink(await waitForMail(page, brand.email, 'Confirm your email address'), '/verify-email'));
  await expect(page.getByRole('heading', { name: 'Email address confirmed' })).toBeVisible();
  await page.goto(`/messages?with=${creator.username}`);
  await expect(page.getByLabel(`Message to ${creator.fullName}`)).toBeVisible();
  const files = page.getByRole('list', { name: 'Files' });
  const picture = await createPictureFile('mood.png', '#335577', 320, 200);
  const paper = { name: 'brief.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 our brief') };
  // Choose the files in the dialog that the button opens, because files set before the app has started are ignored.
  const dialog = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add files' }).click();
  await (await dialog).setFiles([picture, paper]);
  await expect(files.getByText('Ready to send')).toHaveCount(2);
  await page.getByTestId('files').setInputFiles({ name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) });
  await expect(files.getByText('This file is empty')).toBeVisible();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('A file could not be uploaded. Try again or remove it.')).toBeVisible();
  await files.getByRole('button', { name: 'Remove empty.txt' }).click();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(files.getByRole('button')).toHaveCount(0);

  await creator.page.goto('/messages');
  await creator.page.getByRole('link', { name: /2 files/ }).click();
  const log = creator.page.getByRole('log', { name: `Messages with ${brand.fullName}` });
  await expect(log.getByRole('img', { name: 'mood.png' })).toHaveJSProperty('naturalWidth', 320);
  const download = creator.page.waitForEvent('download');
  await log.getByRole('link', { name: 'brief.pdf' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toBe('%PDF-1.7 our brief');
  await expectNoViolations(creator.page);
});

test(
  'starts a new line with Enter on a touch screen, and sends with the button',
  DEEP_TAG,
  async ({ brand, creator, browser, baseURL }) => {
    const phone = await browser.newContext({
      ...(baseURL !== undefined && { baseURL }),
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
      storageState: await brand.page.context().storageState(),
    });
    const page = await phone.newPage();
    await page.goto(`/messages?with=${creator.username}`);
    const composer = page.getByLabel(`Message to ${creator.fullName}`);
    await composer.pressSequentially('One');
    await composer.press('Enter');
    await composer.pressSequentially('Two');
    await expect(composer).toHaveValue('One\nTwo');
    // The message has the whole width of the conversation.
    expect((await composer.boundingBox())?.width).toBeGreaterThan(300);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(composer).toHaveValue('');
    await expect(page.getByRole('log').getByText('One\nTwo')).toBeVisible();
    await phone.close();
  },
);

test(
  'does not send the message with the Enter that ends a word of an input method',
  DEEP_TAG,
  async ({ brand, creator }) => {
    const { page } = brand;
    await page.goto(`/messages?with=${creator.username}`);
    const composer = page.getByLabel(`Message to ${creator.fullName}`);
    await composer.fill('東京');
    // Safari ends the composition before the key event, so only the key code tells.
    await composer.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true });
    await expect(composer).toHaveValue('東京');
    await composer.press('Enter');
    await expect(composer).toHaveValue('');
  },
);
