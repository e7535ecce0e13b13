/** Tests the access of an agency’s people to the workspaces of creators, and its end. */
import type { WorkspaceId } from '@marquee/contracts';
import { describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { newAgent, newBooking, newBrand, newCreator, newMember, newPackage } from '../../../src/demo/builders.ts';
import { findSessionUser } from '../../../src/modules/identity/accounts/accounts.sql.ts';
import { listMailRecipients } from '../../../src/modules/messaging/mail/mail.sql.ts';
import { newRepresentedCreator } from '../../support/agencies.ts';
import { getRefusalCode } from '../../support/booking-money.ts';
import { openEventStream, signInForCookies } from '../../support/event-stream.ts';
import { checkMoneyAfterAll } from '../../support/money-checks.ts';
import { waitForLock } from '../../support/locks.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack({}, { mailbox: true });
checkMoneyAfterAll(stack);

const actIn = ({ id }: Pick<SessionUser, 'id'>, workspace: string) => findSessionUser(stack.deps.db, id, 0, workspace);

const setRole = (member: SessionUser, role: 'owner' | 'manager' | 'assistant') =>
  stack.deps.db.updateTable('member').set({ role }).where('personId', '=', member.id).execute();

describe('a person of an agency', () => {
  it('acts for the creator with a role of its own, which depends on their role in the agency', async () => {
    const { creator, agency } = await newRepresentedCreator(stack);
    expect(await actIn(agency, creator.username)).toMatchObject({
      id: agency.id,
      workspaceId: creator.workspaceId,
      memberRole: 'agent',
      isAlone: true,
      isHome: false,
      forAgency: { id: agency.workspaceId, name: 'Field Agency' },
    });
    const kim = await newMember(stack.deps, agency, 'assistant');
    expect(await actIn(kim, creator.workspaceId)).toMatchObject({ memberRole: 'agent_assistant' });
    await setRole(kim, 'manager');
    expect(await actIn(kim, creator.workspaceId)).toMatchObject({ memberRole: 'agent' });
    expect(await actIn(creator, creator.username)).toMatchObject({ memberRole: 'owner', forAgency: null });
    // The creator does not act for the agency.
    expect(await actIn(creator, agency.username)).toBeUndefined();
  });

  it('sees the creators that they can act for', async () => {
    const { creator, agency } = await newRepresentedCreator(stack);
    const second = (await newRepresentedCreator(stack, { agency, creator: await newCreator(stack.deps) })).creator;
    const kim = await newMember(stack.deps, agency, 'assistant');
    const { items, nextCursor } = await stack.as(kim).agencies.acting({});
    expect(items.map(({ id, agencyName }) => [id, agencyName])).toEqual([
      [second.workspaceId, 'Field Agency'],
      [creator.workspaceId, 'Field Agency'],
    ]);
    expect(nextCursor).toBeNull();
    expect((await stack.as(creator).agencies.acting({})).items).toEqual([]);
  });

  it('loses access at once when the consent ends, or when either account is suspended', async () => {
    const { creator, agency, consentId } = await newRepresentedCreator(stack);
    const kim = await newMember(stack.deps, agency, 'manager');
    const suspend = (workspaceId: WorkspaceId, suspendedAt: Date | null) =>
      stack.deps.db
        .updateTable('workspace')
        .set({ suspendedAt, suspendedReason: suspendedAt && 'Spam' })
        .where('id', '=', workspaceId)
        .execute();
    for (const { workspaceId } of [creator, agency]) {
      await suspend(workspaceId, stack.deps.now());
      expect(await actIn(kim, creator.username)).toBeUndefined();
      await suspend(workspaceId, null);
      expect(await actIn(kim, creator.username)).toBeDefined();
    }
    await stack.as(creator).agencies.end({ id: consentId });
    expect(await actIn(kim, creator.username)).toBeUndefined();
    expect((await stack.as(kim).agencies.acting({})).items).toEqual([]);
  });

  it('no longer gets live updates or queued emails when the consent has ended', async () => {
    const { creator, agency, consentId } = await newRepresentedCreator(stack);
    const agent = await newAgent(stack.deps, { agency, creator });
    const { id, asBrand } = await newBooking(stack.deps, { creator });
    await stack.as(agent).bookings.move({ id, status: 'accepted' });
    await stack.settle();
    const received = await stack.mailsTo(agent.email);

    const url = `http://127.0.0.1:${stack.deps.env.PORT}`;
    const stream = await openEventStream(`${url}/w/${creator.username}`, await signInForCookies(url, agent));
    await stream.heard('hello');
    await stack.stopWorker();
    await asBrand.cancellations.request({ id, reason: 'The campaign was moved.' });
    await stream.heard('booking', (event) => event.id === id);
    const listQueued = () =>
      stack.deps.db
        .selectFrom('mail')
        .select('kind')
        .where('personId', '=', agent.id)
        .where('bookingId', '=', id)
        .where('sentAt', 'is', null)
        .where('droppedAt', 'is', null)
        .execute();
    expect(await listQueued()).toHaveLength(1);

    await stack.as(creator).agencies.end({ id: consentId });
    await stream.heard('end');
    await stream.ended;
    await stack.startWorker();
    await stack.settle();
    expect(await listQueued()).toEqual([]);
    expect(await stack.mailsTo(agent.email)).toEqual(received);
  });

  it('cannot accept a booking if the consent ended after their request began', async () => {
    const { creator, agency, consentId } = await newRepresentedCreator(stack);
    const agent = await newAgent(stack.deps, { agency, creator });
    const { id } = await newBooking(stack.deps, { creator });
    await stack.as(creator).agencies.end({ id: consentId });
    expect(await getRefusalCode(stack.as(agent).bookings.move({ id, status: 'accepted' }))).toBe('WORKSPACE_NOT_FOUND');
  });

  it('cannot change anything if the consent ends after their request began', async () => {
    const { creator, agency, consentId } = await newRepresentedCreator(stack);
    const agent = await newAgent(stack.deps, { agency, creator });
    const { id: bookingId, brand } = await newBooking(stack.deps, { creator });
    const { id: packageId } = await newPackage(stack.deps, creator, { name: 'Podcast' });
    const as = stack.as(agent);
    const changes: (() => Promise<unknown>)[] = [
      () => as.messages.send({ to: { bookingId }, clientId: crypto.randomUUID(), text: 'On it.' }),
      () => as.packages.setActive({ id: packageId, isActive: false }),
      () => as.packages.setPicture({ id: packageId, pictureId: null }),
      () => as.packages.duplicate({ id: packageId }),
      () => as.packages.reorder({ ids: [packageId] }),
      () => as.packages.remove({ id: packageId }),
      () => as.questionnaires.save({ packageId, questions: [{ id: 'q_1', question: 'Why?' }] }),
      () => as.availability.save({ maxBookings: 20, leadDays: 0, timeOff: [] }),
    ];
    const sending = await stack.deps.db.transaction().execute(async (db) => {
      const at = stack.deps.now();
      const ended = { endedAt: at, endedByPersonId: creator.id, sunsetAt: at };
      await db.updateTable('agencyConsent').set(ended).where('id', '=', consentId).execute();
      const refusal = getRefusalCode(changes[0]?.() ?? Promise.resolve());
      await waitForLock(stack);
      return { refusal };
    });
    expect(await sending.refusal).toBe('WORKSPACE_NOT_FOUND');
    for (const change of changes) expect(await getRefusalCode(change()), String(change)).toBe('WORKSPACE_NOT_FOUND');
    expect((await stack.as(brand).messages.list({})).items).toEqual([]);
  });

  it('cannot read documents, billing details, payouts or the log, or change the profile and the name', async () => {
    const { creator, agency } = await newRepresentedCreator(stack);
    const { id: bookingId } = await newBooking(stack.deps, { creator, status: 'accepted' });
    const details = { legalName: 'Ada Ngozi Okafor', address: '4 Mill Lane', country: 'GB', taxId: 'GB123' };
    await stack.as(creator).receipts.saveBilling(details);
    const pictureId = crypto.randomUUID();
    for (const role of ['manager', 'assistant'] as const) {
      const as = stack.as(await newAgent(stack.deps, { agency, creator, role }));
      const refused: (() => Promise<unknown>)[] = [
        () => as.receipts.billing(),
        () => as.receipts.saveBilling(details),
        () => as.receipts.agreement({ id: bookingId }),
        () => as.receipts.statementByPeriod({ from: '2026-01-01', to: '2026-12-31' }),
        () => as.receipts.createWorkRecord(),
        () => as.payouts.setup(),
        () => as.payouts.summary(),
        () => as.payouts.list({}),
        () => as.analytics.money({ span: '12m' }),
        () => as.agencies.overview(),
        () => as.workspaces.members(),
        () => as.workspaces.actions({}),
        () => as.calendar.createFeed(),
        () => as.profiles.saveAbout({ fullName: 'Mallory', bio: '', location: '' }),
        () => as.profiles.saveTopics({ categories: ['Outdoors'], languages: [] }),
        () => as.profiles.saveLinks({ links: [{ label: 'Site', url: 'https://example.com/' }] }),
        () => as.profiles.captionPicture({ id: pictureId, caption: 'Rain' }),
        () => as.profiles.reorderPictures({ ids: [pictureId] }),
        () => as.profiles.removePicture({ id: pictureId }),
        () => as.profiles.changeUsername({ username: 'mallory' }),
      ];
      for (const call of refused) expect(await getRefusalCode(call()), String(call)).toBe('PERMISSION_MISSING');
    }
    expect(await stack.as(creator).profiles.own()).toMatchObject({ fullName: 'Ada Okafor', links: [] });
  });

  it('cannot ask for or agree to a cancellation, a refund or a split, but can disagree', async () => {
    const { creator, agency } = await newRepresentedCreator(stack);
    const agent = await newAgent(stack.deps, { agency, creator });
    const { id, asBrand } = await newBooking(stack.deps, { creator, status: 'in_progress' });
    const as = stack.as(agent);
    expect(await getRefusalCode(as.cancellations.request({ id, reason: 'We are ill.' }))).toBe('PERMISSION_MISSING');
    await asBrand.cancellations.request({ id, reason: 'The campaign was moved.' });
    expect(await getRefusalCode(as.cancellations.answer({ id, answer: 'agree' }))).toBe('PERMISSION_MISSING');
    await as.cancellations.answer({ id, answer: 'dispute', statement: 'It is nearly done.' });
    expect(await getRefusalCode(as.disputes.agreeToRefund({ id }))).toBe('PERMISSION_MISSING');
    await asBrand.disputes.withdraw({ id });
    await as.bookings.move({ id, status: 'completed' });
    await asBrand.disputes.reportProblem({ id, problem: 'The sound is missing.', desiredOutcome: null });
    expect(await getRefusalCode(as.disputes.proposeSplit({ id, creatorAmount: '100' }))).toBe('PERMISSION_MISSING');
    await as.disputes.addStatement({ id, text: 'The sound is there.' });
    await stack.as(creator).disputes.proposeSplit({ id, creatorAmount: '100' });
  });

  it('either accepts before the end of the consent, with the share, or not at all', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { creator, agency, consentId } = await newRepresentedCreator(stack);
      const agent = await newAgent(stack.deps, { agency, creator });
      const { id } = await newBooking(stack.deps, { creator });
      const [accepted] = await Promise.all([
        getRefusalCode(stack.as(agent).bookings.move({ id, status: 'accepted' })),
        stack.as(creator).agencies.end({ id: consentId }),
      ]);
      const booking = await stack.as(creator).bookings.byId({ id });
      expect([accepted, booking.status, booking.agency?.name ?? null]).toEqual(
        accepted === 'nothing' ? ['nothing', 'accepted', 'Field Agency'] : ['WORKSPACE_NOT_FOUND', 'pending', null],
      );
    }
  });
});

