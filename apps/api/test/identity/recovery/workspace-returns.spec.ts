/** Tests that staff can give a workspace back to an owner only together, and only after three days. */
import { HOUR_MS } from '@marquee/time';
import type { PersonId, WorkspaceId } from '@marquee/contracts';
import { describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { newAdmin, newBrand, newCreator, newMember } from '../../../src/demo/builders.ts';
import { grantAdmin, revokeAdmin } from '../../../src/modules/identity/accounts/roles.service.ts';
import { callProcedure, findLinkToken, useAccounts } from '../../support/accounts.ts';
import { getRefusalCode } from '../../support/booking-money.ts';

const { stack, nobody, actingIn } = useAccounts();
const countMails = async ({ email }: { email: string }, text: string) =>
  (await stack.mailsTo(email)).filter(({ subject }) => subject.includes(text)).length;
const REASON = 'Identity confirmed in a call.';
const WAIT_MS = 72 * HOUR_MS;

const rolesIn = async (workspaceId: WorkspaceId) =>
  Object.fromEntries(
    (
      await stack.deps.db
        .selectFrom('member')
        .select(['personId', 'role'])
        .where('workspaceId', '=', workspaceId)
        .execute()
    ).map(({ personId, role }) => [personId, role]),
  );

/** A workspace that a thief owns since the founder was removed `days` ago. The founder's report would come too late. */
async function newTakenWorkspace({ days = 0 } = {}) {
  const founder = await newCreator(stack.deps);
  const { workspaceId } = founder;
  const thief = await newMember(stack.deps, founder, 'owner');
  const manager = await newMember(stack.deps, founder, 'manager');
  await stack.as(thief).workspaces.removeMember({ personId: founder.id, heirId: thief.id });
  await stack.pass(WAIT_MS + HOUR_MS);
  await stack.settle();
  expect(await rolesIn(workspaceId)).toEqual({ [thief.id]: 'owner', [manager.id]: 'manager' });
  await stack.advance(days * 24 * HOUR_MS);
  const [first, second] = [await newAdmin(stack.deps), await newAdmin(stack.deps)];
  // Confirmations last ten minutes, and the tests move the clock by days.
  const staff = () => stack.as(first).admin;
  const colleague = () => stack.as(second).admin;
  const about = { id: workspaceId, reason: REASON };
  return {
    founder,
    thief,
    manager,
    workspaceId,
    first,
    second,
    staff,
    colleague,
    about,
    toFounder: { ...about, personId: founder.id },
  };
}

/** Clicks "This was not me" in the newest email to a person whose subject contains the text. */
async function reportFrom({ email }: { email: string }, text: string): Promise<void> {
  const mail = (await stack.mailsTo(email)).find(({ subject }) => subject.includes(text));
  const answer = await callProcedure(await nobody(), 'recovery.secureAccount', { token: findLinkToken(mail) });
  expect(answer.status).toBe(200);
}

const ownersOf = async (staff: () => ReturnType<typeof stack.as>['admin'], id: WorkspaceId) =>
  (await staff().user({ id })).ownership;

describe('a workspace that staff give back', () => {
  it('belongs to its former owner after two staff members and three days, and the thief is no longer a member', async () => {
    const { founder, thief, manager, workspaceId, staff, colleague, about, toFounder } = await newTakenWorkspace();
    await staff().requestWorkspaceReturn(toFounder);
    for (const person of [founder, thief]) expect(await countMails(person, 'is under review')).toBe(1);
    expect(await getRefusalCode(staff().approveWorkspaceReturn(about))).toBe('STAFF_REQUEST_OWN');
    expect((await colleague().inbox({})).items).toContainEqual(
      expect.objectContaining({ kind: 'workspace_return', id: workspaceId }),
    );
    await colleague().approveWorkspaceReturn(about);
    expect(await getRefusalCode(colleague().approveWorkspaceReturn(about))).toBe('ADMIN_ACTION_STALE');
    await stack.pass(WAIT_MS - HOUR_MS);
    expect(await rolesIn(workspaceId)).toMatchObject({ [thief.id]: 'owner' });
    await stack.pass(2 * HOUR_MS);
    expect(await rolesIn(workspaceId)).toEqual({ [founder.id]: 'owner', [manager.id]: 'manager' });
    await expect(actingIn(thief, workspaceId)).rejects.toThrow('not a member');
    for (const person of [founder, thief]) expect(await countMails(person, 'is the only owner of')).toBe(1);
    const { items } = await staff().audit({ subjectId: workspaceId });
    expect(items.map(({ action }) => action)).toEqual(['workspace.return_approved', 'workspace.return_requested']);
    const log = await stack.as(founder).workspaces.actions({});
    expect(log.items.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['workspace.return_requested', 'workspace.returned']),
    );
  });

  it('is locked from the request until staff release it after the return', async () => {
    const { founder, thief, workspaceId, staff, colleague, about, toFounder } = await newTakenWorkspace();
    await staff().requestWorkspaceReturn(toFounder);
    const inviteAs = async (person: SessionUser) =>
      getRefusalCode(
        stack.as(await actingIn(person, workspaceId)).workspaces.invite({ email: 'new@example.test', role: 'manager' }),
      );
    expect(await inviteAs(thief)).toBe('WORKSPACE_REPORTED');
    expect(await getRefusalCode(staff().releasePayouts(about))).toBe('WORKSPACE_RETURN_OPEN');
    await colleague().approveWorkspaceReturn(about);
    await stack.pass(WAIT_MS + HOUR_MS);
    expect(await inviteAs(founder)).toBe('WORKSPACE_REPORTED');
    await staff().releasePayouts(about);
    expect(await inviteAs(founder)).toBe('nothing');
    expect((await ownersOf(staff, workspaceId)).owners).toMatchObject([
      { id: founder.id, endedAt: null },
      { id: thief.id, endedAt: expect.any(Date) as Date },
    ]);
  });

  it('does not change without the approval, and follows a late approval after a day and another email', async () => {
    const { founder, thief, workspaceId, staff, colleague, about, toFounder } = await newTakenWorkspace();
    await staff().requestWorkspaceReturn(toFounder);
    await stack.settle();
    await stack.pass(2 * WAIT_MS);
    // Staff who are about to approve it see when it would happen.
    const shown = (await ownersOf(staff, workspaceId)).request?.dueAt.getTime() ?? 0;
    expect((shown - stack.deps.now().getTime()) / HOUR_MS).toBeCloseTo(24, 0);
    await colleague().approveWorkspaceReturn(about);
    await stack.pass(23 * HOUR_MS);
    expect(await rolesIn(workspaceId)).toMatchObject({ [thief.id]: 'owner' });
    expect(await countMails(founder, 'is under review')).toBe(2);
    await stack.pass(2 * HOUR_MS);
    expect(await rolesIn(workspaceId)).toMatchObject({ [founder.id]: 'owner' });
  });

  it('can be given back also after more than 30 days, and after the thief has closed it', async () => {
    const { founder, thief, manager, workspaceId, staff, colleague, about, toFounder } = await newTakenWorkspace({
      days: 40,
    });
    await stack.as(thief).workspaces.removeMember({ personId: manager.id, heirId: thief.id });
    await stack.as(thief).personalData.deleteAccount({ confirmation: 'DELETE' });
    await staff().requestWorkspaceReturn(toFounder);
    await colleague().approveWorkspaceReturn(about);
    await stack.pass(WAIT_MS + HOUR_MS);
    expect(await rolesIn(workspaceId)).toMatchObject({ [founder.id]: 'owner' });
  });

  it('stays with its owners if staff stop the return, and emails them', async () => {
    const { founder, thief, workspaceId, staff, colleague, about, toFounder } = await newTakenWorkspace();
    await staff().requestWorkspaceReturn(toFounder);
    await colleague().approveWorkspaceReturn(about);
    await colleague().stopWorkspaceReturn(about);
    for (const person of [founder, thief]) expect(await countMails(person, 'stay the same')).toBe(1);
    await stack.pass(2 * WAIT_MS);
    expect(await rolesIn(workspaceId)).toMatchObject({ [thief.id]: 'owner' });
    expect((await ownersOf(staff, workspaceId)).request).toBeNull();
    expect(await getRefusalCode(staff().stopWorkspaceReturn(about))).toBe('ADMIN_ACTION_STALE');
  });

  it('cannot be given to a person who never owned it, nor requested twice', async () => {
    const { manager, staff, toFounder } = await newTakenWorkspace();
    const stranger = await newBrand(stack.deps);
    for (const personId of [manager.id, stranger.id] as PersonId[])
      expect(await getRefusalCode(staff().requestWorkspaceReturn({ ...toFounder, personId }))).toBe(
        'WORKSPACE_RETURN_STRANGER',
      );
    await staff().requestWorkspaceReturn(toFounder);
    expect(await getRefusalCode(staff().requestWorkspaceReturn(toFounder))).toBe('ADMIN_ACTION_STALE');
  });

  it('stays with its owners if one of the staff members has lost the role in the meantime', async () => {
    for (const leaver of ['first', 'second'] as const) {
      const taken = await newTakenWorkspace();
      await taken.staff().requestWorkspaceReturn(taken.toFounder);
      await taken.colleague().approveWorkspaceReturn(taken.about);
      await revokeAdmin(stack.deps, taken[leaver].email);
      await stack.pass(WAIT_MS + HOUR_MS);
      expect(await rolesIn(taken.workspaceId)).toMatchObject({ [taken.thief.id]: 'owner' });
      expect(await countMails(taken.founder, 'stay the same')).toBe(1);
    }
  });

  it('is decided by no staff member who belongs to it or ever owned it', async () => {
    const { founder, thief, manager, workspaceId, staff, about, toFounder } = await newTakenWorkspace();
    const admin = await newAdmin(stack.deps);
    const asStaff = async (person: SessionUser) => {
      await grantAdmin(stack.deps, person.email);
      return stack.as({ ...admin, id: person.id }).admin;
    };
    const involved = [await asStaff(founder), await asStaff(thief), await asStaff(manager)];
    for (const api of involved)
      expect(await getRefusalCode(api.requestWorkspaceReturn(toFounder))).toBe('STAFF_INVOLVED');
    await staff().requestWorkspaceReturn(toFounder);
    for (const api of involved) {
      expect(await getRefusalCode(api.approveWorkspaceReturn(about))).toBe('STAFF_INVOLVED');
      expect(await getRefusalCode(api.stopWorkspaceReturn(about))).toBe('STAFF_INVOLVED');
    }
    await staff().stopWorkspaceReturn(about);
    for (const api of involved) expect(await getRefusalCode(api.releasePayouts(about))).toBe('STAFF_INVOLVED');
    expect((await actingIn(thief, workspaceId)).isReported).toBe(true);
  });

  it('cannot be taken again with a link by a thief who left it before, and tells them nothing more', async () => {
    const { founder, thief, workspaceId, staff, colleague, about, toFounder } = await newTakenWorkspace();
    const accomplice = await newMember(stack.deps, await actingIn(thief, workspaceId), 'owner');
    await stack.as(thief).workspaces.leave({ heirId: accomplice.id });
    const [change] = await stack.as(accomplice).workspaces.ownershipChanges();
    await stack.as(accomplice).workspaces.confirmOwnershipChange({ id: change?.id ?? '' });
    await staff().requestWorkspaceReturn(toFounder);
    await colleague().approveWorkspaceReturn(about);
    await stack.pass(WAIT_MS - HOUR_MS);
    // A link of the thief that still works after the return.
    await stack.as(thief).auth.changePassword({ password: 'new-otters-17' });
    await stack.pass(2 * HOUR_MS);
    await staff().releasePayouts(about);
    const back = await actingIn(founder, workspaceId);
    await stack.as(back).workspaces.invite({ email: 'assistant@example.test', role: 'assistant' });
    expect(await countMails(thief, 'assistant@example.test')).toBe(0);
    await reportFrom(thief, 'password');
    const after = await actingIn(founder, workspaceId);
    expect([after.memberRole, after.isReported]).toEqual(['owner', false]);
    expect(Object.values(await rolesIn(workspaceId)).filter((role) => role === 'owner')).toHaveLength(1);
  });

  it('can be given to an owner whom an earlier return removed by mistake', async () => {
    const { founder, thief, workspaceId, staff, colleague, about, toFounder } = await newTakenWorkspace();
    for (const to of [toFounder, { ...about, personId: thief.id }]) {
      await staff().requestWorkspaceReturn(to);
      await colleague().approveWorkspaceReturn(about);
      await stack.pass(WAIT_MS + HOUR_MS);
      expect(await rolesIn(workspaceId)).toMatchObject({ [to.personId]: 'owner' });
    }
    expect(await rolesIn(workspaceId)).not.toHaveProperty(founder.id);
  });

  it('can be given back although a thief has made more than 50 accomplices owners', async () => {
    const { founder, thief, workspaceId, staff, colleague, about, toFounder } = await newTakenWorkspace();
    const asThief = await actingIn(thief, workspaceId);
    for (let n = 0; n < 52; n++) await newMember(stack.deps, asThief, 'owner');
    await staff().requestWorkspaceReturn(toFounder);
    await colleague().approveWorkspaceReturn(about);
    await stack.pass(WAIT_MS + HOUR_MS);
    const owners = Object.entries(await rolesIn(workspaceId)).filter(([, role]) => role === 'owner');
    expect(owners).toEqual([[founder.id, 'owner']]);
  });

  it('is lost also by a thief who closed their account before, and who keeps no workspace after the erasure', async () => {
    const { founder, thief, manager, workspaceId, staff, colleague, about, toFounder } = await newTakenWorkspace();
    await stack.as(thief).workspaces.removeMember({ personId: manager.id, heirId: thief.id });
    await stack.as(thief).personalData.deleteAccount({ confirmation: 'DELETE' });
    await staff().requestWorkspaceReturn(toFounder);
    await colleague().approveWorkspaceReturn(about);
    await stack.pass(71 * HOUR_MS);
    await stack.advance(2 * HOUR_MS);
    await stack.settle();
    expect(await rolesIn(workspaceId)).toEqual({ [founder.id]: 'owner' });
    await stack.pass(2 * 24 * HOUR_MS);
    const left = await stack.deps.db
      .selectFrom('member')
      .innerJoin('workspace', 'workspace.id', 'member.workspaceId')
      .select('workspace.fullName')
      .where('personId', '=', thief.id)
      .where('erasedAt', 'is', null)
      .execute();
    expect(left).toEqual([]);
  });

  it('is closed and erased as its owner asked, if staff stop it and release the workspace', async () => {
    const { thief, manager, workspaceId, staff, colleague, about, toFounder } = await newTakenWorkspace();
    await stack.as(thief).workspaces.removeMember({ personId: manager.id, heirId: thief.id });
    await stack.as(thief).personalData.deleteAccount({ confirmation: 'DELETE' });
    await staff().requestWorkspaceReturn(toFounder);
    await stack.pass(2 * WAIT_MS);
    await colleague().stopWorkspaceReturn(about);
    const find = () =>
      stack.deps.db
        .selectFrom('workspace')
        .select(['deletedAt', 'erasedAt'])
        .where('id', '=', workspaceId)
        .executeTakeFirstOrThrow();
    expect(await find()).toEqual({ deletedAt: expect.any(Date) as Date, erasedAt: null });
    await staff().releasePayouts(about);
    await stack.pass(25 * HOUR_MS);
    expect((await find()).erasedAt).not.toBeNull();
  });

  it('is announced also to the former email address of the person', async () => {
    const { founder, staff, toFounder } = await newTakenWorkspace();
    await stack.deps.db
      .updateTable('person')
      .set({ email: 'thief-of-address@example.test', formerEmail: founder.email, emailChangedAt: stack.deps.now() })
      .where('id', '=', founder.id)
      .execute();
    await staff().requestWorkspaceReturn(toFounder);
    for (const email of [founder.email, 'thief-of-address@example.test'])
      expect(await countMails({ email }, 'is under review')).toBe(1);
  });
});
