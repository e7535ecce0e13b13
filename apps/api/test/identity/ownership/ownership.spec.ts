/** Tests that a change of who owns a workspace waits, and how owners confirm, stop and report it. */
import { HOUR_MS } from '@marquee/time';
import { describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import {
  newAdmin,
  newAgent,
  newBooking,
  newBrand,
  newCreator,
  newMember,
  newPackage,
  newPayableCreator,
  newSavedCard,
} from '../../../src/demo/builders.ts';
import { addBuilderPasskey } from '../../../src/demo/passkeys.ts';
import { findSessionUser } from '../../../src/modules/identity/accounts/accounts.sql.ts';
import { callProcedure, findLinkToken, useAccounts, withOldFactor } from '../../support/accounts.ts';
import { getRefusalCode } from '../../support/booking-money.ts';

const { stack, nobody, rowOf, actingIn } = useAccounts();

const waitMs = () => stack.deps.env.OWNERSHIP_WAIT_HOURS * HOUR_MS;

const rolesIn = async (owner: SessionUser) =>
  Object.fromEntries(
    (
      await stack.deps.db
        .selectFrom('member')
        .select(['personId', 'role'])
        .where('workspaceId', '=', owner.workspaceId)
        .execute()
    ).map(({ personId, role }) => [personId, role]),
  );

const waiting = (owner: SessionUser) => stack.as(owner).workspaces.ownershipChanges();

/** Invites a person as an owner, and accepts for them. Returns them as they act in the workspace. */
async function inviteOwner(owner: SessionUser, person: SessionUser): Promise<SessionUser> {
  await stack.as(owner).workspaces.invite({ email: person.email, role: 'owner' });
  const mail = (await stack.mailsTo(person.email)).find(({ subject }) => subject.includes('invited you to'));
  await stack.as(person).workspaces.accept({ token: findLinkToken(mail) });
  return actingIn(person, owner.workspaceId);
}

/** Clicks "This was not me" in the newest email to `person` whose subject contains the text. */
async function reportFrom({ email }: { email: string }, text: string): Promise<void> {
  const mail = (await stack.mailsTo(email)).find(({ subject }) => subject.includes(text));
  const answer = await callProcedure(await nobody(), 'recovery.secureAccount', { token: findLinkToken(mail) });
  expect(answer.status).toBe(200);
}

describe('a new owner', () => {
  it('has a lower role until the waiting time is over, and cannot touch members, payouts or cards', async () => {
    for (const [owner, role] of [
      [await newPayableCreator(stack.deps), 'manager'],
      [await newBrand(stack.deps), 'booker'],
    ] as const) {
      const next = await inviteOwner(owner, await newBrand(stack.deps));
      expect(next.memberRole).toBe(role);
      for (const refused of [
        stack.as(next).workspaces.removeMember({ personId: owner.id, heirId: next.id }),
        stack.as(next).workspaces.ownershipChanges(),
        stack.as(next).workspaces.actions({}),
      ])
        expect(await getRefusalCode(refused)).toBe('PERMISSION_MISSING');
      expect(await waiting(owner)).toMatchObject([{ kind: 'grant', personId: next.id, canConfirm: false }]);
      await stack.pass(waitMs() - HOUR_MS);
      expect((await rolesIn(owner))[next.id]).toBe(role);
      await stack.pass(HOUR_MS);
      expect((await rolesIn(owner))[next.id]).toBe('owner');
      expect(await waiting(owner)).toEqual([]);
    }
  });

  it('is an owner at once if a second owner confirms, but not if the one who invited confirms', async () => {
    const owner = await newBrand(stack.deps);
    const second = await newMember(stack.deps, owner, 'owner');
    const next = await inviteOwner(owner, await newBrand(stack.deps));
    const [change] = await waiting(second);
    expect(await getRefusalCode(stack.as(owner).workspaces.confirmOwnershipChange({ id: change?.id ?? '' }))).toBe(
      'OWNERSHIP_CHANGE_OWN',
    );
    expect(change?.canConfirm).toBe(true);
    await stack.as(second).workspaces.confirmOwnershipChange({ id: change?.id ?? '' });
    expect((await rolesIn(owner))[next.id]).toBe('owner');
    expect(await getRefusalCode(stack.as(second).workspaces.confirmOwnershipChange({ id: change?.id ?? '' }))).toBe(
      'OWNERSHIP_CHANGE_GONE',
    );
  });

  it('is an owner at once if the only owner confirms with a factor that is older than the waiting time', async () => {
    const owner = await newBrand(stack.deps);
    await addBuilderPasskey(stack.deps, owner.id);
    const next = await inviteOwner(owner, await newBrand(stack.deps));
    const young = await actingIn(owner, owner.workspaceId);
    const [change] = await waiting(young);
    expect(await getRefusalCode(stack.as(young).workspaces.confirmOwnershipChange({ id: change?.id ?? '' }))).toBe(
      'OWNERSHIP_CHANGE_OWN',
    );
    await stack.deps.db
      .updateTable('person')
      .set({ factorSince: new Date(stack.deps.now().getTime() - waitMs()) })
      .where('id', '=', owner.id)
      .execute();
    await stack
      .as(await actingIn(owner, owner.workspaceId))
      .workspaces.confirmOwnershipChange({ id: change?.id ?? '' });
    expect((await rolesIn(owner))[next.id]).toBe('owner');
  });

  it('may not order for more than the owner who invited them', async () => {
    const founder = await newBrand(stack.deps);
    const owner = await newMember(stack.deps, founder, 'owner');
    await stack.as(founder).workspaces.changeLimits({ personId: owner.id, orderLimit: '300', monthLimit: '900' });
    const limited = await inviteOwner(owner, await newBrand(stack.deps));
    const unlimited = await inviteOwner(founder, await newBrand(stack.deps));
    expect(await stack.as(limited).approvals.ownLimits()).toMatchObject({
      orderLimitCents: 30_000,
      monthLimitCents: 90_000,
    });
    expect(await stack.as(unlimited).approvals.ownLimits()).toMatchObject({
      orderLimitCents: null,
      monthLimitCents: null,
    });
  });

  it('does not become one if any owner stops it, if it is asked for twice, or if the person has left', async () => {
    const owner = await newBrand(stack.deps);
    const person = await newMember(stack.deps, owner, 'viewer');
    const ask = () => stack.as(owner).workspaces.changeRole({ personId: person.id, role: 'owner' });
    await ask();
    expect(await getRefusalCode(ask())).toBe('OWNERSHIP_CHANGE_WAITING');
    await stack.as(owner).workspaces.stopOwnershipChange({ id: (await waiting(owner))[0]?.id ?? '' });
    await stack.pass(waitMs());
    expect((await rolesIn(owner))[person.id]).toBe('viewer');
    await ask();
    await stack.as(owner).workspaces.removeMember({ personId: person.id, heirId: owner.id });
    await stack.pass(waitMs());
    expect((await rolesIn(owner))[person.id]).toBeUndefined();
  });
});

describe('an owner who is demoted or removed', () => {
  it('keeps the role until the waiting time is over, gets an email at once, and can stop it', async () => {
    const owner = await newBrand(stack.deps);
    const victim = await newMember(stack.deps, owner, 'owner');
    await stack.as(owner).workspaces.changeRole({ personId: victim.id, role: 'viewer' });
    expect((await stack.mailsTo(victim.email)).map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining('asked to remove the owner role from'),
    );
    await stack.as(victim).workspaces.stopOwnershipChange({ id: (await waiting(victim))[0]?.id ?? '' });
    await stack.as(owner).workspaces.removeMember({ personId: victim.id, heirId: owner.id });
    await stack.pass(waitMs() - HOUR_MS);
    expect((await rolesIn(owner))[victim.id]).toBe('owner');
    await stack.pass(HOUR_MS);
    expect(await rolesIn(owner)).toEqual({ [owner.id]: 'owner' });
  });

  it('leaves after the waiting time, or when another owner confirms', async () => {
    const owner = await newBrand(stack.deps);
    const leaving = await newMember(stack.deps, owner, 'owner');
    expect(await stack.as(leaving).workspaces.leave({ heirId: owner.id })).toEqual({ isWaiting: true });
    await stack.as(owner).workspaces.confirmOwnershipChange({ id: (await waiting(owner))[0]?.id ?? '' });
    expect(await rolesIn(owner)).toEqual({ [owner.id]: 'owner' });
  });

  it('stays if the other owner is gone by then, so that the workspace keeps an owner', async () => {
    const owner = await newBrand(stack.deps);
    const other = await newMember(stack.deps, owner, 'owner');
    await stack.as(owner).workspaces.removeMember({ personId: other.id, heirId: owner.id });
    await stack.as(other).workspaces.removeMember({ personId: owner.id, heirId: other.id });
    await stack.pass(waitMs());
    expect(Object.values(await rolesIn(owner))).toEqual(['owner']);
  });

  it('still gets emails about security with the link for 30 days, and can report the workspace', async () => {
    const owner = await newPayableCreator(stack.deps);
    const former = await newMember(stack.deps, owner, 'owner');
    await stack.as(owner).workspaces.removeMember({ personId: former.id, heirId: owner.id });
    await stack.pass(waitMs());
    await stack.advance(20 * 24 * HOUR_MS);
    await stack.as(owner).workspaces.invite({ email: 'stranger@example.test', role: 'assistant' });
    await reportFrom(former, 'invited stranger@example.test as assistant');
    expect((await actingIn(owner, owner.workspaceId)).isReported).toBe(true);
    // The former owner does not become one again.
    expect(await rolesIn(owner)).toEqual({ [owner.id]: 'owner' });
    await stack.as(await newAdmin(stack.deps)).admin.releasePayouts({ id: owner.workspaceId, reason: 'Checked.' });
    await stack.advance(11 * 24 * HOUR_MS);
    await stack.as(owner).workspaces.invite({ email: 'late@example.test', role: 'assistant' });
    await stack.settle();
    expect((await stack.mailsTo(former.email)).some(({ subject }) => subject.includes('late@example.test'))).toBe(
      false,
    );
  });
});

describe('a thief with the password of the owner', () => {
  it('gets nothing of the first payout by inviting an own account, because the owner’s report undoes it', async () => {
    const owner = await newPayableCreator(stack.deps);
    const manager = await newMember(stack.deps, owner, 'manager');
    const booking = await newBooking(stack.deps, { creator: owner, status: 'completed' });
    const thief = await inviteOwner(owner, await newBrand(stack.deps));
    await stack.as(owner).workspaces.changeRole({ personId: manager.id, role: 'assistant' });
    await stack.as(owner).workspaces.invite({ email: 'second-thief@example.test', role: 'owner' });

    await reportFrom(owner, 'invited second-thief@example.test as owner');
    expect(await rolesIn(owner)).toEqual({ [owner.id]: 'owner', [manager.id]: 'manager' });
    expect((await stack.as(await actingIn(owner, owner.workspaceId)).workspaces.members()).invitations).toEqual([]);
    expect(await findSessionUser(stack.deps.db, thief.id, 0, owner.workspaceId)).toBeUndefined();
    await booking.asBrand.settlements.approve({ id: booking.id });
    await stack.pass(waitMs());
    expect((await booking.asBrand.bookings.byId({ id: booking.id })).paymentState).toBe('releasing');
    expect(Object.keys(await rolesIn(owner))).not.toContain(thief.id);
  });

  it('cannot keep members demoted or removed, and each of them gets one email about the restored role', async () => {
    const owner = await newBrand(stack.deps);
    const demoted = await newMember(stack.deps, owner, 'approver');
    const removed = await newMember(stack.deps, owner, 'booker');
    for (const role of ['reviewer', 'viewer'] as const)
      await stack.as(owner).workspaces.changeRole({ personId: demoted.id, role });
    await stack.as(owner).workspaces.removeMember({ personId: removed.id, heirId: owner.id });
    await reportFrom(owner, 'removed');
    expect(await rolesIn(owner)).toEqual({ [owner.id]: 'owner', [demoted.id]: 'approver', [removed.id]: 'booker' });
    const findRestored = async ({ email }: SessionUser) =>
      (await stack.mailsTo(email)).filter(({ text }) => text.includes('you have the role below again'));
    expect(await findRestored(demoted)).toMatchObject([
      {
        subject: `Your role in ${owner.workspaceName} is restored`,
        text: expect.stringContaining('Approver') as string,
      },
    ]);
    expect(await findRestored(removed)).toMatchObject([
      {
        subject: `You are a member of ${owner.workspaceName} again`,
        text: expect.stringContaining('Booker') as string,
      },
    ]);
    expect(await findRestored(owner)).toEqual([]);
  });

  it('cannot bring back an accomplice who was invited and removed before the report', async () => {
    const owner = await newBrand(stack.deps);
    const accomplice = await newBrand(stack.deps);
    await stack.as(owner).workspaces.invite({ email: accomplice.email, role: 'booker' });
    const mail = (await stack.mailsTo(accomplice.email)).find(({ subject }) => subject.includes('invited you to'));
    await stack.as(accomplice).workspaces.accept({ token: findLinkToken(mail) });
    await stack.as(owner).workspaces.removeMember({ personId: accomplice.id, heirId: owner.id });
    await reportFrom(owner, 'removed');
    expect(await rolesIn(owner)).toEqual({ [owner.id]: 'owner' });
  });

  it('loses the workspace again even after the waiting time, and the owner has it back', async () => {
    const owner = await newPayableCreator(stack.deps);
    const thief = await inviteOwner(owner, await newBrand(stack.deps));
    await stack.pass(waitMs() + HOUR_MS);
    const asThief = await actingIn(thief, owner.workspaceId);
    expect(asThief.memberRole).toBe('owner');
    await stack.as(asThief).workspaces.removeMember({ personId: owner.id, heirId: thief.id });
    // The session of the owner, which the thief has too, does not count.
    const [change] = await waiting(owner);
    expect(await getRefusalCode(stack.as(owner).workspaces.confirmOwnershipChange({ id: change?.id ?? '' }))).toBe(
      'OWNERSHIP_CHANGE_OWN',
    );
    await stack.pass(waitMs());
    expect(await rolesIn(owner)).toEqual({ [thief.id]: 'owner' });
    await reportFrom(owner, `removed ${owner.fullName}`);
    expect(await rolesIn(owner)).toEqual({ [owner.id]: 'owner' });
  });

  it('cannot turn off approvals and pay with the company card after the report, and the rules are back', async () => {
    const owner = await newBrand(stack.deps);
    const booker = await newMember(stack.deps, owner, 'booker');
    const { id: cardId } = await newSavedCard(stack.deps, owner);
    const rules = { rule: 'always', above: '', approvers: 2, allowsOwn: false } as const;
    await stack.as(owner).approvals.saveSettings(rules);
    await stack.advance(10 * 24 * HOUR_MS);
    await stack.as(owner).approvals.saveSettings({ ...rules, rule: 'never', approvers: 1 });
    await reportFrom(owner, 'changed the approval rules');
    expect(await stack.as(owner).approvals.settings()).toMatchObject({ rule: 'always', approvers: 2 });
    const reported = await actingIn(owner, owner.workspaceId);
    expect(await getRefusalCode(stack.as(reported).approvals.saveSettings(rules))).toBe('WORKSPACE_REPORTED');
    expect(
      await getRefusalCode(stack.as(reported).workspaces.removeMember({ personId: booker.id, heirId: owner.id })),
    ).toBe('WORKSPACE_REPORTED');
    await stack.deps.db.updateTable('approvalSettings').set({ rule: 'never' }).execute();
    const { id: packageId } = await newPackage(stack.deps, await newPayableCreator(stack.deps));
    const { bookingId } = await stack.as(reported).payments.openCheckout({ packageId, brandUserId: owner.id });
    expect(await getRefusalCode(stack.as(reported).payments.payWithCard({ id: bookingId, cardId }))).toBe(
      'WORKSPACE_REPORTED',
    );
  });

  it('does not leave an agency behind', async () => {
    const [creator, agency] = [await newPayableCreator(stack.deps), await newPayableCreator(stack.deps)];
    const { id } = await stack.as(agency).agencies.invite({ creator: creator.username, shareBps: 2000 });
    await stack.as(creator).agencies.agree({ id });
    const agent = await newAgent(stack.deps, { agency, creator });
    await reportFrom(creator, 'agreed to be represented by');
    expect(await findSessionUser(stack.deps.db, agent.id, 0, creator.workspaceId)).toBeUndefined();
  });

  it('cannot be paid as the creator of a booking that the company card paid', async () => {
    const owner = await newBrand(stack.deps);
    const booking = await newBooking(stack.deps, { brand: owner, status: 'completed' });
    await stack.as(owner).workspaces.invite({ email: 'somebody@example.test', role: 'viewer' });
    await reportFrom(owner, 'invited somebody@example.test');
    await stack.pass(30 * 24 * HOUR_MS);
    expect(await booking.asCreator.bookings.byId({ id: booking.id })).toMatchObject({
      paymentState: 'releasing',
      blockedReason: 'payouts_frozen',
    });
    await stack.as(await newAdmin(stack.deps)).admin.releasePayouts({ id: owner.workspaceId, reason: 'Checked.' });
    await stack.settle();
    expect((await booking.asCreator.bookings.byId({ id: booking.id })).paymentState).toBe('released');
  });

  it('cannot make the report fail by removing and inviting the same person again', async () => {
    const owner = await newBrand(stack.deps);
    const person = await newBrand(stack.deps);
    for (let n = 0; n < 2; n++) {
      await stack.as(owner).workspaces.invite({ email: person.email, role: 'viewer' });
      const mail = (await stack.mailsTo(person.email)).find(({ subject }) => subject.includes('invited you to'));
      await stack.as(person).workspaces.accept({ token: findLinkToken(mail) });
      if (n === 0) await stack.as(owner).workspaces.removeMember({ personId: person.id, heirId: owner.id });
      await stack.pass(60_000);
    }
    await reportFrom(owner, 'invited');
    expect(await rolesIn(owner)).toEqual({ [owner.id]: 'owner' });
  });

  it('cannot keep the workspace through a second accomplice after the first one has left', async () => {
    const owner = await newPayableCreator(stack.deps);
    const [first, second] = [await newCreator(stack.deps), await newCreator(stack.deps)];
    await inviteOwner(owner, first);
    await stack.pass(waitMs());
    const asFirst = await actingIn(first, owner.workspaceId);
    await inviteOwner(asFirst, second);
    await stack.as(asFirst).workspaces.removeMember({ personId: owner.id, heirId: first.id });
    await stack.pass(waitMs());
    await stack.as(asFirst).workspaces.leave({ heirId: second.id });
    const asSecond = await actingIn(second, owner.workspaceId);
    const [change] = await waiting(asSecond);
    await stack.as(asSecond).workspaces.confirmOwnershipChange({ id: change?.id ?? '' });
    expect(await rolesIn(owner)).toEqual({ [second.id]: 'owner' });
    await reportFrom(owner, `removed ${owner.fullName}`);
    expect(await rolesIn(owner)).toEqual({ [owner.id]: 'owner' });
  });

  it('cannot use an invitation to a reported workspace, even one from another owner', async () => {
    const owner = await newBrand(stack.deps);
    const second = await newMember(stack.deps, owner, 'owner');
    const person = await newBrand(stack.deps);
    await stack.as(second).workspaces.invite({ email: person.email, role: 'owner' });
    const mail = (await stack.mailsTo(person.email)).find(({ subject }) => subject.includes('invited you to'));
    await stack.as(owner).workspaces.invite({ email: 'x@example.test', role: 'viewer' });
    await reportFrom(owner, 'You invited x@example.test');
    expect(await getRefusalCode(stack.as(person).workspaces.accept({ token: findLinkToken(mail) }))).toBe(
      'INVITATION_INVALID',
    );
  });

  it('cannot make another owner’s request take effect early, because the report undoes it', async () => {
    const owner = await newBrand(stack.deps);
    const [second, third] = [await newMember(stack.deps, owner, 'owner'), await newMember(stack.deps, owner, 'owner')];
    const viewer = await newMember(stack.deps, owner, 'viewer');
    const before = await rolesIn(owner);
    await stack.as(second).workspaces.changeRole({ personId: viewer.id, role: 'owner' });
    await stack.as(second).workspaces.removeMember({ personId: third.id, heirId: owner.id });
    for (const { id } of await waiting(owner)) await stack.as(owner).workspaces.confirmOwnershipChange({ id });
    expect(await rolesIn(owner)).toEqual({ [owner.id]: 'owner', [second.id]: 'owner', [viewer.id]: 'owner' });
    await reportFrom(owner, `removed ${third.fullName}`);
    expect(await rolesIn(owner)).toEqual(before);
  });

  it('cannot close the workspace for good after taking it', async () => {
    const owner = await newPayableCreator(stack.deps);
    const thief = await inviteOwner(owner, await newCreator(stack.deps));
    await stack.pass(waitMs());
    await stack.as(await actingIn(thief, owner.workspaceId)).workspaces.removeMember({
      personId: owner.id,
      heirId: thief.id,
    });
    await stack.pass(waitMs());
    await stack
      .as(withOldFactor(await actingIn(thief, owner.workspaceId)))
      .personalData.deleteAccount({ confirmation: 'DELETE' });
    await reportFrom(owner, `removed ${owner.fullName}`);
    const back = await actingIn(owner, owner.workspaceId);
    expect([back.memberRole, back.isReported]).toEqual(['owner', true]);
    await stack.pass(waitMs());
    expect((await actingIn(owner, owner.workspaceId)).workspaceName).toBe(owner.workspaceName);
  });

  it('is no member after closing the workspace and restoring the account', async () => {
    const owner = await newPayableCreator(stack.deps);
    const thief = await inviteOwner(owner, await newCreator(stack.deps));
    await stack.pass(waitMs());
    await stack.as(await actingIn(thief, owner.workspaceId)).workspaces.removeMember({
      personId: owner.id,
      heirId: thief.id,
    });
    await stack.pass(waitMs());
    await stack.as(await actingIn(thief, owner.workspaceId)).personalData.deleteAccount({ confirmation: 'DELETE' });
    await reportFrom(owner, `removed ${owner.fullName}`);
    await reportFrom(thief, 'Your account was closed');
    expect(await rolesIn(owner)).toEqual({ [owner.id]: 'owner' });
  });

  it('is locked out again by the only owner, also right after staff have released the workspace', async () => {
    const owner = await newPayableCreator(stack.deps);
    await stack.as(owner).workspaces.invite({ email: 'first@example.test', role: 'assistant' });
    await reportFrom(owner, 'invited first@example.test');
    await stack.as(await newAdmin(stack.deps)).admin.releasePayouts({ id: owner.workspaceId, reason: 'Checked.' });
    await stack.advance(HOUR_MS);
    const thief = await inviteOwner(await actingIn(owner, owner.workspaceId), await newCreator(stack.deps));
    await reportFrom(owner, `invited ${thief.email}`);
    expect((await actingIn(owner, owner.workspaceId)).isReported).toBe(true);
    expect(await rolesIn(owner)).toEqual({ [owner.id]: 'owner' });
  });
});

describe('an owner who is to be removed', () => {
  it('cannot stop that by another report within 30 days after staff have released the workspace', async () => {
    const owner = await newPayableCreator(stack.deps);
    const fired = await newMember(stack.deps, owner, 'owner');
    const person = await newMember(stack.deps, owner, 'manager');
    const fire = () => stack.as(owner).workspaces.removeMember({ personId: fired.id, heirId: owner.id });
    const staff = stack.as(await newAdmin(stack.deps));
    const isReported = async () => (await actingIn(owner, owner.workspaceId)).isReported;
    await fire();
    await reportFrom(fired, 'asked to remove');
    expect([await isReported(), await waiting(owner)]).toEqual([true, []]);
    // The workspace, and the one that the fired owner has of their own.
    for (const id of [owner.id, fired.id]) await staff.admin.releasePayouts({ id, reason: 'Checked.' });
    await stack.pass(29 * 24 * HOUR_MS);

    await fire();
    await stack
      .as(await actingIn(fired, owner.workspaceId))
      .workspaces.changeRole({ personId: person.id, role: 'assistant' });
    await reportFrom(fired, 'asked to remove');
    expect((await rowOf(fired.id)).passwordHash).toBeNull();
    expect(await isReported()).toBe(false);
    expect(await waiting(owner)).toMatchObject([{ kind: 'remove', personId: fired.id }]);
    expect((await rolesIn(owner))[person.id]).toBe('assistant');
    await stack.pass(waitMs());
    expect((await rolesIn(owner))[fired.id]).toBeUndefined();
  });

  it('can report the workspace again 30 days after the release', async () => {
    const owner = await newBrand(stack.deps);
    const fired = await newMember(stack.deps, owner, 'owner');
    const admin = await newAdmin(stack.deps);
    for (let n = 0; n < 2; n++) {
      await stack.as(owner).workspaces.removeMember({ personId: fired.id, heirId: owner.id });
      await reportFrom(fired, 'asked to remove');
      expect((await actingIn(owner, owner.workspaceId)).isReported).toBe(true);
      await stack.as(admin).admin.releasePayouts({ id: owner.workspaceId, reason: 'Checked.' });
      await stack.pass(30 * 24 * HOUR_MS);
    }
  });
});

describe('a former owner', () => {
  it('can report the workspace once, which undoes nothing and restores no role', async () => {
    const owner = await newBrand(stack.deps);
    const former = await newMember(stack.deps, owner, 'owner');
    const person = await newBrand(stack.deps);
    await stack.as(former).workspaces.invite({ email: person.email, role: 'viewer' });
    const mail = (await stack.mailsTo(person.email)).find(({ subject }) => subject.includes('invited you to'));
    await stack.as(person).workspaces.accept({ token: findLinkToken(mail) });
    await stack.as(owner).workspaces.removeMember({ personId: former.id, heirId: owner.id });
    await stack.pass(waitMs());
    await reportFrom(former, `removed ${former.fullName}`);
    const roles = { [owner.id]: 'owner', [person.id]: 'viewer' };
    expect(await rolesIn(owner)).toEqual(roles);
    const staff = stack.as(await newAdmin(stack.deps));
    await staff.admin.releasePayouts({ id: owner.workspaceId, reason: 'Checked.' });
    await stack.as(owner).workspaces.invite({ email: 'y@example.test', role: 'viewer' });
    await reportFrom(former, 'invited y@example.test');
    expect((await actingIn(owner, owner.workspaceId)).isReported).toBe(false);
    expect(await rolesIn(owner)).toEqual(roles);
  });

  it('cannot keep a workspace open that its owner has deleted', async () => {
    const owner = await newCreator(stack.deps);
    const former = await newMember(stack.deps, owner, 'owner');
    await stack.as(owner).workspaces.removeMember({ personId: former.id, heirId: owner.id });
    await stack.pass(waitMs());
    await stack.as(owner).personalData.deleteAccount({ confirmation: 'DELETE' });
    await reportFrom(former, `removed ${former.fullName}`);
    const find = () =>
      stack.deps.db
        .selectFrom('workspace')
        .select(['deletedAt', 'erasedAt', 'reportedAt'])
        .where('id', '=', owner.workspaceId)
        .executeTakeFirstOrThrow();
    await stack.pass(waitMs());
    expect(await find()).toMatchObject({ deletedAt: expect.any(Date) as Date, erasedAt: null });
    await stack.as(await newAdmin(stack.deps)).admin.releasePayouts({ id: owner.workspaceId, reason: 'Checked.' });
    await stack.pass(25 * HOUR_MS);
    expect((await find()).erasedAt).not.toBeNull();
  });

  it('is removed although the chosen contact has left in the meantime', async () => {
    const owner = await newBrand(stack.deps);
    const [other, heir] = [await newMember(stack.deps, owner, 'owner'), await newMember(stack.deps, owner, 'viewer')];
    await stack.as(owner).workspaces.removeMember({ personId: other.id, heirId: heir.id });
    await stack.as(heir).workspaces.leave({ heirId: owner.id });
    await stack.pass(waitMs());
    expect(await rolesIn(owner)).toEqual({ [owner.id]: 'owner' });
  });
});
