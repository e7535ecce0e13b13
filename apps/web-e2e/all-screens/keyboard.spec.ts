/** Tests that a booking can be made, delivered and paid out without a mouse. */
import { pressEnterOn, tabTo, typeInto } from '../support/keyboard.ts';
import { DEEP_TAG, expect, expectToast, publishPackage, test } from '../support/marquee.ts';

test(
  'lets a brand and a creator finish a booking with the keyboard alone',
  DEEP_TAG,
  async ({ creator, brand, baseURL }) => {
    await publishPackage(creator);
    const { page: buyer } = brand;
    const { page: seller } = creator;

    await test.step('the brand orders and pays', async () => {
      await buyer.goto(`/profile/${creator.username}`);
      await pressEnterOn(buyer, buyer.getByRole('link', { name: /Book Now/ }));
      await expect(buyer).toHaveURL(/\/order-questionnaire/);
      await typeInto(buyer, buyer.getByLabel('Project description'), 'A launch in spring.');
      await pressEnterOn(buyer, buyer.getByRole('button', { name: 'Continue to Checkout' }));
      await expect(buyer).toHaveURL(/\/checkout\/[0-9a-f-]{36}$/);
      await typeInto(buyer, buyer.getByLabel('Card number'), '4242424242424242');
      await typeInto(buyer, buyer.getByLabel('Expiration date'), '1234');
      await typeInto(buyer, buyer.getByLabel('Security code'), '123');
      await pressEnterOn(buyer, buyer.getByRole('button', { name: 'Pay $115.00' }));
      await expectToast(buyer, 'Your booking has been confirmed! The influencer will be notified.');
    });

    await test.step('the creator accepts and starts', async () => {
      await seller.goto('/bookings');
      await pressEnterOn(seller, seller.getByRole('link', { name: 'One Reel', exact: true }));
      await pressEnterOn(seller, seller.getByRole('button', { name: 'Accept Booking' }));
      await expectToast(seller, 'Booking status updated to accepted');
      await pressEnterOn(seller, seller.getByRole('button', { name: 'Start Working' }));
      await expectToast(seller, 'Booking status updated to in_progress');
    });

    await test.step('the creator delivers', async () => {
      await pressEnterOn(seller, seller.getByRole('button', { name: 'Mark as Completed' }));
      const dialog = seller.getByRole('dialog', { name: 'Mark this work as completed?' });
      await typeInto(seller, dialog.getByRole('textbox', { name: /What did you deliver/ }), 'The Reel, as agreed.');
      await pressEnterOn(seller, dialog.getByRole('button', { name: 'Mark as Completed' }));
      await expectToast(seller, 'Booking status updated to completed');
    });

    await test.step('the brand approves', async () => {
      await buyer.goto('/bookings');
      await pressEnterOn(buyer, buyer.getByRole('link', { name: 'One Reel', exact: true }));
      await pressEnterOn(buyer, buyer.getByRole('button', { name: /Approve/ }).first());
      await pressEnterOn(buyer, buyer.getByRole('dialog').getByRole('button', { name: /Approve|Release/ }));
      await expect(buyer.getByText('Payout waiting for the creator’s payout setup').first()).toBeVisible();
    });

    await test.step('the creator sets up payouts and is paid', async () => {
      await seller.reload();
      await pressEnterOn(seller, seller.getByRole('button', { name: 'Finish your payout setup' }));
      const country = seller.getByLabel('Payout country');
      await tabTo(seller, country);
      await seller.keyboard.type('United States');
      await pressEnterOn(seller, seller.getByRole('button', { name: 'Set up payouts' }));
      // Stripe's onboarding pages have another origin.
      await seller.waitForURL((url) => url.port !== new URL(baseURL ?? '').port);
      await pressEnterOn(seller, seller.getByRole('button', { name: 'Finish onboarding' }));
      await expect(seller).toHaveURL(/\/payouts/);
      await expect(seller.getByText('$100.00').first()).toBeVisible();
    });
  },
);
