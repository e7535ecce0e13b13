/** Tests that a thief who pays an accomplice with the saved card of a brand cannot have the payout at once. */
import { HOUR_MS } from '@marquee/time';
import { describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { STEP_UP_HOURS } from '../../../src/core/step-up.ts';
import {
  createConfirmedSession,
  newBrand,
  newPackage,
  newPayableCreator,
  newSavedCard,
  SAMPLE_CUSTOMER,
} from '../../../src/demo/builders.ts';
import { createCaller } from '../../../src/http/router.ts';
import { callProcedure, findLinkToken, useAccounts } from '../../support/accounts.ts';
import { newMember } from '../../support/members.ts';
import { checkMoneyAfterAll } from '../../support/money-checks.ts';

const { stack, nobody } = useAccounts();
checkMoneyAfterAll(stack);

const HOLD_MS = STEP_UP_HOURS * HOUR_MS;

/** Calls procedures on a device that the user first used `hours` ago, after a confirmation. */
const callOnDevice = (user: SessionUser, hours: number) =>
  createCaller({
    deps: stack.deps,
    user,
    request: { ip: '127.0.0.1' },
    session: {
      ...createConfirmedSession(stack.deps.now()),
      findKnownSince: () => new Date(stack.deps.now().getTime() - hours * HOUR_MS),
    },
  });

/** Creates a brand with a saved card, whose account is old, and a creator with a package. */
async function newSale() {
  const brand = await newBrand(stack.deps);
  await stack.deps.db
    .updateTable('person')
    .set({ createdAt: new Date(0) })
    .where('id', '=', brand.id)
    .execute();
  const card = await newSavedCard(stack.deps, brand);
  const creator = await newPayableCreator(stack.deps);
  const { id: packageId } = await newPackage(stack.deps, creator);
  return { brand, card, creator, order: { packageId, brandUserId: brand.id, customer: SAMPLE_CUSTOMER } };
}
type Sale = Awaited<ReturnType<typeof newSale>>;

/** Lets the creator accept and complete the work of a paid order, and the brand release the payout. */
async function finish({ creator, brand }: Pick<Sale, 'creator' | 'brand'>, id: string) {
  const asCreator = stack.as(creator);
  await stack.settle();
  for (const status of ['accepted', 'in_progress'] as const) await asCreator.bookings.move({ id, status });
  await stack.settle();
  await asCreator.bookings.move({ id, status: 'completed', delivery: { note: 'It is online.', links: [] } });
  await stack.as(brand).settlements.approve({ id });
  await stack.settle();
  const read = async () => {
    const { paymentState, blockedReason, nextStep } = await asCreator.bookings.byId({ id });
    return { paymentState, blockedReason, text: nextStep.text };
  };
  return { id, read };
}

/** Pays with the saved card on a device that the user first used `hours` ago, and finishes the booking. */
async function buy({ brand, card, creator, order }: Sale, hours: number, user = brand) {
  const { bookingId: id } = await stack.as(brand).payments.openCheckout(order);
  expect(await callOnDevice(user, hours).payments.payWithCard({ id, cardId: card.id })).toEqual({
    outcome: 'authorized',
  });
  return finish({ creator, brand }, id);
}

const HELD = {
  paymentState: 'releasing',
  blockedReason: 'payment_check',
  text: expect.stringContaining('security check of the payment') as string,
};

describe('the payout of an order that a saved card paid', () => {
  it('waits for 72 hours after the payment if the device is new, although the password confirmed it', async () => {
    const { read } = await buy(await newSale(), 1);
    expect(await read()).toMatchObject(HELD);
    await stack.pass(HOLD_MS - HOUR_MS);
    expect(await read()).toMatchObject(HELD);
    await stack.pass(2 * HOUR_MS);
    expect(await read()).toMatchObject({ paymentState: 'released', blockedReason: null });
  });

  it('does not wait on a device that is known for longer, or if the account has had a factor for long', async () => {
    expect(await (await buy(await newSale(), STEP_UP_HOURS + 1)).read()).toMatchObject({ paymentState: 'released' });
    const sale = await newSale();
    const user = { ...sale.brand, hasFactor: true, factorSince: new Date(0) };
    expect(await (await buy(sale, 1, user)).read()).toMatchObject({ paymentState: 'released' });
  });

  it.each(['is stored in the request', 'is chosen by the requester afterwards'])(
    'waits as well after an approval on a new device, if the card %s',
    async (which) => {
      const { brand, card, creator, order } = await newSale();
      const booker = await newMember(stack, brand, 'booker');
      await stack.as(brand).approvals.saveSettings({ rule: 'always', above: '', approvers: 1, allowsOwn: false });
      const request = await stack.as(booker).orderRequests.create({
        order: { ...order, brandUserId: booker.id },
        cardId: which === 'is stored in the request' ? card.id : null,
      });
      const { bookingId } = await callOnDevice(brand, 1).orderRequests.approve(request);
      await stack.settle();
      if (which !== 'is stored in the request')
        await stack.as(booker).payments.payWithCard({ id: bookingId ?? '', cardId: card.id });
      const { read } = await finish({ creator, brand }, bookingId ?? '');
      expect(await read()).toMatchObject(HELD);
      await stack.pass(HOLD_MS + HOUR_MS);
      expect(await read()).toMatchObject({ paymentState: 'released' });
    },
  );

  it('stays with us after the report of the owner, also when the 72 hours are over', async () => {
    const sale = await newSale();
    await stack.as(sale.brand).workspaces.invite({ email: 'somebody@example.test', role: 'viewer' });
    const { read } = await buy(sale, 1);
    expect(await read()).toMatchObject(HELD);
    const mail = (await stack.mailsTo(sale.brand.email)).find(({ subject }) => subject.includes('You invited'));
    const token = findLinkToken(mail);
    expect((await callProcedure(await nobody(), 'recovery.secureAccount', { token })).status).toBe(200);
    await stack.pass(HOLD_MS + HOUR_MS);
    expect(await read()).toMatchObject({
      paymentState: 'releasing',
      blockedReason: 'payouts_frozen',
      // The creator has reported nothing.
      text: expect.stringContaining('a workspace of this booking was reported') as string,
    });
  });
});