describe('the signature of a person who acts for a workspace', () => {
  it('names the agent to the brand, and both sides see the same name', async () => {
    const { creator, agency } = await newRepresentedCreator(stack);
    const agent = await newAgent(stack.deps, { agency, creator });
    const { id, asBrand } = await newBooking(stack.deps, { creator });
    await stack.as(agent).bookings.move({ id, status: 'accepted' });
    const findMove = async (api: typeof asBrand) =>
      (await api.bookings.byId({ id })).timeline.find(({ kind }) => kind === 'booking.moved');
    expect(await findMove(asBrand)).toMatchObject({ actorName: 'Kim for Ada Okafor' });
    expect(await findMove(stack.as(creator))).toMatchObject({ actorName: 'Kim for Ada Okafor', isByColleague: true });
    expect(await findMove(stack.as(agent))).not.toHaveProperty('isByColleague');
    expect((await stack.as(creator).profiles.activity()).map(({ actorName }) => actorName)).toContain(
      'Kim for Ada Okafor',
    );
    await stack.as(agent).messages.send({
      to: { bookingId: id },
      clientId: crypto.randomUUID(),
      text: 'On it.',
      files: [],
    });
    const conversation = await asBrand.messages.conversation({ bookingId: id });
    const [message] = (await asBrand.messages.page({ id: conversation.id ?? '' })).items;
    expect(message).toMatchObject({ authorName: 'Kim for Ada Okafor', isOwn: false });
    expect(message).not.toHaveProperty('personId');
    const [seenByAda] = (await stack.as(creator).messages.page({ id: conversation.id ?? '' })).items;
    expect(seenByAda).toMatchObject({ authorName: 'Kim for Ada Okafor', isOwn: false });
  });

  it('names the creator in emails to the agent if the creator acted and the agent is the booking’s contact', async () => {
    const { creator, agency } = await newRepresentedCreator(stack);
    const agent = await newAgent(stack.deps, { agency, creator });
    const { id } = await newBooking(stack.deps, { creator });
    await stack.as(agent).bookings.move({ id, status: 'accepted' });
    const latest = async () => (await stack.mailsTo(agent.email))[0];
    expect((await latest())?.subject).toMatch(/^You accepted “/);
    await stack.as(creator).bookings.move({ id, status: 'in_progress' });
    expect((await latest())?.text).toContain('Ada Okafor started working on “');
  });

  it('names the acting member only if the brand has several members', async () => {
    const brand = await newBrand(stack.deps, { fullName: 'Northwind' });
    const { id, asCreator } = await newBooking(stack.deps, { brand });
    const findOrder = async () =>
      (await asCreator.bookings.byId({ id })).timeline.find(({ kind }) => kind === 'booking.ordered')?.actorName;
    expect(await findOrder()).toBe('Northwind');
    const anna = await newMember(stack.deps, brand, 'booker');
    // The name of the person who ordered is the name of the workspace.
    expect(await findOrder()).toBe('Northwind');
    await stack.deps.db.updateTable('person').set({ fullName: 'Anna Bell' }).where('id', '=', brand.id).execute();
    expect(await findOrder()).toBe('Anna at Northwind');
    await stack.deps.db.deleteFrom('member').where('personId', '=', anna.id).where('role', '=', 'booker').execute();
    expect(await findOrder()).toBe('Northwind');
  });
});

