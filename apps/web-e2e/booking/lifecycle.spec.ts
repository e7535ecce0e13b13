/**
 * Tests the exceptions in a booking's lifecycle, such as cancellations, refunds, chargebacks and disputes, on its
 * Booking details page.
 */
import { ageBooking } from '@marquee/tools/local/age-booking';
import { findRunningPostgresUrl } from '@marquee/tools/local/postgres';
import type { Page } from '@playwright/test';
import { expectNoViolations } from '../support/axe.ts';
import { openBankControl, createPaidBooking } from '../support/paid-booking.ts';
import { DEEP_TAG, openDemoPage, expect, publishPackage, test, waitForMail } from '../support/marquee.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const open = (page: Page, id: string) => page.goto(`/booking-details?bookingId=${id}`);

/** Makes the booking `id` older by moving its timestamps back by `ms` milliseconds. */
async function age(id: string, ms: number): Promise<void> {
  const url = findRunningPostgresUrl(`${process.env['MARQUEE_DATA_DIR']}/postgres`);
  expect(url, 'the browser tests start the product themselves').toBeDefined();
  await ageBooking(url ?? '', id, ms);
}

/**
 * Presses `button`, checks that the dialog's text about the money matches `says`, and confirms with the button `go`.
 */
async function confirm(page: Page, button: string, says: RegExp, go: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(says);
  await dialog.getByRole('button', { name: go, exact: true }).click();
}

/**
 * Presses `button`, checks that the dialog's explanation matches `says`, enters `text` and submits with the button
 * `go`. Waits until the dialog has closed.
 */
async function write(page: Page, button: string, text: string, says: RegExp, go: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(says);
  await dialog.getByRole('textbox').fill(text);
  await dialog.getByRole('button', { name: go, exact: true }).click();
  await expect(dialog).toBeHidden();
}

const payment = (page: Page) => page.getByRole('region', { name: 'Payment' });
const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' });
const next = (page: Page) => page.getByRole('region', { name: 'What happens next' });

test(
  'highlights only the button for the next step, on the page of the side that has to act',
  DEEP_TAG,
  async ({ creator, brand }) => {
    const highlighted = (page: Page) => page.getByRole('main').locator('[data-variant="filled"]');
    const expectOnly = async (page: Page, id: string, label: string) => {
      await open(page, id);
      await expect(highlighted(page)).toHaveText([label]);
    };
    const accepted = await createPaidBooking(creator, brand, 'accepted');
    await expectOnly(creator.page, accepted, 'Start Working');
    const inProgress = await createPaidBooking(creator, brand, 'in_progress');
    await expectOnly(creator.page, inProgress, 'Send work');
    await open(brand.page, inProgress);
    await expect(next(brand.page)).toContainText('Waiting for Maya Berg');
    await expect(highlighted(brand.page)).toHaveCount(0);
    await creator.page.getByRole('button', { name: 'Send work' }).click();
    await creator.page.getByLabel('Note (optional)').fill('It is online.');
    await creator.page.getByLabel(/This is the last delivery/).uncheck();
    await creator.page.getByRole('button', { name: 'Send to Fjord Coffee' }).click();
    await expect(highlighted(creator.page)).toHaveText(['Mark as Completed']);
    await expectOnly(brand.page, inProgress, 'Approve and release payment');
    await brand.page.getByRole('button', { name: 'Ask to cancel' }).click();
    await brand.page.getByRole('dialog').getByRole('textbox').fill('Too late.');
    await brand.page.getByRole('dialog').getByRole('button', { name: 'Send request' }).click();
    await expectOnly(creator.page, inProgress, 'Agree to cancel');
    const completed = await createPaidBooking(creator, brand, 'completed');
    await expectOnly(brand.page, completed, 'Approve and release payment');
    await open(creator.page, completed);
    await expect(next(creator.page)).toContainText('Waiting for Fjord Coffee');
    await expect(highlighted(creator.page)).toHaveCount(0);
    const pending = await createPaidBooking(creator, brand, 'pending');
    await expectOnly(creator.page, pending, 'Accept Booking');
  },
);

