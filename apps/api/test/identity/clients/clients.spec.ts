/** Tests that a client is named in its bookings and on their documents. */
import { describe, expect, it } from 'vitest';
import { newBooking, newBrand } from '../../../src/demo/builders.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();

describe('a client', () => {
  const details = { legalName: 'Northwind Ltd', address: '1 Pier Road', country: 'GB', taxId: 'GB123' };

  it('is named in the booking, and its details are on the receipt', async () => {
    const brand = await newBrand(stack.deps, { fullName: 'Field Agency' });
    const { id: clientId } = await stack.as(brand).clients.save({ name: 'Northwind', ...details });
    const { id, asCreator, asBrand } = await newBooking(stack.deps, { brand, clientId, status: 'accepted' });
    expect(await asCreator.bookings.byId({ id })).toMatchObject({ brandName: 'Northwind, by Field Agency' });
    await asBrand.clients.save({ id: clientId, name: 'Northwind', ...details, taxId: 'GB999' });
    const { facts } = await stack.deps.db
      .selectFrom('ledgerDocument')
      .select('facts')
      .where('bookingId', '=', id)
      .where('kind', '=', 'receipt')
      .executeTakeFirstOrThrow();
    expect(facts).toMatchObject({
      brand: { name: 'Northwind, by Field Agency', email: brand.email, ...details },
    });
  });

  it('is found by its name in the list of receipts', async () => {
    const brand = await newBrand(stack.deps);
    const { id: clientId } = await stack.as(brand).clients.save({ name: 'Northwind', ...details });
    const { id, asBrand } = await newBooking(stack.deps, { brand, clientId, status: 'accepted' });
    await newBooking(stack.deps, { brand, status: 'accepted' });
    await stack.settle();
    expect((await asBrand.receipts.list({})).items).toHaveLength(2);
    expect((await asBrand.receipts.list({ search: 'northwind' })).items).toMatchObject([
      { bookingId: id, clientName: `Northwind, by ${brand.workspaceName}` },
    ]);
  });
});
