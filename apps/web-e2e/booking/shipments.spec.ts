/** Tests packages that require the brand to ship a product, from the package form to the product's arrival. */
import { expectNoViolations } from '../support/axe.ts';
import { createPaidBooking } from '../support/paid-booking.ts';
import { DEEP_TAG, expect, publishPackage, test, expectToast } from '../support/marquee.ts';

test(
  'lets a brand ship a product, and shows both sides the address, the shipment and the arrival',
  DEEP_TAG,
  async ({ creator, brand }) => {
    const pack = await publishPackage(creator);
    const mine = creator.page;
    await mine.goto('/packages');
    await mine.getByRole('button', { name: 'Edit', exact: true }).click();
    const editor = mine.getByRole('dialog');
    await editor.getByRole('button', { name: 'Add options' }).click();
    await editor.getByLabel('The brand sends me a product first').check();
    await editor.getByRole('button', { name: /^(Save|Update)/ }).click();
    await expect(editor).toHaveCount(0);
    await brand.page.goto(`/order-questionnaire?packageId=${pack.id}`);
    await expect(
      brand.page.getByText('The brand sends a product first. Delivery time starts when it arrives.'),
    ).toBeVisible();

    const id = await createPaidBooking(creator, brand, 'in_progress', pack);
    await brand.page.goto(`/booking-details?bookingId=${id}`);
    const theirs = brand.page.getByRole('region', { name: 'Product shipment' });
    await expect(theirs).toContainText(`${creator.fullName} has not provided an address yet.`);
    await expect(theirs.getByRole('button')).toHaveCount(0);

    await mine.goto(`/booking-details?bookingId=${id}`);
    const own = mine.getByRole('region', { name: 'Product shipment' });
    await own.getByRole('button', { name: 'Save address' }).click();
    await expect(own.getByText('Enter the name and address to ship to')).toBeVisible();
    await own.getByLabel('Name and address').fill('Maya Berg\n12 Sample Street\nPortland');
    await own.getByRole('button', { name: 'Save address' }).click();
    await expectToast(mine, 'Address saved');
    await expectNoViolations(mine);

    await expect(theirs.getByText('12 Sample Street')).toBeVisible();
    await theirs.getByLabel('Carrier (optional)').fill('UPS');
    await theirs.getByLabel('Tracking number (optional)').fill('1Z999');
    await expectNoViolations(brand.page);
    await theirs.getByRole('button', { name: 'Confirm shipment' }).click();
    await expect(theirs).toContainText(/You sent it on .* with UPS, tracking number 1Z999\./);
    await expect(own).toContainText(`${brand.fullName} sent it on`);
    await expect(own.getByRole('button', { name: 'Change address' })).toHaveCount(0);
    await own.getByRole('button', { name: 'Confirm arrival' }).click();
    await mine.getByRole('dialog').getByRole('button', { name: 'Confirm arrival' }).click();
    await expect(own).toContainText(/You received it on .*\. The 3 days to deliver the work began on that day\./);
    await expect(theirs).toContainText(`${creator.fullName} received it on`);
    await expect(theirs.getByText('12 Sample Street')).toHaveCount(0);
  },
);