test('lets a brand give the creator more time to accept, but only once', DEEP_TAG, async ({ creator, brand }) => {
  const id = await createPaidBooking(creator, brand, 'pending');
  await open(brand.page, id);
  await confirm(brand.page, 'Give more time', /stays authorized for \$115\.00 and is not charged/, 'Give more time');
  await expect(brand.page.getByText('Deadline extended')).toBeVisible();
  await expect(brand.page.getByRole('button', { name: 'Give more time' })).toHaveCount(0);
  await expect(timeline(brand.page)).toContainText(/You gave the creator until .* to accept/);
});

test(
  'highlights the current stage of a booking on the page about money movements',
  DEEP_TAG,
  async ({ creator, brand, page }) => {
    const id = await createPaidBooking(creator, brand, 'accepted');
    await open(brand.page, id);
    await expect(next(brand.page)).toContainText(/If nobody actsrefund of \$115\.00 to your card, on /);
    await brand.page.getByText('What else can happen').click();
    await brand.page.getByRole('link', { name: 'See all stages of a booking' }).click();
    await expect(brand.page.getByRole('heading', { name: 'How money moves', level: 1 })).toBeVisible();
    const here = brand.page.locator('tr[aria-current]');
    await expect(here).toContainText('Your booking is here');
    await expect(here).toContainText('Paid, held by Marquee');
    await expect(here).toContainText(
      '7 days after the creator accepts. The booking is cancelled automatically after 14 days.',
    );
    // A user who is not a party to the booking sees the table of states without the booking.
    await page.goto(`/how-money-moves?booking=${id}`);
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      'Checkout',
      'Acceptance',
      'Completion',
      'Payout',
      'All booking states',
    ]);
    await page.getByText('All booking states').click();
    await expect(page.getByRole('table', { name: 'Accepted' })).toContainText('start the work');
    await expect(page.getByText('is here')).toHaveCount(0);
  },
);

test(
  'lets a brand withdraw an order before it is accepted, without charging it',
  DEEP_TAG,
  async ({ creator, brand }) => {
    const id = await createPaidBooking(creator, brand, 'pending');
    await open(brand.page, id);
    await confirm(
      brand.page,
      'Withdraw order',
      /We release the hold of \$115\.00 on your card, and nothing is charged\. We notify Maya Berg\./,
      'Withdraw order',
    );
    await expect(brand.page.getByText('Order withdrawn')).toBeVisible();
    await expect(next(brand.page)).toContainText(
      'You withdrew the order before it was accepted. You were not charged.',
    );
    await expect(payment(brand.page)).toContainText('Authorization cancelled, not charged');
    await open(creator.page, id);
    await expect(next(creator.page)).toContainText('The brand withdrew the order before it was accepted.');
    await expect(creator.page.getByRole('button', { name: 'Accept Booking' })).toHaveCount(0);
  },
);

test(
  'lets a creator decline with a reason, and the brand reuse the brief to order from another creator',
  DEEP_TAG,
  async ({ creator, brand }) => {
    await creator.page.request.post('/trpc/profiles.saveTopics', {
      data: { categories: ['Food'], languages: ['English'] },
    });
    const id = await createPaidBooking(creator, brand, 'pending');
    await open(creator.page, id);
    await creator.page.getByRole('button', { name: 'Decline Booking' }).click();
    const dialog = creator.page.getByRole('dialog');
    await expect(dialog.getByLabel('Not this time')).toBeChecked();
    await expect(dialog).toContainText('We release the hold of $115.00 on the card. Nothing is charged');
    await dialog.getByLabel('No time in the coming weeks').check();
    await dialog.getByLabel('Anything to add? (optional)').fill('Ask me again in March.');
    await dialog.getByRole('button', { name: 'Decline Booking' }).click();
    await expect(creator.page.getByText('Booking status updated to cancelled')).toBeVisible();

    await open(brand.page, id);
    await expect(next(brand.page)).toContainText('The creator declined this booking. You were not charged.');
    await expect(next(brand.page)).toContainText('Reason: No time in the coming weeks');
    await expect(next(brand.page)).toContainText('Ask me again in March.');
    const others = brand.page.getByRole('link', { name: 'Find creators for this brief' });
    // The link works immediately. The category is added to it once the creator's categories have loaded.
    await expect(others).toHaveAttribute('href', '/find-influencers?category=Food&max=115');
    await others.click();
    await expect(brand.page).toHaveURL(/\/find-influencers\?category=Food&max=115$/);
    // The order form of the next creator is filled in with the same brief.
    const other = await publishPackage(creator, { name: 'Another Reel' });
    await brand.page.goto(`/order-questionnaire?packageId=${other.id}`);
    await expect(brand.page.getByLabel('Project description')).toHaveValue('Coffee that is grown slowly.');
  },
);

