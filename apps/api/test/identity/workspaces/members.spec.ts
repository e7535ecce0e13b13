/** Tests invitations to workspaces, roles, and how members leave. */
import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@marquee/time';
import { LIMITS } from '@marquee/validation';
import { WORKSPACE_HEADER, type MemberRole, type WorkspaceId } from '@marquee/contracts';
import { describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import {
  BUILDER_PASSWORD,
  newBooking,
  newBrand,
  newCreator,
  newMember,
  newPackage,
  newPayableCreator,
} from '../../../src/demo/builders.ts';
import { findSessionUser } from '../../../src/modules/identity/accounts/accounts.sql.ts';
import { findLinkToken, withOldFactor } from '../../support/accounts.ts';
import { getRefusalCode } from '../../support/booking-money.ts';
import { UNKNOWN_ID } from '../../support/responses.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack({}, { mailbox: true });

/** Returns the person as they act in the workspace. */
async function actingIn(person: SessionUser, workspaceId: WorkspaceId): Promise<SessionUser> {
  const user = await findSessionUser(stack.deps.db, person.id, 0, workspaceId);
  if (!user) throw new Error('The person is not a member');
  return user;
}

async function findInvitationToken(email: string): Promise<string> {
  await stack.settle();
  const mail = (await stack.mailsTo(email)).find(({ subject }) => subject.includes('invited you to'));
  return findLinkToken(mail);
}

/** Invites a person with an account of their own to the owner's workspace. Returns them acting in it. */
async function joined(owner: SessionUser, person: SessionUser, role: MemberRole): Promise<SessionUser> {
  await stack.as(owner).workspaces.invite({ email: person.email, role });
  await stack.as(person).workspaces.accept({ token: await findInvitationToken(person.email) });
  return actingIn(person, owner.workspaceId);
}

describe('an invitation', () => {
  it('shows the workspace and the role, and makes a person with an account a member who keeps their own workspace', async () => {
    const owner = await newBrand(stack.deps, { fullName: 'Northwind' });
    const person = await newCreator(stack.deps, { fullName: 'Kim Winter' });
    await stack.as(owner).workspaces.invite({ email: person.email, role: 'booker' });
    const token = await findInvitationToken(person.email);
    expect(await stack.as(null).workspaces.invitation({ token })).toMatchObject({
      workspaceName: 'Northwind',
      inviterName: 'Northwind',
      role: 'booker',
      userType: 'brand',
      isForCaller: false,
    });
    const { username } = await stack.as(person).workspaces.accept({ token });
    expect((await stack.as(person).workspaces.own()).map(({ name, role }) => [name, role])).toEqual([
      ['Kim Winter', 'owner'],
      ['Northwind', 'booker'],
    ]);
    const browser = await stack.asBrowser(person);
    const me = async (path: string) => (await browser('GET', path)).json<{ id: string; userType: string }>();
    expect(await me('/api/auth/me')).toMatchObject({ id: person.id, userType: 'influencer' });
    expect(await me(`/w/${username}/api/auth/me`)).toMatchObject({ id: person.id, userType: 'brand' });
  });

  it('creates a person without a workspace of their own, whose email address is confirmed', async () => {
    const owner = await newBrand(stack.deps, { fullName: 'Fjord Coffee' });
    const email = `new-${owner.username}@example.test`;
    await stack.as(owner).workspaces.invite({ email, role: 'finance' });
    const token = await findInvitationToken(email);
    await stack.as(null).workspaces.join({ token, fullName: 'Ada Berg', password: BUILDER_PASSWORD });
    const browser = await stack.asBrowser(null);
    const login = await browser('POST', '/api/auth/login', { email, password: BUILDER_PASSWORD });
    expect(login.json()).toMatchObject({ email, userType: 'brand', username: owner.username });
    expect(
      await getRefusalCode(stack.as(null).workspaces.join({ token, fullName: 'Ada', password: 'quiet-otters-7' })),
    ).toBe('INVITATION_INVALID');
  });

  it('makes a person without an account an owner only with the code from a second email, once', async () => {
    const owner = await newBrand(stack.deps);
    const email = `owner-${owner.username}@example.test`;
    await stack.as(owner).workspaces.invite({ email, role: 'owner' });
    const token = await findInvitationToken(email);
    const visitor = stack.as(null).workspaces;
    expect(await visitor.invitation({ token })).toMatchObject({ needsCode: true });
    const join = (emailCode?: { codeId: string; code: string }) =>
      visitor.join({ token, fullName: 'Ada Berg', password: BUILDER_PASSWORD, emailCode });
    expect(await getRefusalCode(join())).toBe('INVITATION_CODE_WRONG');
    const { codeId } = await visitor.requestCode({ token });
    await stack.settle();
    const mail = (await stack.mailsTo(email)).find(({ subject }) => subject.includes('your code for the invitation'));
    const code = /^\d{6}/.exec(mail?.subject ?? '')?.[0] ?? '';
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    expect(await getRefusalCode(join({ codeId, code: wrong }))).toBe('INVITATION_CODE_WRONG');
    expect(await getRefusalCode(join({ codeId: UNKNOWN_ID, code }))).toBe('INVITATION_CODE_WRONG');
    expect(await join({ codeId, code })).toEqual({ email });
    expect(await getRefusalCode(join({ codeId, code }))).toBe('INVITATION_INVALID');
  });

  it('can be accepted only by the person with its address, once, and for seven days', async () => {
    const [owner, person, other] = [await newBrand(stack.deps), await newBrand(stack.deps), await newBrand(stack.deps)];
    const [name = '', host] = person.email.split('@');
    const email = `${name.toUpperCase()}@${host}`;
    await stack.as(owner).workspaces.invite({ email, role: 'viewer' });
    const token = await findInvitationToken(email);
    expect(await getRefusalCode(stack.as(other).workspaces.accept({ token }))).toBe('INVITATION_OTHER_EMAIL');
    await stack.advance(7 * 24 * HOUR_MS + 1);
    expect(await getRefusalCode(stack.as(person).workspaces.accept({ token }))).toBe('INVITATION_INVALID');
  });

  it('no longer works after an owner has withdrawn it, and is replaced by a second one', async () => {
    const [owner, person] = [await newBrand(stack.deps), await newBrand(stack.deps)];
    await stack.as(owner).workspaces.invite({ email: person.email, role: 'viewer' });
    const first = await findInvitationToken(person.email);
    const { invitations } = await stack.as(owner).workspaces.invite({ email: person.email, role: 'approver' });
    expect(invitations.map(({ role }) => role)).toEqual(['approver']);
    expect(await getRefusalCode(stack.as(person).workspaces.accept({ token: first }))).toBe('INVITATION_INVALID');
    await stack.as(owner).workspaces.revokeInvitation({ id: invitations[0]?.id ?? '' });
    expect((await stack.as(owner).workspaces.members()).invitations).toEqual([]);
  });

  it('is refused for a person who is in as many workspaces as possible', async () => {
    const [owner, person] = [await newBrand(stack.deps), await newBrand(stack.deps)];
    for (let n = 1; n < LIMITS.memberships; n++) {
      const other = await newBrand(stack.deps);
      await stack.deps.db
        .insertInto('member')
        .values({ workspaceId: other.workspaceId, personId: person.id, role: 'viewer', joinedAt: stack.deps.now() })
        .execute();
    }
    await stack.as(owner).workspaces.invite({ email: person.email, role: 'viewer' });
    const token = await findInvitationToken(person.email);
    await expect(getRefusalCode(stack.as(person).workspaces.accept({ token }))).resolves.toBe('MEMBERSHIPS_FULL');
  });

  it('makes the person a member once if it is accepted twice at the same time', async () => {
    const [owner, person] = [await newBrand(stack.deps), await newBrand(stack.deps)];
    await stack.as(owner).workspaces.invite({ email: person.email, role: 'viewer' });
    const token = await findInvitationToken(person.email);
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => stack.as(person).workspaces.accept({ token })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await stack.as(owner).workspaces.members()).members).toHaveLength(2);
  });

  it('is refused for a role of the other type of workspace, for a member, and if the sender has not confirmed their address', async () => {
    const owner = await newBrand(stack.deps);
    const invite = (as: SessionUser, email: string, role: MemberRole) =>
      getRefusalCode(stack.as(as).workspaces.invite({ email, role }));
    expect(await invite(owner, 'a@example.test', 'manager')).toBe('ROLE_NOT_AVAILABLE');
    expect(await invite(owner, owner.email, 'viewer')).toBe('MEMBER_EXISTS');
    const unconfirmed = await newBrand(stack.deps, { emailVerified: false });
    expect(await invite(unconfirmed, 'a@example.test', 'viewer')).toBe('EMAIL_UNCONFIRMED');
  });
});

