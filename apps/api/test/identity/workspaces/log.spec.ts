/** Tests the log of a workspace: its content, access to it, its filters, and its download. */
import { HOUR_MS } from '@marquee/time';
import { CARD_CONSENT_VERSION, ORDER_REQUEST_HOURS } from '@marquee/validation';
import { describeAction, describeActor } from '@marquee/contracts';
import { describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { confirmCard, newBrand, newCreator, newPackage, newPayableCreator } from '../../../src/demo/builders.ts';
import { newMember } from '../../support/members.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack({}, { mailbox: true });

/** Returns the sentences of the log, oldest first. */
async function sentencesOf(owner: SessionUser, filter: object = {}): Promise<string[]> {
  const { items } = await stack.as(owner).workspaces.actions(filter);
  return items.map(({ about, ...action }) => `${describeActor(action)} ${describeAction(action, about)}`).toReversed();
}

async function newTeam() {
  const owner = await newBrand(stack.deps, { fullName: 'Ada Owner' });
  return { owner, booker: await newMember(stack, owner, 'booker', 'Kim Booker') };
}

const BILLING = { legalName: 'Northwind Inc.', address: '1 Main St', country: 'US', taxId: '' };

describe('the log of a workspace', () => {
  it('says who changed members, rules, budgets, clients, cards, orders and details', async () => {
    const { owner, booker } = await newTeam();
    const finance = await newMember(stack, owner, 'finance', 'Fay Finance');
    const [asOwner, asBooker, asFinance] = [stack.as(owner), stack.as(booker), stack.as(finance)];
    await asOwner.workspaces.invite({ email: 'new@example.test', role: 'viewer' });
    const budget = await asFinance.budgets.create({ name: 'Spring', clientId: null, period: 'total', limit: '500' });
    await asFinance.budgets.change({ id: budget.id, name: 'Spring', limit: '900' });
    await asFinance.budgets.archive({ id: budget.id, isArchived: true });
    const client = await asFinance.clients.save({ name: 'Northwind', ...BILLING });
    await asFinance.clients.archive({ id: client.id, isArchived: true });
    await asFinance.receipts.saveBilling(BILLING);
    const creator = await newPayableCreator(stack.deps, { fullName: 'Mia Creator' });
    const { id: packageId } = await newPackage(stack.deps, creator, { name: 'Reel' });
    await asBooker.payments.openCheckout({ packageId, brandUserId: booker.id });
    await asOwner.approvals.saveSettings({ rule: 'above', above: '10', approvers: 1, allowsOwn: false });
    await asOwner.approvals.saveSettings({ rule: 'always', above: '10', approvers: 1, allowsOwn: true });
    await asOwner.approvals.saveSettings({ rule: 'above', above: '10', approvers: 1, allowsOwn: false });
    const { id: otherId } = await newPackage(stack.deps, creator, { name: 'Story' });
    const order = { packageId: otherId, brandUserId: booker.id };
    for (const end of ['withdrawn', 'declined', 'approved'] as const) {
      const { id } = await asBooker.orderRequests.create({ order, cardId: null });
      if (end === 'withdrawn') await asBooker.orderRequests.withdraw({ id });
      else if (end === 'declined') await asOwner.orderRequests.decline({ id, reason: '' });
      else await asOwner.orderRequests.approve({ id });
    }
    await asOwner.profiles.saveName({ fullName: 'Northwind Group' });
    await asOwner.workspaces.changeRole({ personId: booker.id, role: 'viewer' });
    await asOwner.workspaces.removeMember({ personId: booker.id, heirId: owner.id });
    expect(await sentencesOf(owner)).toEqual([
      'Ada Owner invited new@example.test as viewer',
      'Fay Finance created the budget “Spring” with $500.00',
      'Fay Finance changed the budget “Spring” to $900.00',
      'Fay Finance archived the budget “Spring”',
      'Fay Finance added the client “Northwind”',
      'Fay Finance archived the client “Northwind”',
      'Fay Finance changed the billing details',
      'Kim Booker ordered “Reel” of Mia Creator for $228.85',
      'Ada Owner changed the approval rules to “Orders above an amount ($10.00)” with one approver',
      'Ada Owner changed the approval rules to “All orders” with one approver, and members may approve their own orders',
      'Ada Owner changed the approval rules to “Orders above an amount ($10.00)” with one approver',
      'Kim Booker requested an approval to order “Story” of Mia Creator for $228.85',
      'Kim Booker withdrew the request to order “Story” of Mia Creator for $228.85',
      'Kim Booker requested an approval to order “Story” of Mia Creator for $228.85',
      'Ada Owner declined the order of “Story” of Mia Creator for $228.85',
      'Kim Booker requested an approval to order “Story” of Mia Creator for $228.85',
      'Ada Owner approved the order of “Story” of Mia Creator for $228.85',
      'Ada Owner changed the name to “Northwind Group”',
      'Ada Owner changed the role of Kim Booker to viewer',
      'Ada Owner removed Kim Booker',
    ]);
  });

  it('calls a client by the name that a colleague has given it while a form with the former name was open', async () => {
    const owner = await newBrand(stack.deps, { fullName: 'Ada Owner' });
    const { clients } = stack.as(owner);
    const base = { name: 'Northwind', ...BILLING };
    const { id } = await clients.save(base);
    await clients.save({ ...base, id, base, name: 'Southwind' });
    await clients.save({ ...base, id, base, taxId: 'US1' });
    expect((await sentencesOf(owner)).at(-1)).toBe('Ada Owner changed the client “Southwind”');
  });

  it('names added and removed cards, and emails the others who manage cards', async () => {
    const { owner, booker } = await newTeam();
    const finance = await newMember(stack, owner, 'finance', 'Fay Finance');
    const asFinance = stack.as(finance);
    const { clientSecret } = await asFinance.payments.startCardSetup({ consentVersion: CARD_CONSENT_VERSION });
    await confirmCard(stack.deps, clientSecret);
    const { cards } = await asFinance.payments.finishCardSetup({ setupId: clientSecret.split('_secret_')[0] ?? '' });
    await asFinance.payments.removeCard({ id: cards[0]?.id ?? '' });
    await asFinance.payments.removeCard({ id: cards[0]?.id ?? '' });
    expect(await sentencesOf(owner)).toEqual([
      'Fay Finance added the card Visa ending in 4242',
      'Fay Finance removed the card Visa ending in 4242',
    ]);
    await stack.settle();
    const cardMails = async ({ email }: SessionUser) =>
      (await stack.mailsTo(email)).map(({ subject }) => subject).filter((subject) => subject.includes('card'));
    expect((await cardMails(owner)).toSorted()).toEqual([
      'Fay Finance added the card Visa ending in 4242',
      'Fay Finance removed a card: Visa ending in 4242',
    ]);
    expect(await cardMails(booker)).toEqual([]);
    expect(await cardMails(finance)).toEqual([]);
  });

  it('says what happened without a member, and its download does so too', async () => {
    const { owner, booker } = await newTeam();
    const creator = await newPayableCreator(stack.deps, { fullName: 'Mia Creator' });
    const { id: packageId } = await newPackage(stack.deps, creator, { name: 'Reel' });
    await stack.as(owner).approvals.saveSettings({ rule: 'always', above: '10', approvers: 1, allowsOwn: false });
    const request = { order: { packageId, brandUserId: booker.id }, cardId: null };
    const { id } = await stack.as(booker).orderRequests.create(request);
    await stack.as(creator).packages.setActive({ id: packageId, isActive: false });
    await stack.as(owner).orderRequests.approve({ id });
    await stack.as(creator).packages.setActive({ id: packageId, isActive: true });
    await stack.as(booker).orderRequests.create(request);
    await stack.pass((ORDER_REQUEST_HOURS + 1) * HOUR_MS);
    const sentences = await sentencesOf(owner, { topic: 'order' });
    expect(sentences.filter((sentence) => sentence.startsWith('Marquee'))).toEqual([
      'Marquee returned the request to order “Reel” of Mia Creator for $228.85 because the order had changed',
      'Marquee closed the request to order “Reel” of Mia Creator for $228.85 because it expired',
    ]);
    const address = `/w/${owner.username}/api/workspace-log/all.csv?topic=order`;
    const { body } = await (await stack.asBrowser(owner))('GET', address);
    expect(body).toContain('Marquee,Orders and approvals,closed the request to order');
    const { members } = await stack.as(owner).workspaces.actions({});
    expect(members.map(({ fullName }) => fullName)).toEqual(['Ada Owner', 'Kim Booker']);

    const sentencesOfCreator = await sentencesOf(creator, { topic: 'payout' });
    expect(sentencesOfCreator.map((sentence) => sentence.replace(/\d{4}/, '0000')).slice(-2)).toEqual([
      'Stripe reported a new bank account ending in 0000',
      'Stripe turned on payouts',
    ]);
  });

  it('contains consents to agencies and the payout country of a creator', async () => {
    const [creator, agency] = [
      await newCreator(stack.deps, { fullName: 'Ada Stone' }),
      await newCreator(stack.deps, { fullName: 'Field Agency' }),
    ];
    const { id } = await stack.as(agency).agencies.invite({ creator: creator.username, shareBps: 1_500 });
    await stack.as(creator).agencies.agree({ id });
    await stack.as(creator).agencies.end({ id });
    await stack.as(creator).payouts.setCountry({ country: 'DE' });
    expect(await sentencesOf(agency)).toEqual(['Field Agency invited Ada Stone to be represented for 15%']);
    expect(await sentencesOf(creator)).toEqual([
      'Ada Stone agreed to be represented by Field Agency for 15%',
      'Ada Stone ended the representation with Field Agency',
      'Ada Stone set the payout country to DE',
    ]);
  });

  it('can be filtered by member, kind of action and day, also by members who have left', async () => {
    const { owner, booker } = await newTeam();
    const asOwner = stack.as(owner);
    const { id: packageId } = await newPackage(stack.deps, await newCreator(stack.deps));
    await stack.as(booker).payments.openCheckout({ packageId, brandUserId: booker.id });
    await stack.as(booker).workspaces.leave({ heirId: owner.id });
    await stack.as(owner).receipts.saveBilling(BILLING);
    const { members } = await asOwner.workspaces.actions({});
    expect(members.map(({ fullName }) => fullName)).toEqual(['Ada Owner', 'Kim Booker']);
    const kinds = async (filter: object) => (await asOwner.workspaces.actions(filter)).items.map(({ kind }) => kind);
    expect(await kinds({ memberId: booker.id })).toEqual(['member.left', 'order.placed']);
    expect(await kinds({ memberId: booker.id, topic: 'order' })).toEqual(['order.placed']);
    expect(await kinds({ topic: 'workspace' })).toEqual(['workspace.billing_changed']);
    const today = stack.deps.now().toISOString().slice(0, 10);
    const tomorrow = new Date(stack.deps.now().getTime() + 86_400_000).toISOString().slice(0, 10);
    expect(await kinds({ from: today, to: today })).toHaveLength(3);
    expect(await kinds({ from: tomorrow })).toEqual([]);
  });

  it('is paged, and never repeats or skips an entry', async () => {
    const { owner } = await newTeam();
    for (let number = 0; number < 25; number++)
      await stack.as(owner).receipts.saveBilling({ ...BILLING, taxId: String(number) });
    const first = await stack.as(owner).workspaces.actions({ topic: 'workspace' });
    const second = await stack
      .as(owner)
      .workspaces.actions({ topic: 'workspace', ...(first.nextCursor !== null && { cursor: first.nextCursor }) });
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(25);
    expect(second.nextCursor).toBeNull();
  });

  it('can be read and downloaded by owners only, and a name cannot become a formula', async () => {
    const { owner, booker } = await newTeam();
    await expect(stack.as(booker).workspaces.actions({})).rejects.toMatchObject({ failure: 'PERMISSION_MISSING' });
    await stack.deps.db.updateTable('person').set({ fullName: '=HYPERLINK(1)' }).where('id', '=', owner.id).execute();
    await stack.as(owner).receipts.saveBilling(BILLING);
    const download = async (user: SessionUser) =>
      (await stack.asBrowser(user))('GET', `/w/${owner.username}/api/workspace-log/all.csv?topic=workspace`);
    const { statusCode, body } = await download(owner);
    expect(statusCode).toBe(200);
    expect(body).toContain('time_utc,actor,topic,action');
    expect(body).toContain(`'=HYPERLINK(1),Workspace,changed the billing details`);
    expect((await download(booker)).statusCode).toBe(403);
  });

  it('can be appended to, but not changed', async () => {
    const { owner } = await newTeam();
    await stack.as(owner).receipts.saveBilling(BILLING);
    const change = stack.deps.db.updateTable('workspaceAction').set({ kind: 'member.left' }).execute();
    await expect(change).rejects.toThrow();
  });
});