test('shows a brand the note with which the creator accepted', DEEP_TAG, async ({ creator, brand }) => {
  const id = await createPaidBooking(creator, brand, 'pending');
  await open(creator.page, id);
  await creator.page.getByRole('button', { name: 'Add a note' }).click();
  await creator.page.getByLabel('Note to Fjord Coffee (optional)').fill('I begin on Monday.');
  await creator.page.getByRole('button', { name: 'Accept Booking' }).click();
  await expect(creator.page.getByText('Booking status updated to accepted')).toBeVisible();
  await open(brand.page, id);
  await expect(next(brand.page)).toContainText('Maya Berg wrote');
  await expect(next(brand.page)).toContainText('I begin on Monday.');
});

test(
  'cancels a booking that is not accepted in time automatically and without a charge',
  DEEP_TAG,
  async ({ creator, brand }) => {
    const id = await createPaidBooking(creator, brand, 'pending');
    await age(id, 73 * HOUR);
    await open(brand.page, id);
    await expect(next(brand.page)).toContainText('The creator did not accept in time. You were not charged.');
  },
);

test('gives the brand a full refund when both sides agree to cancel', DEEP_TAG, async ({ creator, brand }) => {
  const id = await createPaidBooking(creator, brand, 'accepted');
  await open(brand.page, id);
  await write(
    brand.page,
    'Ask to cancel',
    'Our launch was called off.',
    /If Maya Berg agreesrefund of \$115\.00 to your card.*If Maya Berg does not answerrefund of \$115\.00 to your card, on /,
    'Send request',
  );
  await expect(brand.page.getByText('Request sent')).toBeVisible();
  await expect(next(brand.page)).toContainText('Waiting for Maya Berg');
  await open(creator.page, id);
  await expect(next(creator.page)).toContainText('Our launch was called off.');
  await expect(creator.page.getByRole('button', { name: 'Start Working' })).toBeDisabled();
  await confirm(
    creator.page,
    'Agree to cancel',
    /If you agreeno payout to you, refund of \$115\.00 to Fjord Coffee.*If you disagree, Marquee may decidethe booking continues/,
    'Cancel and refund',
  );
  await expect(payment(creator.page)).toContainText('Refunded');
  await brand.page.reload();
  await expect(payment(brand.page)).toContainText('Refunded to you');
  await expect(next(brand.page)).toContainText('You and the creator agreed to cancel. You were refunded in full.');
});

test(
  'lets staff pay a refund another way after the bank returned it, and shows each step to the brand',
  DEEP_TAG,
  async ({ browser, baseURL, creator, brand }) => {
    const id = await createPaidBooking(creator, brand, 'accepted');
    await open(brand.page, id);
    await write(brand.page, 'Ask to cancel', 'Our launch was called off.', /to your card/, 'Send request');
    await open(creator.page, id);
    await confirm(creator.page, 'Agree to cancel', /to Fjord Coffee/, 'Cancel and refund');
    await expect(payment(creator.page)).toContainText('Refunded');

    const bank = await openBankControl(brand);
    const refund = (await bank.objects('refund')).find(({ metadata }) => metadata?.['bookingId'] === id);
    await bank.failRefund(refund?.id ?? '', 'expired_or_canceled_card');
    await open(brand.page, id);
    await expect(next(brand.page)).toContainText(
      'Your bank returned the refund. Marquee will contact you to agree on another way to pay it.',
    );
    await expect(timeline(brand.page)).toContainText('Your bank returned the refund of $115.00.');

    const staff = await openDemoPage(browser, baseURL, 'admin@demo.marquee.test');
    await staff.goto('/admin/exceptions');
    const entry = staff.getByRole('listitem').filter({ hasText: refund?.id ?? '' });
    await expect(entry).toContainText('Refund returned by the brand’s bank');
    await entry.getByRole('button', { name: /^Resolve/ }).click();
    const dialog = staff.getByRole('dialog');
    await expect(dialog).toContainText('Pay the brand another way first');
    await dialog.getByRole('textbox').fill('Sent by bank transfer.');
    await dialog.getByRole('button', { name: 'Resolve' }).click();
    await expect(staff.getByText('Exception resolved')).toBeVisible();

    await brand.page.reload();
    await expect(timeline(brand.page)).toContainText('Marquee paid the refund of $115.00 to you another way.');
    await expect(next(brand.page)).toContainText('You and the creator agreed to cancel. You were refunded in full.');
  },
);

