/** Tests tiers, add-ons and usage rights, from the creator's form to the booking that both sides see. */
import { expectNoViolations } from '../support/axe.ts';
import { expect, publishPackage, test, expectToast, unfold } from '../support/marquee.ts';
import { publishQuestions } from '../support/questions.ts';

test('lets a creator add options to a package, and a brand choose some options and pay for them', async ({
  creator,
  brand,
}) => {
  const pack = await publishPackage(creator, { name: 'Two looks', price: '100.00' });
  await publishQuestions(creator, pack.id, [
    { id: 'q_looks', type: 'number', question: 'How many looks?', required: true },
    { id: 'q_brief', type: 'text', question: 'What matters most?', required: false },
  ]);

  await test.step('the creator adds a tier, an add-on, usage rights and a price for an answer', async () => {
    const { page } = creator;
    await page.goto('/packages');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Edit Package' });
    // The options editor is hidden until the creator opens it.
    await expect(form.getByRole('button', { name: 'Add Standard tier' })).toHaveCount(0);
    await expect(form.getByRole('switch')).toHaveCount(0);
    await form.getByRole('button', { name: 'Add options' }).click();
    await form.getByRole('button', { name: 'Add Standard tier' }).click();
    await expect(form.getByLabel('Standard price')).toBeFocused();
    await form.getByLabel('Standard price').fill('90');
    await form.getByLabel('Included features, one per line').fill('1 Reel\n2 Stories');
    await form.getByRole('button', { name: 'Add add-on' }).click();
    await expect(form.getByLabel('Title')).toBeFocused();
    await form.getByLabel('Title').fill('Raw footage');
    const addOn = form.getByRole('group', { name: 'Add-on 1' });
    await addOn.getByLabel('Price each').fill('25');
    await addOn.getByLabel('Maximum quantity').fill('3');
    await form.getByRole('button', { name: 'Add usage rights' }).click();
    const rights = form.getByRole('group', { name: 'Rights 1' });
    await expect(rights.getByLabel('Channels')).toBeFocused();
    await rights.getByLabel('Channels').fill('Instagram');
    await rights.getByRole('textbox', { name: 'Price' }).fill('40');
    await form.getByRole('button', { name: 'Add answer price' }).click();
    const rule = form.getByRole('group', { name: 'Price 1' });
    await expect(rule.getByLabel('Question')).toBeFocused();
    await rule.getByLabel('More than').fill('3');
    await rule.getByRole('textbox', { name: 'Price' }).fill('50');
    const preview = form.getByRole('region', { name: 'Preview' });
    await expect(preview.getByText('from $115', { exact: true })).toBeVisible();
    // Closing the options keeps their values.
    await form.getByRole('button', { name: 'Add options' }).click();
    await expect(form.getByLabel('Standard price')).toHaveCount(0);
    await form.getByRole('button', { name: 'Add options' }).click();
    await expect(form.getByLabel('Standard price')).toHaveValue('90');
    await form.getByRole('button', { name: 'Update Package' }).click();
    await expect(form.getByText('Standard must cost more than Basic')).toBeVisible();
    await form.getByLabel('Standard price').fill('200');
    await expectNoViolations(page);
    await form.getByRole('button', { name: 'Update Package' }).click();
    await expectToast(page, 'Package updated');
  });

  await test.step('the brand chooses options and sees a price for each', async () => {
    const { page } = brand;
    await page.goto(`/profile/${creator.username}`);
    await expect(page.getByText('from $115', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: /Book Now/ }).click();
    // Like the price on the profile, the prices of options include the 15% fee.
    const choices = page.getByRole('region', { name: 'Choose what you need' });
    await expect(choices.getByText('Prices: 15% fee included')).toBeVisible();
    await expect(choices.getByRole('row', { name: 'Price $115.00 $230.00' })).toBeVisible();
    await expect(choices.getByText('+$28.75 each')).toBeVisible();
    await expect(choices.getByText('+$46.00')).toBeVisible();
    await page.getByRole('radio', { name: 'Standard' }).check();
    await page.getByRole('checkbox', { name: /Raw footage/ }).check();
    await page.getByLabel('How many: Raw footage').selectOption('2');
    await page.getByRole('radio', { name: /Organic posts, Instagram, 90 days/ }).check();
    await expect(page.getByText('More than 3: +$57.50 each')).toBeVisible();
    await page.getByLabel('How many looks?').fill('5');
    const summary = page.getByRole('region', { name: 'Your order' });
    await expect(summary.getByText('How many looks? 5 (more than 3) × 2')).toBeVisible();
    // The price is $200 + 2 × $25 + $40 + 2 × $50 = $390. The total includes the 15 % fee.
    await expect(summary.getByText('$448.50')).toBeVisible();
    // Like the answers to questions, the chosen options survive a reload.
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Standard' })).toBeChecked();
    await expect(summary.getByText('$448.50')).toBeVisible();
    await expectNoViolations(page);
    await page.getByLabel('Project description').fill('Our spring collection.');
    await page.getByRole('button', { name: 'Continue to Checkout' }).click();
    await expect(page).toHaveURL(/\/checkout\/[0-9a-f-]{36}$/);
  });

  await test.step('the checkout lists the options, and the brand pays their total', async () => {
    const { page } = brand;
    for (const line of ['Raw footage × 2', 'Organic posts, Instagram, 90 days', '$390.00', '$58.50', '$448.50'])
      await expect(page.getByText(line, { exact: true }).first()).toBeVisible();
    await page.getByLabel('Card number').fill('4242424242424242');
    await page.getByLabel('Expiration date').fill('12 / 34');
    await page.getByLabel('Security code').fill('123');
    await page.getByRole('button', { name: 'Pay $448.50' }).click();
    await expectToast(page, 'Your booking has been confirmed! The influencer will be notified.');
  });

  await test.step('both sides see the chosen options on the booking', async () => {
    for (const { page } of [brand, creator]) {
      await page.goto('/bookings');
      await page.getByRole('link', { name: 'Two looks', exact: true }).click();
      await unfold(page, 'Payment');
      await unfold(page, 'Package Details');
      const payment = page.getByRole('region', { name: 'Payment' });
      await expect(payment.getByText('Raw footage × 2')).toBeVisible();
      await expect(payment.getByText('$448.50', { exact: true })).toBeVisible();
      await expect(page.getByText('Tier: Standard')).toBeVisible();
      await expect(page.getByText('Usage rights: Organic posts, Instagram, 90 days from completion')).toBeVisible();
    }
  });

  await test.step('after the work is done, the brand asks to extend the usage rights in a form that is already filled in', async () => {
    const bookingId = new URL(creator.page.url()).searchParams.get('bookingId') ?? '';
    for (const status of ['accepted', 'in_progress', 'completed']) {
      const moved = await creator.request.patch(`/api/bookings/${bookingId}/status`, { data: { status } });
      expect(moved.status()).toBe(200);
    }
    const { page } = brand;
    await page.reload();
    await unfold(page, 'Package Details');
    await expect(page.getByText(/^Usage rights end on/)).toBeVisible();
    await page.getByRole('link', { name: 'Ask for a renewal' }).click();
    await expect(
      page.getByRole('heading', { level: 1, name: `Request an offer from ${creator.fullName}` }),
    ).toBeVisible();
    await expect(page.getByLabel(/^What you need/)).toHaveValue(
      /“Two looks”[^]*Organic posts, Instagram, 90 days\) end on [^]*another term/,
    );
  });
});
