/** Tests which payments with saved cards and which approvals need a recent confirmation of the member's identity. */
import { describe, expect, it } from 'vitest';
import type { RequestSession, SessionUser } from '../../../src/core/ctx.ts';
import { CONFIRMATION_MS } from '../../../src/core/confirmations.ts';
import { STEP_UP_HOURS } from '../../../src/core/step-up.ts';
import {
  BUILDER_PASSWORD,
  createConfirmedSession,
  newBrand,
  newPackage,
  newPayableCreator,
  newSavedCard,
  SAMPLE_CUSTOMER,
} from '../../../src/demo/builders.ts';
import { createCaller } from '../../../src/http/router.ts';
import { findSessionUser } from '../../../src/modules/identity/accounts/accounts.sql.ts';
import { callProcedure, findLinkToken, RESET_SUBJECT, useAccounts } from '../../support/accounts.ts';
import { getRefusalCode, ONE_DAY_MS, ONE_HOUR_MS, TOTAL_CENTS } from '../../support/booking-money.ts';
import { newMember } from '../../support/members.ts';
import { checkMoneyAfterAll } from '../../support/money-checks.ts';

const { stack, nobody, newest } = useAccounts({ STEP_UP_CENTS: String(TOTAL_CENTS) });
checkMoneyAfterAll(stack);

const STEP_UP_MS = STEP_UP_HOURS * ONE_HOUR_MS;
const hoursAgo = (hours: number) => new Date(stack.deps.now().getTime() - hours * ONE_HOUR_MS);

/** Calls procedures on a device that the user has known since `knownSince`, without a recent confirmation. */
const callUnconfirmed = (user: SessionUser, knownSince: Date | null, session: Partial<RequestSession> = {}) =>
  createCaller({
    deps: stack.deps,
    user,
    request: { ip: '127.0.0.1' },
    session: {
      ...createConfirmedSession(stack.deps.now()),
      confirmedAt: new Date(stack.deps.now().getTime() - CONFIRMATION_MS),
      findKnownSince: () => knownSince,
      ...session,
    },
  });

/** Creates a brand with a saved card, whose account is older than `STEP_UP_HOURS`. */
async function newOldBrand() {
  const brand = await newBrand(stack.deps);
  const createdAt = hoursAgo(1_000);
  await stack.deps.db.updateTable('person').set({ createdAt }).where('id', '=', brand.id).execute();
  return { brand, card: await newSavedCard(stack.deps, brand) };
}

/** Opens the checkout of an order, of which a saved card can pay the total. */
async function newUnpaidOrder(brand: SessionUser, priceCents?: number): Promise<string> {
  const creator = await newPayableCreator(stack.deps);
  const { id: packageId } = await newPackage(stack.deps, creator, priceCents === undefined ? {} : { priceCents });
  const order = { packageId, brandUserId: brand.id, customer: SAMPLE_CUSTOMER };
  return (await stack.as(brand).payments.openCheckout(order)).bookingId;
}

/** Invites a person to the workspace of `owner`, and accepts for them. Returns them as they act in it. */
async function joinByInvitation(owner: SessionUser, role: 'booker' | 'approver'): Promise<SessionUser> {
  const person = await newBrand(stack.deps);
  await stack.as(owner).workspaces.invite({ email: person.email, role });
  const mail = (await stack.mailsTo(person.email)).find(({ subject }) => subject.includes('invited you to'));
  await stack.as(person).workspaces.accept({ token: findLinkToken(mail) });
  const acting = await findSessionUser(stack.deps.db, person.id, 0, owner.workspaceId);
  if (!acting) throw new Error('The person has not joined the workspace');
  return acting;
}

const LONG_KNOWN = () => hoursAgo(STEP_UP_HOURS + 1);