test(
  'freezes the booking after a chargeback until staff have responded and the bank has decided',
  DEEP_TAG,
  async ({ creator, brand, browser, baseURL }) => {
    const id = await createPaidBooking(creator, brand, 'in_progress');
    const bank = await openBankControl(brand);
    const charge = (await bank.objects('charge')).find(({ transfer_group }) => transfer_group === id);
    const dispute = await bank.dispute(charge?.id ?? '');
    await open(creator.page, id);
    await expect(timeline(creator.page)).toContainText(
      'The brand’s bank reversed the payment of $115.00. The payment is on hold until the bank decides.',
    );
    await expect(creator.page.getByRole('button', { name: 'Mark as Completed' })).toBeDisabled();

    const staff = await openDemoPage(browser, baseURL, 'admin@demo.marquee.test');
    await staff.goto('/admin/chargebacks');
    const entry = staff.getByRole('listitem').filter({ hasText: brand.fullName });
    await expect(entry).toContainText('Respond by');
    await entry.getByRole('button', { name: /^Send evidence/ }).click();
    const dialog = staff.getByRole('dialog');
    await dialog.getByRole('textbox').fill('The order was confirmed by the card’s owner.');
    await dialog.getByRole('button', { name: 'Send evidence' }).click();
    await expect(entry).toContainText('Evidence sent to the bank');
    const heard = (await bank.objects('dispute')).find((each) => each.id === dispute.id);
    expect(heard?.evidence.uncategorized_text).toContain('The order was confirmed by the card’s owner.');

    await bank.closeDispute(dispute.id, 'won');
    await expect(timeline(creator.page)).toContainText(
      'The bank returned the payment of $115.00. The booking continues.',
    );
    await expect(creator.page.getByRole('button', { name: 'Mark as Completed' })).toBeEnabled();
  },
);

test(
  'lets a user withdraw their cancellation request, and continues the work',
  DEEP_TAG,
  async ({ creator, brand }) => {
    const id = await createPaidBooking(creator, brand, 'in_progress');
    await open(creator.page, id);
    await write(
      creator.page,
      'Ask to cancel',
      'I am ill.',
      /If Fjord Coffee agreesno payout to you, refund of \$115\.00 to Fjord Coffee/,
      'Send request',
    );
    await expect(creator.page.getByRole('button', { name: 'Mark as Completed' })).toBeDisabled();
    await confirm(creator.page, 'Withdraw request', /We hold the \$115\.00/, 'Withdraw request');
    await expect(creator.page.getByRole('button', { name: 'Mark as Completed' })).toBeEnabled();
  },
);

test(
  'refunds the brand automatically if a cancellation request is not answered',
  DEEP_TAG,
  async ({ creator, brand }) => {
    const id = await createPaidBooking(creator, brand, 'in_progress');
    await open(creator.page, id);
    await write(creator.page, 'Ask to cancel', 'I am ill.', /does not answer/, 'Send request');
    await expect(creator.page.getByText('Request sent')).toBeVisible();
    await age(id, 73 * HOUR);
    await open(brand.page, id);
    await expect(next(brand.page)).toContainText(
      'The cancellation request was not answered in time. You were refunded in full.',
    );
  },
);

test(
  'turns a rejected cancellation request into a dispute, which ends when the creator agrees to a refund',
  DEEP_TAG,
  async ({ creator, brand }) => {
    const id = await createPaidBooking(creator, brand, 'in_progress');
    await open(brand.page, id);
    await write(brand.page, 'Ask to cancel', 'It takes too long.', /Marquee may decide/, 'Send request');
    await open(creator.page, id);
    await write(creator.page, 'Disagree', 'It is nearly done.', /We hold the \$115\.00/, 'Disagree');
    const dispute = creator.page.getByRole('region', { name: 'Disputed cancellation' });
    await expect(dispute).toContainText('It takes too long.');
    await expect(dispute).toContainText('It is nearly done.');
    await brand.page.reload();
    await write(brand.page, 'Add a statement', 'We cannot wait.', /You cannot change or remove it/, 'Add statement');
    await expect(next(brand.page)).toContainText(
      'the booking continues, or it is cancelled and you are refunded in full',
    );
    await creator.page.reload();
    await confirm(creator.page, 'Agree to a full refund', /We refund \$115\.00 to Fjord Coffee/, 'Refund in full');
    await expect(payment(creator.page)).toContainText('Refunded');
  },
);