describe('the email about a new member', () => {
  it('goes to every owner, with a link to report it', async () => {
    const founder = await newBrand(stack.deps, { fullName: 'Northwind' });
    await joined(founder, await newBrand(stack.deps, { fullName: 'Kim Winter' }), 'viewer');
    await stack.settle();
    const mail = (await stack.mailsTo(founder.email)).find(({ subject }) => subject === 'Kim Winter joined as viewer');
    expect(mail?.links.join()).toContain('/secure-account#token=');
  });

  it('is preceded by an invitation that names the workspace once if the founder has its name', async () => {
    const founder = await newBrand(stack.deps, { fullName: 'Northwind' });
    const person = await newBrand(stack.deps);
    await joined(founder, person, 'viewer');
    const [invitation] = await stack.mailsTo(person.email);
    expect(invitation?.subject).toBe('Northwind invited you to join their workspace');
    expect(invitation?.text).toContain('Northwind invited you to join their workspace on Marquee.');
  });
});

describe('the role of a member', () => {
  it('limits the member’s actions in the workspace, but not in their own', async () => {
    const [owner, person] = [await newBrand(stack.deps), await newBrand(stack.deps)];
    const viewer = await joined(owner, person, 'viewer');
    const pack = await newPackage(stack.deps, await newCreator(stack.deps));
    const save = (as: SessionUser) => stack.as(as).savedItems.save({ kind: 'package', id: pack.id });
    expect(await getRefusalCode(save(viewer))).toBe('PERMISSION_MISSING');
    await save(person);
    expect(await getRefusalCode(stack.as(viewer).receipts.list({}))).toBe('PERMISSION_MISSING');
    expect(await getRefusalCode(stack.as(viewer).workspaces.invite({ email: 'a@b.test', role: 'viewer' }))).toBe(
      'PERMISSION_MISSING',
    );
    await stack.as(owner).workspaces.changeRole({ personId: person.id, role: 'booker' });
    await save(await actingIn(person, owner.workspaceId));
  });

  it('cannot be changed by the member, and a workspace always keeps an owner', async () => {
    const [owner, person] = [await newBrand(stack.deps), await newBrand(stack.deps)];
    const member = await joined(owner, person, 'owner');
    await stack.pass(stack.deps.env.OWNERSHIP_WAIT_HOURS * HOUR_MS);
    expect(await getRefusalCode(stack.as(owner).workspaces.changeRole({ personId: owner.id, role: 'viewer' }))).toBe(
      'MEMBER_SELF',
    );
    // Two owners who demote each other. Only one of the changes can take effect.
    await stack.as(owner).workspaces.changeRole({ personId: person.id, role: 'viewer' });
    await stack.as({ ...member, memberRole: 'owner' }).workspaces.changeRole({ personId: owner.id, role: 'viewer' });
    await stack.pass(stack.deps.env.OWNERSHIP_WAIT_HOURS * HOUR_MS);
    const { members } = await stack.as(owner).workspaces.members();
    expect(members.filter(({ role }) => role === 'owner')).toHaveLength(1);
  });
});

