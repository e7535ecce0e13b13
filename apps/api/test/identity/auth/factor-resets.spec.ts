/** Tests that staff can remove lost second factors only together and only after three days. */
import { HOUR_MS } from '@marquee/time';
import { describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { BUILDER_PASSWORD, newAdmin, newBrand } from '../../../src/demo/builders.ts';
import { addBuilderPasskey } from '../../../src/demo/passkeys.ts';
import { newEmployee } from '../../support/members.ts';
import { callProcedure, findLinkToken, isSignedIn, useAccounts } from '../../support/accounts.ts';

const { stack, nobody, newest, rowOf } = useAccounts();
const REASON = 'The phone was lost. Identity confirmed in a call.';
const DELAY_MS = 72 * HOUR_MS;

const newCase = async (user?: SessionUser) => {
  const brand = user ?? (await newBrand(stack.deps));
  const browser = await stack.asBrowser(brand);
  await addBuilderPasskey(stack.deps, brand.id);
  // The link in the email keeps a factor that the account has had for long.
  await stack.deps.db
    .updateTable('person')
    .set({ factorSince: new Date(0) })
    .where('id', '=', brand.id)
    .execute();
  const [first, second] = [await newAdmin(stack.deps), await newAdmin(stack.deps)];
  // Confirmations last ten minutes, and the tests move the clock by days.
  const staff = () => stack.as(first).admin;
  const colleague = () => stack.as(second).admin;
  const input = { id: brand.id, reason: REASON };
  const hasFactor = async () => (await rowOf(brand.id)).hasFactor;
  return { brand, browser, staff, colleague, input, hasFactor };
};

describe('the removal of second factors by staff', () => {
  it('needs a second staff member and three days, emails the user twice and ends all sessions', async () => {
    const { brand, browser, staff, colleague, input, hasFactor } = await newCase();
    await staff().requestFactorReset(input);
    expect(await newest(brand.email, 'Your second factor is about to be removed')).toBeDefined();
    await expect(staff().approveFactorReset(input)).rejects.toThrow(/Another member of staff/);
    expect((await colleague().inbox({})).items).toContainEqual(
      expect.objectContaining({ kind: 'factor_reset', id: brand.id }),
    );
    await colleague().approveFactorReset(input);
    await expect(colleague().approveFactorReset(input)).rejects.toThrow(/already done/);
    await stack.pass(DELAY_MS - HOUR_MS);
    expect(await hasFactor()).toBe(true);
    await stack.pass(2 * HOUR_MS);
    expect(await hasFactor()).toBe(false);
    expect(await isSignedIn(browser)).toBe(false);
    expect(await newest(brand.email, 'Your second factor was removed')).toBeDefined();
    const answer = await (
      await nobody()
    )('POST', '/api/auth/login', { email: brand.email, password: BUILDER_PASSWORD });
    expect(answer.statusCode).toBe(200);
    const { items } = await staff().audit({ subjectId: brand.id });
    expect(items.map(({ action }) => action)).toEqual(['factors.reset_approved', 'factors.reset_requested']);
  });

  it('is recorded on the page of the workspace in which a person works who owns none', async () => {
    const owner = await newBrand(stack.deps);
    const { staff, colleague, input } = await newCase(await newEmployee(stack, owner, 'booker'));
    await staff().requestFactorReset(input);
    const { items } = await staff().audit({ subjectId: owner.workspaceId });
    expect(items).toMatchObject([{ action: 'factors.reset_requested', subjectKind: 'user' }]);
    expect(await staff().user({ id: owner.workspaceId })).toMatchObject({ fullName: owner.workspaceName });
    expect((await colleague().inbox({})).items).toContainEqual(
      expect.objectContaining({ kind: 'factor_reset', id: owner.workspaceId }),
    );
  });

  it('does not happen without the approval, and follows a late approval after a day and another email', async () => {
    const { brand, staff, colleague, input, hasFactor } = await newCase();
    await staff().requestFactorReset(input);
    await stack.settle();
    await stack.pass(2 * DELAY_MS);
    expect(await hasFactor()).toBe(true);
    await colleague().approveFactorReset(input);
    await stack.pass(23 * HOUR_MS);
    expect(await hasFactor()).toBe(true);
    const mails = (await stack.mailsTo(brand.email)).filter(({ subject }) => /about to be removed/.test(subject));
    expect(mails).toHaveLength(2);
    await stack.pass(2 * HOUR_MS);
    expect(await hasFactor()).toBe(false);
  });

  it.each(['the user, signed in', 'the user, with the link in the email', 'staff'])('is stopped by %s', async (who) => {
    const { brand, staff, colleague, input, hasFactor } = await newCase();
    await staff().requestFactorReset(input);
    await colleague().approveFactorReset(input);
    if (who === 'staff') await staff().stopFactorReset(input);
    else if (who === 'the user, signed in') await stack.as(brand).auth.stopFactorReset();
    else {
      const mail = await newest(brand.email, 'Your second factor is about to be removed');
      await stack.advance(DELAY_MS / 2);
      expect(
        (await callProcedure(await nobody(), 'recovery.secureAccount', { token: findLinkToken(mail) })).status,
      ).toBe(200);
    }
    expect((await staff().user({ id: brand.id })).factorReset).toBeNull();
    await stack.pass(2 * DELAY_MS);
    expect(await hasFactor()).toBe(true);
    await expect(staff().stopFactorReset(input)).rejects.toThrow(/already done/);
  });

  it('is refused for an account without a factor, and while another request is open', async () => {
    const { staff, input } = await newCase();
    const { id } = await newBrand(stack.deps);
    await expect(staff().requestFactorReset({ ...input, id })).rejects.toThrow(/no second factor/);
    await staff().requestFactorReset(input);
    await expect(staff().requestFactorReset(input)).rejects.toThrow(/already done/);
  });
});