test(
  'lets a brand cancel without the creator’s consent if accepted work was not started in time',
  DEEP_TAG,
  async ({ creator, brand }) => {
    const id = await createPaidBooking(creator, brand, 'accepted');
    await open(brand.page, id);
    await expect(next(brand.page)).toContainText('Start by');
    await expect(brand.page.getByRole('button', { name: 'Cancel booking', exact: true })).toHaveCount(0);
    await age(id, 7 * DAY + HOUR);
    await brand.page.reload();
    await expect(next(brand.page)).toContainText('The creator did not start in time.');
    await expect(next(brand.page)).toContainText('Cancelled automatically');
    await confirm(
      brand.page,
      'Cancel booking',
      /If you do thisrefund of \$115\.00 to your card.*If nobody actsrefund of \$115\.00 to your card, on /,
      'Cancel and refund',
    );
    await expect(payment(brand.page)).toContainText('Refunded to you');
    await expect(next(brand.page)).toContainText('The creator did not start in time. You were refunded in full.');
  },
);

test(
  'cancels a booking automatically, after a reminder, if accepted work never begins',
  DEEP_TAG,
  async ({ creator, brand }) => {
    const id = await createPaidBooking(creator, brand, 'accepted');
    await age(id, 5 * DAY + HOUR);
    await waitForMail(creator.page, creator.email, 'Start working soon');
    await age(id, 9 * DAY);
    await open(creator.page, id);
    await expect(next(creator.page)).toContainText(
      'You did not start the work in time. The brand was refunded in full.',
    );
  },
);

test(
  'cancels a booking automatically, after a reminder, if the work is never delivered',
  DEEP_TAG,
  async ({ creator, brand }) => {
    const id = await createPaidBooking(creator, brand, 'in_progress');
    await age(id, 3 * DAY + 24 * DAY);
    await waitForMail(creator.page, creator.email, 'Your work is overdue');
    await open(brand.page, id);
    await expect(next(brand.page)).toContainText('The work is overdue.');
    await age(id, 7 * DAY);
    await open(brand.page, id);
    await expect(next(brand.page)).toContainText(
      'The work was not delivered and was long overdue. You were refunded in full.',
    );
    await expect(brand.page.getByRole('link', { name: 'Find creators for this brief' })).toBeVisible();
  },
);

test(
  'lets a brand cancel without the creator’s consent once delivery is three days overdue',
  DEEP_TAG,
  async ({ creator, brand }) => {
    const id = await createPaidBooking(creator, brand, 'in_progress');
    await open(brand.page, id);
    await expect(brand.page.getByRole('button', { name: 'Ask to cancel' })).toBeVisible();
    await expect(brand.page.getByRole('button', { name: 'Cancel overdue booking' })).toHaveCount(0);
    await age(id, 6 * DAY + HOUR);
    await brand.page.reload();
    await confirm(
      brand.page,
      'Cancel overdue booking',
      /If you do thisrefund of \$115\.00 to your card.*If nobody actsrefund of \$115\.00 to your card, on /,
      'Cancel and refund',
    );
    await expect(payment(brand.page)).toContainText('Refunded to you');
    await expect(next(brand.page)).toContainText('The work was overdue, and you cancelled.');
  },
);

