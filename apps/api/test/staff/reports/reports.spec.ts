/** Tests reports, the decisions of staff and the single appeal. Only the people involved are notified. */
import { describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { newAdmin, newBrand, newCreator, newPackage } from '../../../src/demo/builders.ts';
import { openStack, useStack } from '../../support/stack.ts';

const stack = useStack({}, { mailbox: true });
const REASON = { reason: 'Spam or misleading' as const, sentence: 'The followers are bought.' };
const refused = (failure: string) => expect.objectContaining({ failure }) as Error;

const staffOf = async () => stack.as(await newAdmin(stack.deps)).admin;
const reportsOf = async (subjectId: string, show: 'open' | 'decided' = 'open') =>
  (await (await staffOf()).reports({ show })).items.filter((each) => each.subjectId === subjectId);

async function reportedPackage() {
  const creator = await newCreator(stack.deps);
  const pack = await newPackage(stack.deps, creator);
  const brand = await newBrand(stack.deps);
  await stack.as(brand).reports.create({ kind: 'package', id: pack.id, ...REASON });
  const [report] = await reportsOf(pack.id);
  if (!report) throw new Error('The report is not in the queue');
  return { creator, pack, brand, report };
}

/** Returns the user's newest email, and the id and token of its link. */
async function linkOf(user: SessionUser) {
  const [mail] = await stack.mailsTo(user.email);
  const token = /#(\S+)/.exec(mail?.text ?? '')?.[1];
  const parts = new URLSearchParams(token);
  return { mail, id: parts.get('id') ?? '', token: parts.get('token') ?? '' };
}

describe('a report', () => {
  it('appears once for staff, even if the same user submits it twice', async () => {
    const { pack, brand, report } = await reportedPackage();
    expect(report).toMatchObject({
      subjectKind: 'package',
      subjectLabel: pack.name,
      reporterWorkspaceId: brand.id,
      ...REASON,
    });
    const again = await stack.as(brand).reports.create({ kind: 'package', id: pack.id, ...REASON });
    expect(again).toEqual({ isNew: false });
    expect(await reportsOf(pack.id)).toHaveLength(1);
    expect((await (await staffOf()).overview()).reports).toBeGreaterThan(0);
  });

  it('requires a signed-in user, an explanation, and existing content of another user', async () => {
    const creator = await newCreator(stack.deps);
    const brand = await newBrand(stack.deps);
    const mine = { kind: 'profile' as const, id: creator.id };
    await expect(stack.as(null).reports.create({ ...mine, ...REASON })).rejects.toEqual(refused('SIGNED_OUT'));
    await expect(stack.as(creator).reports.create({ ...mine, ...REASON })).rejects.toEqual(refused('REPORT_OWN'));
    await expect(stack.as(brand).reports.create({ ...mine, ...REASON, sentence: ' ' })).rejects.toThrow(
      'Please describe what is wrong',
    );
    await expect(
      stack.as(brand).reports.create({ kind: 'package', id: crypto.randomUUID(), ...REASON }),
    ).rejects.toEqual(refused('REPORT_SUBJECT_GONE'));
    await stack.as(brand).reports.create({ ...mine, ...REASON });
    expect(await reportsOf(creator.id)).toHaveLength(1);
  });

  it('can be submitted 20 times before the user is rate limited', async () => {
    const { stack: limited, close } = await openStack({ RATE_LIMIT: 'on' });
    try {
      const creator = await newCreator(limited.deps);
      const brand = await newBrand(limited.deps);
      const make = () => limited.as(brand).reports.create({ kind: 'profile', id: creator.id, ...REASON });
      for (let each = 0; each < 20; each++) await make();
      await expect(make()).rejects.toEqual(refused('TOO_MANY_REQUESTS'));
    } finally {
      await close();
    }
  });
});

describe('a decision of staff about a report', () => {
  it('leaves the content visible if staff take no action, and is emailed to the reporter and the owner', async () => {
    const { creator, pack, brand, report } = await reportedPackage();
    const staff = await staffOf();
    await staff.decideReport({ id: report.id, outcome: 'none', reason: 'We looked at the statistics' });
    expect(await reportsOf(pack.id)).toEqual([]);
    expect(await reportsOf(pack.id, 'decided')).toMatchObject([{ outcome: 'none' }]);
    expect((await stack.as(null).packages.byId({ id: pack.id })).id).toBe(pack.id);
    const [toBrand] = await stack.mailsTo(brand.email);
    const [toCreator] = await stack.mailsTo(creator.email);
    expect(toBrand?.text).toContain('so we took no action');
    expect(toCreator?.text).toContain('We reviewed it and found no violation, so nothing changes.');
    expect(toCreator?.text).not.toContain(brand.fullName);
    await expect(staff.decideReport({ id: report.id, outcome: 'none', reason: 'Again' })).rejects.toEqual(
      refused('ADMIN_ACTION_STALE'),
    );
    expect(await stack.as(creator).reports.own()).toEqual([]);
  });

  it('closes all reports about a package that it hides, tells the owner the reason, and can be appealed once', async () => {
    const { creator, pack, brand, report } = await reportedPackage();
    const second = await newBrand(stack.deps);
    await stack.as(second).reports.create({ kind: 'package', id: pack.id, ...REASON });
    const staff = await staffOf();
    await staff.decideReport({ id: report.id, outcome: 'hidden', reason: 'It promises what it does not do' });
    expect(await reportsOf(pack.id)).toEqual([]);
    await expect(stack.as(null).packages.byId({ id: pack.id })).rejects.toEqual(refused('PACKAGE_NOT_FOUND'));
    expect((await stack.as(creator).packages.byId({ id: pack.id })).hiddenReason).toBe(
      'It promises what it does not do',
    );
    for (const reader of [brand, second]) expect((await stack.mailsTo(reader.email))[0]?.text).toContain('hid it');

    const { mail, id, token } = await linkOf(creator);
    expect(mail?.text).toContain('It promises what it does not do');
    // Only the link or the ownership of the content gives access.
    const nobody = stack.as(null).reports;
    await expect(nobody.decision({ id })).rejects.toEqual(refused('LINK_INVALID'));
    await expect(nobody.decision({ id, token: 'a'.repeat(43) })).rejects.toEqual(refused('LINK_INVALID'));
    await expect(stack.as(brand).reports.decision({ id })).rejects.toEqual(refused('LINK_INVALID'));
    expect(await nobody.decision({ id, token })).toMatchObject({ label: pack.name, outcome: 'hidden', appeal: null });
    expect(await stack.as(creator).reports.own()).toMatchObject([{ id, subjectId: pack.id, outcome: 'hidden' }]);
    const appeals = await Promise.allSettled([
      stack.as(creator).reports.appeal({ id, text: 'Here are the statistics.' }),
      nobody.appeal({ id, token, text: 'And here.' }),
    ]);
    expect(appeals.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(appeals.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { failure: 'APPEAL_MADE' } });

    const waiting = (await staff.appeals({})).items.filter((each) => each.id === id);
    expect(waiting).toMatchObject([{ subjectLabel: pack.name, ownerName: creator.fullName }]);
    await staff.decideAppeal({ id, outcome: 'reversed', reason: 'The statistics are right' });
    expect((await stack.as(null).packages.byId({ id: pack.id })).id).toBe(pack.id);
    expect((await stack.mailsTo(creator.email))[0]?.text).toContain('The statistics are right');
    expect((await stack.mailsTo(brand.email))[0]?.text).toContain('reversed our decision');
    await expect(staff.decideAppeal({ id, outcome: 'upheld', reason: 'Again' })).rejects.toEqual(
      refused('ADMIN_ACTION_STALE'),
    );
    const audit = (await staff.audit({ subjectId: pack.id })).items.map(({ action }) => action);
    expect(audit).toEqual(
      expect.arrayContaining(['report.decided', 'package.hidden', 'appeal.decided', 'package.shown']),
    );
  });

  it('hides a shared list under every link from everyone but its owner, until an appeal succeeds', async () => {
    const [owner, reader] = [await newBrand(stack.deps), await newBrand(stack.deps)];
    const own = stack.as(owner).savedItems;
    const { id } = await own.createList({ name: 'Never book these' });
    const link = async () => {
      await own.share({ id, isShared: false, showsNotes: false });
      const lists = await own.share({ id, isShared: true, showsNotes: false });
      return lists.find((list) => list.id === id)?.token ?? '';
    };
    const tell = () => stack.as(reader).reports.create({ kind: 'list', id, ...REASON });
    await expect(tell()).rejects.toEqual(refused('REPORT_SUBJECT_GONE'));
    const token = await link();
    expect(await stack.as(reader).savedItems.shared({ token })).toMatchObject({ id, isOwn: false });
    await tell();
    const [report] = await reportsOf(id);
    expect(report).toMatchObject({ subjectKind: 'list', subjectLabel: 'Never book these', listToken: token });
    const staff = await staffOf();
    await staff.decideReport({ id: report?.id ?? '', outcome: 'hidden', reason: 'It insults people' });
    for (const each of [token, await link()])
      expect(await stack.as(reader).savedItems.shared({ token: each })).toBeNull();
    expect((await own.lists()).find((list) => list.id === id)?.hiddenReason).toBe('It insults people');
    const mail = await linkOf(owner);
    expect(mail.mail?.text).toContain('only you can see it');
    await stack.as(owner).reports.appeal({ id: mail.id, text: 'It is about shoes.' });
    await staff.decideAppeal({ id: mail.id, outcome: 'reversed', reason: 'About shoes it is' });
    expect(await stack.as(null).savedItems.shared({ token: await link() })).toMatchObject({ name: 'Never book these' });
  });

  it('does not, once reversed, restore content that staff have hidden again for another reason', async () => {
    const { creator, pack, report } = await reportedPackage();
    const staff = await staffOf();
    await staff.decideReport({ id: report.id, outcome: 'hidden', reason: 'The statistics are missing' });
    const [decision] = await stack.as(creator).reports.own();
    const id = decision?.id ?? '';
    await staff.showPackage({ id: pack.id, reason: 'They came' });
    await staff.hidePackage({ id: pack.id, reason: 'It sells something that is not allowed' });
    await stack.as(creator).reports.appeal({ id, text: 'Here are the statistics.' });
    await staff.decideAppeal({ id, outcome: 'reversed', reason: 'The statistics are right' });
    expect((await stack.as(creator).packages.byId({ id: pack.id })).hiddenReason).toBe(
      'It sells something that is not allowed',
    );
    const [mail] = await stack.mailsTo(creator.email);
    expect(mail?.text).toContain('A later decision, made for another reason, still applies.');
    expect(mail?.text).not.toContain('is back');
  });

  it('can suspend an account, whose owner can appeal through the link in the email', async () => {
    const creator = await newCreator(stack.deps);
    const brand = await newBrand(stack.deps);
    await stack.as(brand).reports.create({ kind: 'profile', id: creator.id, ...REASON });
    const [report] = await reportsOf(creator.id);
    const staff = await staffOf();
    const id = report?.id ?? '';
    await expect(staff.decideReport({ id, outcome: 'hidden', reason: 'A profile' })).rejects.toEqual(
      refused('REPORT_NOT_HIDEABLE'),
    );
    await staff.decideReport({ id, outcome: 'suspended', reason: 'Not who it says' });
    expect((await staff.user({ id: creator.id })).suspendedReason).toBe('Not who it says');
    // One email states the decision and how to appeal.
    const mails = await stack.mailsTo(creator.email);
    expect(mails.filter(({ subject }) => subject.includes('suspended'))).toHaveLength(1);
    const link = await linkOf(creator);
    const decisionLink = { id: link.id, token: link.token };
    await stack.as(null).reports.appeal({ ...decisionLink, text: 'Here is my passport.' });
    await staff.decideAppeal({ id: link.id, outcome: 'upheld', reason: 'It is not yours' });
    expect(await stack.as(null).reports.decision(decisionLink)).toMatchObject({
      appealOutcome: 'upheld',
      appealReason: 'It is not yours',
    });
    expect((await staff.user({ id: creator.id })).suspendedAt).not.toBeNull();
  });
});