describe('a member of a workspace', () => {
  it('sees the figures, files and work records of the workspace, not of a workspace of their own', async () => {
    const creator = await newPayableCreator(stack.deps);
    const brand = await newBrand(stack.deps);
    const [manager, finance] = [
      await newMember(stack.deps, creator, 'manager'),
      await newMember(stack.deps, brand, 'finance'),
    ];
    const { id: bookingId, asBrand } = await newBooking(stack.deps, { creator, brand, status: 'completed' });
    await asBrand.settlements.approve({ id: bookingId });
    await stack.settle();
    const spending = await stack.as(finance).analytics.spending({ span: '30d' });
    expect(spending.total.bookings).toBe(1);
    expect(spending).toEqual(await asBrand.analytics.spending({ span: '30d' }));
    const orders = await stack.as(manager).analytics.orders({ span: '30d' });
    expect(orders).toEqual(await stack.as(creator).analytics.orders({ span: '30d' }));

    const { id: recordId } = await stack.as(manager).receipts.createWorkRecord();
    expect(await stack.as(creator).receipts.workRecords()).toMatchObject([{ id: recordId }]);

    const { id } = await asBrand.messages.beginFile({ name: 'brief.txt', bytes: 4, uploadKey: randomUUID() });
    const upload = await (
      await stack.asBrowser(brand)
    )('PUT', `/api/files/${id}/parts/0`, Buffer.from('Hey!'), { 'content-type': 'application/octet-stream' });
    expect(upload.statusCode, upload.body).toBe(200);
    await asBrand.messages.send({ to: { bookingId }, clientId: crypto.randomUUID(), text: '', files: [id] });
    for (const [person, { username }] of [
      [manager, creator],
      [finance, brand],
    ] as const) {
      const answer = await (await stack.asBrowser(person))('GET', `/w/${username}/api/files/${id}`);
      expect(answer.body).toBe('Hey!');
    }
  });
});