test(
  'lets a brand report a problem and accept the split that the creator proposes, and shows each side its share',
  DEEP_TAG,
  async ({ creator, brand }) => {
    const id = await createPaidBooking(creator, brand, 'completed');
    await open(brand.page, id);
    await brand.page.getByRole('button', { name: 'Report a problem' }).click();
    const dialog = brand.page.getByRole('dialog');
    await expect(dialog).toContainText('We stop the payout and hold your $115.00.');
    await expect(dialog).toContainText(
      /If Marquee decides\$100\.00 to Maya Berg, no refund or refund of \$115\.00 to your card, by /,
    );
    await expect(dialog).toContainText(/If you do nothing\$100\.00 to Maya Berg, no refund, on /);
    await dialog.getByRole('button', { name: 'Report problem' }).click();
    await expect(dialog).toContainText('Please describe the problem');
    await dialog.getByLabel('A partial refund').check();
    await dialog.getByLabel('What is wrong?').fill('Half of it is missing.');
    await dialog.getByRole('button', { name: 'Report problem' }).click();
    await expect(payment(brand.page)).toContainText('Disputed');
    await expect(brand.page.getByRole('button', { name: /Approve/ })).toHaveCount(0);

    await open(creator.page, id);
    const reported = creator.page.getByRole('region', { name: 'Reported problem' });
    await expect(reported).toContainText('Half of it is missing.');
    await expect(reported).toContainText('A partial refund');
    await creator.page.getByRole('button', { name: 'Offer a split' }).click();
    const offer = creator.page.getByRole('dialog');
    await offer.getByLabel(/You keep/).fill('100');
    await offer.getByRole('button', { name: 'Send offer' }).click();
    await expect(offer).toContainText('Enter an amount between $0.01 and $99.99');
    await offer.getByLabel(/You keep/).fill('50');
    await expect(offer).toContainText(
      'You receive $50.00, Fjord Coffee gets a refund of $57.50, and the platform fee is $7.50.',
    );
    await offer.getByRole('button', { name: 'Send offer' }).click();
    await expect(creator.page.getByText('Offer sent')).toBeVisible();

    await brand.page.reload();
    await confirm(
      brand.page,
      'Accept offer',
      /Maya Berg keeps \$50\.00, you get a refund of \$57\.50, and the platform fee is \$7\.50/,
      'Accept offer',
    );
    await expect(payment(brand.page)).toContainText(/Refund to your card\s*\$57\.50/);
    await expect(payment(brand.page)).toContainText(/Maya Berg receives\s*\$50\.00/);
    await expect(payment(brand.page)).toContainText(/Platform fee\s*\$7\.50/);
    // The creator has not set up payouts yet, so the payout is blocked, but the refund is not.
    await expect(timeline(brand.page)).toContainText('$57.50 was refunded to your card.');
  },
);

test('lets a creator answer a reported problem with a full refund', DEEP_TAG, async ({ creator, brand }) => {
  const id = await createPaidBooking(creator, brand, 'completed');
  await open(brand.page, id);
  await write(brand.page, 'Report a problem', 'It is another product.', /Marquee decides/, 'Report problem');
  await expect(brand.page.getByText('Problem reported')).toBeVisible();
  await open(creator.page, id);
  await confirm(
    creator.page,
    'Agree to a full refund',
    /You are not paid, and we charge no platform fee/,
    'Refund in full',
  );
  await expect(payment(creator.page)).toContainText('Refunded');
  await expect(creator.page.getByText('Refunded', { exact: true }).first()).toBeVisible();
});

test('lets a brand approve the work after withdrawing its problem report', DEEP_TAG, async ({ creator, brand }) => {
  const id = await createPaidBooking(creator, brand, 'completed');
  await open(brand.page, id);
  await write(brand.page, 'Report a problem', 'The sound is low.', /You can withdraw the report/, 'Report problem');
  await confirm(brand.page, 'Withdraw report', /automatic payout of \$100\.00 to Maya Berg resumes/, 'Withdraw');
  await expect(payment(brand.page)).toContainText('Paid, held by Marquee');
  await brand.page.getByRole('button', { name: 'Approve and release payment' }).click();
  await brand.page.getByRole('dialog').getByRole('button', { name: 'Release payment' }).click();
  await expect(payment(brand.page)).toContainText('Payout waiting for the creator’s payout setup');
});

test('pays out completed work automatically after five days, and sends reminders before the payout', async ({
  creator,
  brand,
}) => {
  const id = await createPaidBooking(creator, brand, 'completed');
  await age(id, 2 * DAY + HOUR);
  await waitForMail(brand.page, brand.email, 'Review the completed work');
  await age(id, 3 * DAY);
  await open(brand.page, id);
  await expect(timeline(brand.page)).toContainText('The payout of $100.00 was released automatically.');
  await expect(brand.page.getByRole('button', { name: 'Report a problem' })).toHaveCount(0);
});

