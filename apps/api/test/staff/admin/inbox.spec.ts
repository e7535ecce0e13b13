/** Tests the entries of the staff inbox, their order, and that every entry appears on exactly one page. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { newAdmin, newBooking, newBrand, newCreator, newPackage } from '../../../src/demo/builders.ts';
import { openException } from '../../../src/modules/money/ledger/exceptions.service.ts';
import { newContactMessage } from '../../support/contact-messages.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();
let admin: SessionUser;
let start: number;
beforeAll(async () => {
  start = stack.deps.now().getTime();
  admin = await newAdmin(stack.deps);
});
const staff = () => stack.as(admin).admin;

/** Returns all items, page by page. */
async function readInbox() {
  const items = [];
  let cursor: string | undefined;
  do {
    const page: Awaited<ReturnType<ReturnType<typeof staff>['inbox']>> = await staff().inbox({
      ...(cursor !== undefined && { cursor }),
    });
    expect(page.items.length).toBeLessThanOrEqual(20);
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}

const hoursAgo = (hours: number) => new Date(start - hours * 3_600_000);

const newMessage = (subject: string, createdAt: Date, reopenedAt: Date | null = null) =>
  newContactMessage(stack.deps, { subject, createdAt, reopenedAt });

describe('the staff inbox', () => {
  it('lists what needs action with its subject and people, items with a deadline first', async () => {
    const disputed = await newBooking(stack.deps, { status: 'completed' });
    await disputed.asBrand.disputes.reportProblem({
      id: disputed.id,
      desiredOutcome: 'full_refund',
      problem: 'Half of the stories are missing.',
    });
    const blocked = await newBooking(stack.deps, {
      creator: await newCreator(stack.deps, { fullName: 'Ada Unpaid' }),
      status: 'completed',
    });
    await blocked.asBrand.settlements.approve({ id: blocked.id });
    await stack.idle();
    const owner = await newCreator(stack.deps, { fullName: 'Rita Reported' });
    const pack = await newPackage(stack.deps, owner);
    const brand = await newBrand(stack.deps);
    await stack.as(brand).reports.create({
      kind: 'package',
      id: pack.id,
      reason: 'Spam or misleading',
      sentence: 'The followers are bought.',
    });
    await stack.deps.db
      .transaction()
      .execute((db) =>
        openException(db, { kind: 'intent_misfit', bookingId: null, subject: 'pi_1', data: {}, at: hoursAgo(100) }),
      );
    await newMessage('Where is my invoice?', hoursAgo(2));
    await newMessage('Where is my receipt?', hoursAgo(30));
    await newMessage('Is there any news?', hoursAgo(500), hoursAgo(1));
    const suspended = await newBooking(stack.deps, { status: 'accepted' });
    await staff().suspendUser({ id: suspended.creator.id, reason: 'Sold followers' });

    const items = await readInbox();
    expect(items.map(({ kind, hasDeadline }) => [kind, hasDeadline])).toEqual([
      ['message', true],
      ['message', true],
      ['message', true],
      ['dispute', true],
      ['exception', false],
      ['payout', false],
      ['report', false],
      ['booking', false],
    ]);
    const [late, recent, reopened, dispute, exception, payout, report, booking] = items;
    expect(late).toMatchObject({ about: 'Where is my receipt?', personName: 'Nora Field', at: hoursAgo(6) });
    expect(recent).toMatchObject({ about: 'Where is my invoice?', at: hoursAgo(-22) });
    // The time to answer a reopened thread starts when it is reopened.
    expect(reopened).toMatchObject({ about: 'Is there any news?', at: hoursAgo(-23) });
    expect(dispute).toMatchObject({
      detail: 'unanswered',
      brandName: disputed.brand.fullName,
      creatorName: disputed.creator.fullName,
    });
    expect(exception).toMatchObject({ about: 'pi_1', detail: 'intent_misfit', at: hoursAgo(100) });
    expect(payout).toMatchObject({ creatorName: 'Ada Unpaid' });
    expect(report).toMatchObject({ about: pack.name, detail: 'package', personName: 'Rita Reported' });
    expect(booking).toMatchObject({ id: suspended.id, creatorName: suspended.creator.fullName });
  });

  it('shows every item on exactly one page, in the order of the deadlines', async () => {
    for (let each = 0; each < 25; each++) await newMessage(`Question number ${each}`, hoursAgo(each % 5));
    await stack.deps.db.transaction().execute(async (db) => {
      for (let each = 0; each < 25; each++)
        await openException(db, {
          kind: 'intent_misfit',
          bookingId: null,
          subject: `pi_page_${each}`,
          data: {},
          at: hoursAgo(each % 5),
        });
    });
    const items = await readInbox();
    const keys = items.map(({ kind, id }) => `${kind} ${id}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(items.filter(({ kind }) => kind === 'message')).toHaveLength(28);
    expect(items.filter(({ kind }) => kind === 'exception')).toHaveLength(26);
    const order = items.map(({ hasDeadline, at }) => `${hasDeadline ? 0 : 1} ${at.toISOString()}`);
    expect(order).toEqual([...order].sort());
    expect((await staff().inbox({ cursor: "due_x' or 1=1" })).items).toHaveLength(20);
  });

  it('no longer lists an item after staff have handled it', async () => {
    const [message] = (await readInbox()).filter(({ kind }) => kind === 'message');
    await staff().closeMessage({ id: message?.id ?? '', note: 'Answered by phone' });
    expect((await readInbox()).map(({ id }) => id)).not.toContain(message?.id);
  });
});