describe('a payment with a saved card', () => {
  it('needs a confirmation of the last ten minutes if the total is above the amount of the operator', async () => {
    const { brand, card } = await newOldBrand();
    const small = { id: await newUnpaidOrder(brand), cardId: card.id };
    const large = { id: await newUnpaidOrder(brand, 20_000), cardId: card.id };
    const unconfirmed = callUnconfirmed(brand, LONG_KNOWN());
    expect(await unconfirmed.payments.payWithCard(small)).toEqual({ outcome: 'authorized' });
    expect(await getRefusalCode(unconfirmed.payments.payWithCard(large))).toBe('CONFIRMATION_REQUIRED');
    const confirmed = callUnconfirmed(brand, LONG_KNOWN(), { confirmedAt: stack.deps.now(), confirmedBy: 'password' });
    expect(await confirmed.payments.payWithCard(large)).toEqual({ outcome: 'authorized' });
  });

  it('needs it for every total on a device that first signed in less than 72 hours ago', async () => {
    const { brand, card } = await newOldBrand();
    const input = { id: await newUnpaidOrder(brand), cardId: card.id };
    for (const since of [null, hoursAgo(0), hoursAgo(STEP_UP_HOURS - 1)])
      expect(await getRefusalCode(callUnconfirmed(brand, since).payments.payWithCard(input))).toBe(
        'CONFIRMATION_REQUIRED',
      );
    expect(await callUnconfirmed(brand, LONG_KNOWN()).payments.payWithCard(input)).toEqual({ outcome: 'authorized' });
  });

  it('does not need it for a small total on the device that has just registered the account', async () => {
    const brand = await newBrand(stack.deps);
    const card = await newSavedCard(stack.deps, brand);
    const input = { id: await newUnpaidOrder(brand), cardId: card.id };
    const { createdAt } = await stack.deps.db
      .selectFrom('person')
      .select('createdAt')
      .where('id', '=', brand.id)
      .executeTakeFirstOrThrow();
    const later = new Date(createdAt.getTime() + ONE_HOUR_MS);
    expect(await getRefusalCode(callUnconfirmed(brand, later).payments.payWithCard(input))).toBe(
      'CONFIRMATION_REQUIRED',
    );
    const device = callUnconfirmed(brand, new Date(createdAt.getTime() + 1_000));
    expect(await device.payments.payWithCard(input)).toEqual({ outcome: 'authorized' });
  });

  it('waits for 72 hours after a password reset, even with a confirmation, unless the account had a factor before', async () => {
    const { brand, card } = await newOldBrand();
    const input = { id: await newUnpaidOrder(brand), cardId: card.id };
    const pay = () => callUnconfirmed(brand, new Date(0)).payments.payWithCard(input);
    await callProcedure(await nobody(), 'auth.forgotPassword', { email: brand.email });
    const token = findLinkToken(await newest(brand.email, RESET_SUBJECT));
    const reset = await callProcedure(await nobody(), 'auth.resetPassword', { token, password: 'new-quiet-otters' });
    expect(reset.status).toBe(200);
    expect(await getRefusalCode(pay())).toBe('SAVED_CARDS_WAIT');
    expect(await getRefusalCode(stack.as(brand).payments.payWithCard(input))).toBe('SAVED_CARDS_WAIT');
    const protectedBrand = { ...brand, hasFactor: true, factorSince: new Date(0) };
    expect(await getRefusalCode(callUnconfirmed(protectedBrand, new Date(0)).payments.payWithCard(input))).toBe(
      'CONFIRMATION_REQUIRED',
    );
    await stack.advance(2 * ONE_HOUR_MS);
    await callProcedure(await nobody(), 'auth.forgotPassword', { email: brand.email });
    await stack.idle();
    expect(await getRefusalCode(pay())).toBe('SAVED_CARDS_WAIT');
    await stack.advance(STEP_UP_MS - 2 * ONE_HOUR_MS);
    const id = await newUnpaidOrder(brand);
    expect(await callUnconfirmed(brand, new Date(0)).payments.payWithCard({ ...input, id })).toEqual({
      outcome: 'authorized',
    });
  });

  it('is refused to a member who was invited less than 72 hours ago by an account without an older factor', async () => {
    const { brand, card } = await newOldBrand();
    const booker = await joinByInvitation(brand, 'booker');
    const pay = async () =>
      stack.as(booker).payments.payWithCard({ id: await newUnpaidOrder(booker), cardId: card.id });
    await expect(pay()).rejects.toMatchObject({
      failure: 'SAVED_CARDS_NEW_MEMBER',
      message: expect.stringContaining('in 3 days. Until then, enter a card to pay') as string,
    });
    const setFactorAge = (hours: number) =>
      stack.deps.db
        .updateTable('person')
        .set({ hasFactor: true, factorSince: hoursAgo(hours) })
        .where('id', '=', brand.id)
        .execute();
    await setFactorAge(STEP_UP_HOURS - 1);
    expect(await getRefusalCode(pay())).toBe('SAVED_CARDS_NEW_MEMBER');
    await setFactorAge(STEP_UP_HOURS);
    expect(await pay()).toEqual({ outcome: 'authorized' });
  });

  it('is possible for such a member 72 hours after joining', async () => {
    const { brand, card } = await newOldBrand();
    const booker = await joinByInvitation(brand, 'booker');
    await stack.advance(STEP_UP_MS);
    expect(await stack.as(booker).payments.payWithCard({ id: await newUnpaidOrder(booker), cardId: card.id })).toEqual({
      outcome: 'authorized',
    });
  });

  it('needs it on a new device although the account has signed in there several times', async () => {
    const { brand, card } = await newOldBrand();
    const known = await stack.asBrowser(brand);
    await stack.advance(4 * ONE_DAY_MS);
    const input = { id: await newUnpaidOrder(brand), cardId: card.id };
    const device = await stack.asBrowser(brand);
    const signedIn = await device('POST', '/api/auth/login', { email: brand.email, password: BUILDER_PASSWORD });
    expect(signedIn.statusCode).toBe(200);
    await stack.advance(CONFIRMATION_MS);
    expect(await callProcedure(device, 'payments.payWithCard', input)).toMatchObject({
      failure: 'CONFIRMATION_REQUIRED',
    });
    expect(await callProcedure(known, 'payments.payWithCard', input)).toMatchObject({
      data: { outcome: 'authorized' },
    });
  });
});

