/** Tests that a workspace has one time zone, which is chosen and does not depend on who signs in. */
import { describe, expect, it } from 'vitest';
import { newBooking, newBrand } from '../../../src/demo/builders.ts';
import { callProcedure, createEmailAddress, useAccounts } from '../../support/accounts.ts';
import { newMember } from '../../support/members.ts';

const { stack, nobody } = useAccounts();

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Returns the first day of the current month in a time zone. */
const toMonth = (timeZone: string) =>
  `${new Intl.DateTimeFormat('en-CA', { timeZone }).format(stack.deps.now()).slice(0, 7)}-01`;

describe('the time zone of a workspace', () => {
  it('is that of the founder’s browser, and stays when an owner signs in elsewhere', async () => {
    const browser = await nobody();
    const [email, password] = [createEmailAddress(), 'quiet-otters-7'];
    const form = { fullName: 'Zoë van Dijk', email, userType: 'brand', password, timeZone: 'Europe/Lisbon' };
    const founder = (await callProcedure(browser, 'auth.register', form)).data as { id: string };
    const zone = async () =>
      (
        await stack.deps.db
          .selectFrom('workspace')
          .select('timeZone')
          .where('id', '=', founder.id)
          .executeTakeFirstOrThrow()
      ).timeZone;
    expect(await zone()).toBe('Europe/Lisbon');
    await callProcedure(browser, 'auth.signIn', { email, password, timeZone: 'Asia/Tokyo' });
    expect(await zone()).toBe('Europe/Lisbon');

    const second = { ...form, fullName: 'Ben Owner', email: createEmailAddress(), timeZone: 'Pacific/Auckland' };
    const { data } = await callProcedure(await nobody(), 'auth.register', second);
    await stack.deps.db
      .insertInto('member')
      .values({
        workspaceId: founder.id,
        personId: (data as { id: string }).id,
        role: 'owner',
        joinedAt: stack.deps.now(),
      })
      .execute();
    const signIn = { email: second.email, password, timeZone: 'America/Denver' };
    expect((await callProcedure(await nobody(), 'auth.signIn', signIn)).status).toBe(200);
    expect(await zone()).toBe('Europe/Lisbon');
  });

  it('is changed by members who edit the workspace, and the change is in the log', async () => {
    const owner = await newBrand(stack.deps, { fullName: 'Ada Owner' });
    const booker = await newMember(stack, owner, 'booker');
    expect(await stack.as(booker).workspaces.timeZone()).toEqual({ timeZone: 'UTC' });
    const change = { timeZone: 'Pacific/Auckland' };
    await expect(stack.as(booker).workspaces.changeTimeZone(change)).rejects.toMatchObject({
      failure: 'PERMISSION_MISSING',
    });
    await expect(stack.as(owner).workspaces.changeTimeZone({ timeZone: '+02:00' })).rejects.toThrow(
      'Choose a time zone from the list',
    );
    for (let time = 0; time < 2; time++)
      expect(await stack.as(owner).workspaces.changeTimeZone(change)).toEqual(change);
    expect(await stack.as(booker).workspaces.timeZone()).toEqual(change);
    const { items } = await stack.as(owner).workspaces.actions({ topic: 'workspace' });
    expect(items).toMatchObject([{ kind: 'workspace.time_zone_changed', data: change, memberName: 'Ada Owner' }]);
  });

  it('applies to all budgets, and a total budget keeps what it has used', async () => {
    const owner = await newBrand(stack.deps);
    const asOwner = stack.as(owner);
    const total = await asOwner.budgets.create({ name: 'Total', clientId: null, period: 'total', limit: '900' });
    await newBooking(stack.deps, { brand: owner, budgetId: total.id });
    // An hour in which the month differs between the first and the last time zone on earth.
    const now = stack.deps.now();
    const monthEnd = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - HOUR;
    await stack.advance(monthEnd - now.getTime());
    expect(toMonth('Pacific/Kiritimati')).not.toBe(toMonth('Pacific/Pago_Pago'));
    const budgets: string[] = [];
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await asOwner.workspaces.changeTimeZone({ timeZone });
      const { id } = await asOwner.budgets.create({ name: timeZone, clientId: null, period: 'month', limit: '900' });
      budgets.push(id);
      for (const budgetId of budgets) await asOwner.budgets.change({ id: budgetId, name: timeZone, limit: '800' });
      const periods = await stack.deps.db
        .selectFrom('budgetPeriod')
        .select('budgetId')
        .where('budgetId', 'in', budgets)
        .where('startsOn', '=', toMonth(timeZone))
        .execute();
      expect(periods.map(({ budgetId }) => budgetId).toSorted()).toEqual(budgets.toSorted());
      const used = (await asOwner.budgets.list()).find(({ id: budgetId }) => budgetId === total.id);
      expect(used).toMatchObject({ committedCents: 22_885, leftCents: 90_000 - 22_885 });
    }
  });

  it('determines the day of a log entry, independently of the reader’s time zone', async () => {
    const owner = await newBrand(stack.deps);
    const asOwner = stack.as(owner);
    await asOwner.workspaces.changeTimeZone({ timeZone: 'Pacific/Kiritimati' });
    const now = stack.deps.now().getTime();
    await stack.advance(DAY - (now % DAY) + 11 * HOUR);
    await asOwner.profiles.saveName({ fullName: 'Renamed' });
    const day = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(stack.deps.now());
    const count = async (on: string) =>
      (await asOwner.workspaces.actions({ from: on, to: on })).items.filter(({ kind }) => kind === 'workspace.renamed')
        .length;
    expect(await count(day('Pacific/Kiritimati'))).toBe(1);
    expect(day('Pacific/Kiritimati')).not.toBe(day('UTC'));
    expect(await count(day('UTC'))).toBe(0);
  });
});
