/** Tests the customer info card that a brand fills in once (requirements R2.62 and R3.16). */
import { BRAND_TONES, customerInfo, orderCustomer, toOrderCustomer, type CustomerInfo } from '@marquee/validation';
import { describe, expect, it } from 'vitest';
import { newBrand } from '../../../src/demo/builders.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();
const CARD: CustomerInfo = {
  name: 'Nora Field',
  email: 'nora@northwind.test',
  description: 'A rain jacket.\nShow it wet.',
  audience: 'Hikers',
  tone: 'Authentic and real',
  date: '2027-03-14',
  notes: '=1+1 <b>as typed</b>',
};

describe('the customer info card', () => {
  it('starts with the account’s name and email, and is saved for each brand separately', async () => {
    const [brand, other] = [await newBrand(stack.deps, { fullName: 'Acme Tea' }), await newBrand(stack.deps)];
    const empty = { description: '', audience: '', tone: '', date: '', notes: '' };
    expect(await stack.as(brand).profiles.customerInfo()).toEqual({ name: 'Acme Tea', email: brand.email, ...empty });
    expect(await stack.as(brand).profiles.saveCustomerInfo(CARD)).toEqual(CARD);
    expect(await stack.as(brand).profiles.customerInfo()).toEqual(CARD);
    expect(await stack.as(other).profiles.customerInfo()).toEqual({
      name: other.fullName,
      email: other.email,
      ...empty,
    });
  });

  it('is overwritten as a whole on each save, and every field may be empty', async () => {
    const brand = await newBrand(stack.deps);
    await stack.as(brand).profiles.saveCustomerInfo(CARD);
    const blank = { name: '', email: '', description: '', audience: '', tone: '', date: '', notes: '' } as const;
    await stack.as(brand).profiles.saveCustomerInfo({ ...blank, brandId: 'x' } as never);
    expect(await stack.as(brand).profiles.customerInfo()).toEqual(blank);
  });

  it('accepts only the documented brand tones', () => {
    for (const tone of BRAND_TONES) expect(customerInfo.safeParse({ ...CARD, tone }).success).toBe(true);
    expect(customerInfo.safeParse({ ...CARD, tone: 'Sarcastic' }).error?.issues[0]?.message).toBe(
      'Please choose a brand tone from the list',
    );
  });

  it.each([
    [{ email: 'nora' }, 'Please enter a valid email address'],
    [{ date: '2027-02-30' }, 'Preferred post date must be a date'],
    [{ date: '14.03.2027' }, 'Preferred post date must be a date'],
    [{ name: 'x'.repeat(101) }, 'Name is 1 character too long. The limit is 100.'],
    [{ description: 'x'.repeat(5001) }, 'Project description is 1 character too long. The limit is 5,000.'],
    [{ notes: 'a\u0000b' }, 'Additional requirements contains characters that cannot be used'],
    [{ audience: 5 }, 'Target audience must be text'],
  ])('refuses %j', async (change, message) => {
    const brand = await newBrand(stack.deps);
    await expect(stack.as(brand).profiles.saveCustomerInfo({ ...CARD, ...change } as never)).rejects.toThrow(message);
  });
});

describe('a new order', () => {
  it('is prefilled from the customer info card, except for its empty fields', () => {
    const order = toOrderCustomer(CARD);
    expect(order).toEqual({
      name: 'Nora Field',
      email: 'nora@northwind.test',
      projectDescription: 'A rain jacket.\nShow it wet.',
      targetAudience: 'Hikers',
      brandTone: 'Authentic and real',
      preferredPostDate: '2027-03-14',
      additionalRequirements: '=1+1 <b>as typed</b>',
    });
    expect(orderCustomer.parse(order)).toEqual(order);
    expect(toOrderCustomer({ ...CARD, audience: ' ', tone: '', date: '', notes: '' })).toEqual({
      name: 'Nora Field',
      email: 'nora@northwind.test',
      projectDescription: 'A rain jacket.\nShow it wet.',
    });
  });
});