describe('a member who leaves or is removed', () => {
  it('hands their bookings to another member, keeps their own workspace and loses access at once', async () => {
    const [owner, person] = [await newBrand(stack.deps, { fullName: 'Northwind' }), await newBrand(stack.deps)];
    const booker = await joined(owner, person, 'booker');
    const { id } = await newBooking(stack.deps, { brand: booker, status: 'accepted' });
    expect(await stack.as(owner).workspaces.duties({ personId: person.id })).toEqual({ bookings: 1 });
    const browser = await stack.asBrowser(person);
    const read = async () => (await browser('GET', `/w/${owner.username}/api/bookings/${id}`)).statusCode;
    expect(await read()).toBe(200);
    const { address } = await stack.as(booker).calendar.createFeed();
    const feed = async () => (await browser('GET', new URL(address).pathname)).statusCode;
    expect(await feed()).toBe(200);
    await stack.as(owner).workspaces.removeMember({ personId: person.id, heirId: owner.id });
    expect(await read()).toBe(404);
    expect(await feed()).toBe(404);
    expect(await getRefusalCode(stack.as(booker).calendar.createFeed())).toBe('WORKSPACE_NOT_FOUND');
    expect(await stack.as(person).workspaces.own()).toHaveLength(1);
    const booking = await stack.deps.db
      .selectFrom('booking')
      .select(['orderedByPersonId', 'brandContactPersonId', 'status'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(booking).toEqual({ orderedByPersonId: person.id, brandContactPersonId: owner.id, status: 'accepted' });
    expect((await stack.as(owner).workspaces.actions({})).items.map(({ kind }) => kind)).toEqual([
      'member.removed',
      'order.placed',
      'member.joined',
      'member.invited',
    ]);
  });

  it('gets the emails about their bookings until then, and the new contact afterwards', async () => {
    const [owner, person] = [await newBrand(stack.deps), await newBrand(stack.deps)];
    const booker = await joined(owner, person, 'booker');
    const { asCreator, id } = await newBooking(stack.deps, { brand: booker, status: 'accepted' });
    await stack.settle();
    const about = async (to: SessionUser) =>
      (await stack.mailsTo(to.email)).filter(({ text }) => text.includes(id)).length;
    expect(await about(owner)).toBe(0);
    const before = await about(person);
    expect(before).toBeGreaterThan(0);
    await stack.as(booker).workspaces.leave({ heirId: owner.id });
    await asCreator.bookings.move({ id, status: 'in_progress' });
    await stack.settle();
    expect(await about(person)).toBe(before);
    expect(await about(owner)).toBeGreaterThan(0);
  });

  it('gets a new workspace if it was their last one, so that they can still sign in', async () => {
    const owner = await newBrand(stack.deps);
    const email = `last-${owner.username}@example.test`;
    await stack.as(owner).workspaces.invite({ email, role: 'booker' });
    const token = await findInvitationToken(email);
    await stack.as(null).workspaces.join({ token, fullName: 'Ida Sol', password: BUILDER_PASSWORD });
    const member = (await stack.as(owner).workspaces.members()).members.find((each) => each.email === email);
    await stack.as(owner).workspaces.removeMember({ personId: member?.id ?? '', heirId: owner.id });
    const browser = await stack.asBrowser(null);
    const login = await browser('POST', '/api/auth/login', { email, password: BUILDER_PASSWORD });
    expect(login.json()).toMatchObject({ email, userType: 'brand', fullName: 'Ida Sol' });
  });

  it('must be followed by another owner if they are the only one', async () => {
    const [owner, person] = [await newBrand(stack.deps), await newBrand(stack.deps)];
    await joined(owner, person, 'booker');
    expect(await getRefusalCode(stack.as(owner).workspaces.leave({ heirId: person.id }))).toBe('WORKSPACE_OWNER_LAST');
    expect(
      await getRefusalCode(stack.as(withOldFactor(owner)).personalData.deleteAccount({ confirmation: 'DELETE' })),
    ).toBe('WORKSPACE_OWNER_LAST');
    await stack.as(owner).workspaces.changeRole({ personId: person.id, role: 'owner' });
    await stack.pass(stack.deps.env.OWNERSHIP_WAIT_HOURS * HOUR_MS);
    await stack.as(withOldFactor(owner)).personalData.deleteAccount({ confirmation: 'DELETE' });
    const heir = await actingIn(person, owner.workspaceId);
    expect((await stack.as(heir).workspaces.members()).members.map(({ id }) => id)).toEqual([person.id]);
  });
});

it('refuses a request that names a workspace in which the person is not a member', async () => {
  const [one, other] = [await newBrand(stack.deps), await newBrand(stack.deps)];
  const browser = await stack.asBrowser(one);
  expect((await browser('GET', `/w/${other.username}/api/auth/me`)).json()).toMatchObject({
    code: 'WORKSPACE_NOT_FOUND',
  });
  expect(WORKSPACE_HEADER).toBe('x-marquee-workspace');
});

it('keeps open tabs and links in emails working after the workspace got a new username', async () => {
  const [owner, person] = [await newBrand(stack.deps), await newCreator(stack.deps)];
  await joined(owner, person, 'booker');
  await stack.as(owner).profiles.changeUsername({ username: `x${owner.username}`.slice(0, 30) });
  for (const each of [owner, person]) {
    const browser = await stack.asBrowser(each);
    expect((await browser('GET', `/w/${owner.username}/api/auth/me`)).json()).toMatchObject({ userType: 'brand' });
  }
});
