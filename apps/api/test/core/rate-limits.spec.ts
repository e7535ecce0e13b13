/**
 * Tests that reads of many rows and changes that are added to the log have a limit for each person, and emailed codes
 * one for each network.
 */
import { describe, expect, it } from 'vitest';
import { newBrand, newCreator, newMember } from '../../src/demo/builders.ts';
import { findLinkToken } from '../support/accounts.ts';
import { useStack } from '../support/stack.ts';

const stack = useStack({ RATE_LIMIT: 'on', TRUST_PROXY: '1' }, { mailbox: true });
const REFUSED = { failure: 'TOO_MANY_REQUESTS' };
const BILLING = { legalName: '', address: '', country: '', taxId: '' };

describe('a person', () => {
  it.each(['the log', 'receipts'] as const)('can export %s 30 times in ten minutes', async (table) => {
    const brand = await newBrand(stack.deps);
    const read = () =>
      table === 'the log'
        ? stack.as(brand).workspaces.actionsForExport({})
        : stack.as(brand).receipts.listForExport({ most: 100 });
    for (let count = 0; count < 30; count++) expect(await read()).toEqual([]);
    await expect(read()).rejects.toMatchObject(REFUSED);
    expect(await stack.as(await newBrand(stack.deps)).workspaces.actionsForExport({})).toEqual([]);
  });

  it('can export payout statements 30 times in ten minutes', async () => {
    const creator = await newCreator(stack.deps);
    const read = () => stack.as(creator).receipts.statementByPeriod({});
    for (let count = 0; count < 30; count++)
      await expect(read()).rejects.toMatchObject({ failure: 'RECEIPT_NOT_FOUND' });
    await expect(read()).rejects.toMatchObject(REFUSED);
  });

  it('can change budgets, clients, rules and details 120 times in an hour, and so can each colleague', async () => {
    const owner = await newBrand(stack.deps);
    const asOwner = stack.as(owner);
    const { id } = await asOwner.budgets.create({ name: 'Spring', clientId: null, period: 'total', limit: '500' });
    for (let count = 1; count < 120; count++) await asOwner.budgets.change({ id, name: 'Spring', limit: `${count}` });
    for (const change of [
      () => asOwner.budgets.change({ id, name: 'Spring', limit: '1' }),
      () => asOwner.budgets.create({ name: 'Summer', clientId: null, period: 'total', limit: '500' }),
      () => asOwner.budgets.archive({ id, isArchived: true }),
      () => asOwner.clients.save({ name: 'Northwind', ...BILLING }),
      () => asOwner.approvals.saveSettings({ rule: 'never', above: '', approvers: 1, allowsOwn: false }),
      () => asOwner.workspaces.changeTimeZone({ timeZone: 'Europe/Lisbon' }),
      () => asOwner.receipts.saveBilling(BILLING),
    ])
      await expect(change()).rejects.toMatchObject(REFUSED);
    const finance = await newMember(stack.deps, owner, 'finance');
    await stack.as(finance).budgets.change({ id, name: 'Spring', limit: '700' });
  });
});

describe('the code of an invitation', () => {
  it('can be requested although a stranger in another network has requested as many as one network may', async () => {
    const owner = await newBrand(stack.deps);
    const email = `invited-${owner.username}@example.test`;
    await stack.as(owner).workspaces.invite({ email, role: 'owner' });
    await stack.settle();
    const token = findLinkToken((await stack.mailsTo(email))[0]);
    const requestFrom = async (ip: string) => {
      const answer = await stack.app.inject({
        method: 'POST',
        url: '/trpc/workspaces.requestCode',
        headers: { 'x-forwarded-for': ip, 'sec-fetch-site': 'same-origin' },
        payload: { token },
      });
      return answer.statusCode;
    };
    for (let count = 0; count < 10; count++) expect(await requestFrom('192.0.2.1')).toBe(200);
    expect(await requestFrom('192.0.2.1')).toBe(429);
    expect(await requestFrom('198.51.100.1')).toBe(200);
  });
});