describe('the contact of a creator’s booking', () => {
  it('is the person who accepted it, as long as they may act for the creator', async () => {
    const { creator, agency, consentId } = await newRepresentedCreator(stack);
    const agent = await newAgent(stack.deps, { agency, creator });
    const { id } = await newBooking(stack.deps, { creator });
    const listContacts = async () =>
      (
        await listMailRecipients(stack.deps.db, [{ personId: null, workspaceId: creator.workspaceId, bookingId: id }])
      ).map(({ personId }) => personId);
    expect(await listContacts()).toEqual([creator.id]);
    await stack.as(agent).bookings.move({ id, status: 'accepted' });
    expect(await listContacts()).toEqual([agent.id]);
    await stack.as(creator).agencies.end({ id: consentId });
    expect(await listContacts()).toEqual([creator.id]);
  });

  it('gets the emails about the work, while those about payouts go to the owners', async () => {
    const { creator, agency } = await newRepresentedCreator(stack);
    const agent = await newAgent(stack.deps, { agency, creator });
    const { id, asBrand } = await newBooking(stack.deps, { creator });
    for (const status of ['accepted', 'in_progress', 'completed'] as const)
      await stack.as(agent).bookings.move({ id, status });
    await asBrand.settlements.approve({ id });
    await stack.settle();
    const listSubjects = async ({ email }: SessionUser) =>
      (await stack.mailsTo(email)).map(({ subject }) => subject).join('\n');
    expect(await listSubjects(agent)).toContain('You completed “');
    expect(await listSubjects(agent)).not.toContain('Payout');
    expect(await listSubjects(creator)).toContain('Payout of');
    expect(await listSubjects(creator)).not.toContain('completed “');
  });

  it('is handed over when a member of the creator leaves', async () => {
    const { creator } = await newRepresentedCreator(stack);
    const manager = await newMember(stack.deps, creator, 'manager');
    const { id } = await newBooking(stack.deps, { creator });
    await stack.as(manager).bookings.move({ id, status: 'accepted' });
    expect(await stack.as(creator).workspaces.duties({ personId: manager.id })).toEqual({ bookings: 1 });
    await stack.as(creator).workspaces.removeMember({ personId: manager.id, heirId: creator.id });
    const booking = await stack.deps.db
      .selectFrom('booking')
      .select('creatorContactPersonId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(booking.creatorContactPersonId).toBe(creator.id);
  });
});

describe('an assistant', () => {
  it('sees no earnings of the creator and no share of the agency', async () => {
    const { creator, agency } = await newRepresentedCreator(stack);
    const { id } = await newBooking(stack.deps, { creator, status: 'accepted' });
    const assistants = [
      await newMember(stack.deps, creator, 'assistant'),
      await newAgent(stack.deps, { agency, creator, role: 'assistant' }),
    ];
    for (const assistant of assistants) {
      const api = stack.as(assistant);
      expect(await api.profiles.dashboard()).toMatchObject({ totalEarningsCents: null, activeBookings: 1 });
      const booking = await api.bookings.byId({ id });
      expect(booking.agency).toBeNull();
      const seen = JSON.stringify([booking.timeline, await api.profiles.activity()]);
      expect(seen).toContain('accepted');
      expect(seen).not.toContain('shareBps');
    }
    expect(await stack.as(creator).profiles.dashboard()).toMatchObject({ totalEarningsCents: 0 });
  });
});