describe('the approval of an order', () => {
  it('needs a confirmation like a payment with a saved card', async () => {
    const { brand, card } = await newOldBrand();
    const booker = await newMember(stack, brand, 'booker');
    await stack.as(brand).approvals.saveSettings({ rule: 'always', above: '', approvers: 1, allowsOwn: false });
    const creator = await newPayableCreator(stack.deps);
    const request = async (priceCents: number) => {
      const { id: packageId } = await newPackage(stack.deps, creator, { priceCents });
      const order = { packageId, brandUserId: booker.id, customer: SAMPLE_CUSTOMER };
      return stack.as(booker).orderRequests.create({ order, cardId: card.id });
    };
    const small = await request(19_900);
    const large = await request(20_000);
    const known = callUnconfirmed(brand, LONG_KNOWN()).orderRequests;
    expect(await getRefusalCode(callUnconfirmed(brand, hoursAgo(1)).orderRequests.approve(small))).toBe(
      'CONFIRMATION_REQUIRED',
    );
    expect(await getRefusalCode(known.approve(large))).toBe('CONFIRMATION_REQUIRED');
    expect(await known.approve(small)).toMatchObject({ state: 'approved' });
    expect(await stack.as(brand).orderRequests.approve(large)).toMatchObject({ state: 'approved' });
  });

  it('is refused to a new member like a payment with a saved card', async () => {
    const { brand, card } = await newOldBrand();
    const booker = await newMember(stack, brand, 'booker');
    const approver = await joinByInvitation(brand, 'approver');
    await stack.as(brand).approvals.saveSettings({ rule: 'always', above: '', approvers: 1, allowsOwn: false });
    const { id: packageId } = await newPackage(stack.deps, await newPayableCreator(stack.deps));
    const order = { packageId, brandUserId: booker.id, customer: SAMPLE_CUSTOMER };
    const request = await stack.as(booker).orderRequests.create({ order, cardId: card.id });
    expect(await getRefusalCode(stack.as(approver).orderRequests.approve(request))).toBe('SAVED_CARDS_NEW_MEMBER');
  });
});