test(
  'lets both sides review completed work, shows each other’s review once both are published, and lets one side respond',
  DEEP_TAG,
  async ({ creator, brand, page: visitor }) => {
    const id = await createPaidBooking(creator, brand, 'completed');
    // Reviews are offered after the approval.
    expect((await brand.page.request.post('/trpc/settlements.approve', { data: { id } })).ok()).toBe(true);
    const reviews = (page: Page) => page.getByRole('region', { name: 'Reviews' });
    const brief = (page: Page) => page.getByRole('region', { name: 'Customer Information' });
    const write = async (page: Page, stars: number, parts: string[], text: string) => {
      await open(page, id);
      await reviews(page).getByRole('button', { name: 'Write a review' }).click();
      const form = page.getByRole('form', { name: 'Your review' });
      await form.getByRole('button', { name: 'Send review' }).click();
      await expect(form.getByText('Please choose 1 to 5 stars')).toHaveCount(4);
      await form
        .getByRole('group', { name: /How was working with/ })
        .getByRole('radio', { name: `${stars} stars` })
        .check();
      for (const part of parts) {
        // Select the first star by keyboard, then move right four times to the fifth.
        await form.getByRole('group', { name: part }).getByRole('radio', { name: '1 star', exact: true }).focus();
        await page.keyboard.press('Space');
        for (let at = 0; at < 4; at++) await page.keyboard.press('ArrowRight');
        await expect(form.getByRole('group', { name: part }).getByRole('radio', { name: '5 stars' })).toBeChecked();
      }
      await form.getByLabel('Your review (optional)').fill(text);
      await expectNoViolations(page);
      await form.getByRole('button', { name: 'Send review' }).click();
    };

    await write(brand.page, 4, ['Quality', 'Communication', 'On time'], 'Lovely film, a day early.');
    await expect(reviews(brand.page)).toContainText(
      'We publish your review when Maya Berg has written one, too, or on',
    );
    await open(creator.page, id);
    await expect(brief(creator.page)).toContainText('No creator has reviewed Fjord Coffee yet.');
    await expect(creator.page.getByText('Lovely film')).toHaveCount(0);
    await visitor.goto(`/profile/${creator.username}`);
    await expect(visitor.getByText('No ratings yet')).toBeVisible();

    await write(creator.page, 5, ['Clear brief', 'Communication', 'Fairness'], 'A clear brief.');
    await expect(reviews(creator.page)).toContainText('Lovely film, a day early.');
    await creator.page.getByLabel('Your answer').fill('It was a pleasure.');
    await creator.page.getByRole('button', { name: 'Send answer' }).click();
    await expect(reviews(creator.page)).toContainText('You answered on');
    await expect(creator.page.getByLabel('Your answer')).toHaveCount(0);
    await open(brand.page, id);
    await expect(reviews(brand.page)).toContainText('A clear brief.');
    await expect(reviews(brand.page)).toContainText('It was a pleasure.');

    await visitor.reload();
    const shown = reviews(visitor);
    await expect(shown.getByRole('listitem').filter({ hasText: 'Lovely film' })).toContainText('It was a pleasure.');
    await expect(shown.getByRole('list', { name: 'Reviews by number of stars' })).toContainText('4 stars1 review');
    await expectNoViolations(visitor);
  },
);

test(
  'shows on every screen how long work has been overdue and when the booking will be cancelled',
  DEEP_TAG,
  async ({ creator, brand }) => {
    const id = await createPaidBooking(creator, brand, 'in_progress');
    await age(id, 5 * DAY);
    const since = /Overdue since \w{3} \d{1,2}/;
    for (const { page } of [creator, brand]) {
      await open(page, id);
      await expect(next(page)).toContainText(since);
      await expect(next(page)).toContainText('Cancelled automatically');
      await page.goto('/bookings');
      await expect(page.getByRole('main').getByText(since)).toBeVisible();
    }
    await creator.page.goto('/dashboard');
    const waiting = creator.page.getByRole('region', { name: /Waiting for you/ });
    await expect(waiting).toContainText(since);
    await expect(waiting).toContainText('Cancelled automatically');
    await expect(waiting).not.toContainText(/Due in/);
  },
);
