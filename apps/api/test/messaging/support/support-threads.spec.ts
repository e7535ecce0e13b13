/**
 * Tests contact messages as threads: staff answer by email, the sender replies through a link, and no one else has
 * access.
 */
import { LIMITS, formatThreadReference } from '@marquee/validation';
import { describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { newAdmin, newBrand } from '../../../src/demo/builders.ts';
import { newEmployee } from '../../support/members.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack({ OPERATOR_EMAIL: 'team@operator.test' }, { mailbox: true });
const refused = (failure: string) => expect.objectContaining({ failure }) as Error;
let count = 0;

async function newThread(sender: SessionUser | null = null) {
  const email = `asker-${count++}@example.test`;
  const { id } = await stack.as(sender).support.contact({
    name: 'Jo Mills',
    email,
    company: '',
    subject: 'Where is my refund?',
    category: 'Billing & Payments',
    message: 'I cancelled a week ago.',
  });
  // Waits until the confirmation is sent, because two emails to the same recipient may arrive in either order.
  await stack.idle();
  const staff = stack.as(await newAdmin(stack.deps)).admin;
  return { id, email, staff };
}

const tokenIn = async (email: string) =>
  new URLSearchParams(/thread#(\S+)/.exec((await stack.mailsTo(email))[0]?.text ?? '')?.[1]).get('token') ?? '';

describe('a support thread', () => {
  it('leads staff to the page of the workspace in which a signed-in sender works', async () => {
    const owner = await newBrand(stack.deps);
    const { id, staff } = await newThread(await newEmployee(stack, owner, 'booker'));
    const { senderWorkspaceId } = await staff.message({ id });
    expect(senderWorkspaceId).toBe(owner.workspaceId);
    expect((await staff.messages({ show: 'open' })).items.find((each) => each.id === id)?.senderWorkspaceId).toBe(
      owner.workspaceId,
    );
    expect(await staff.user({ id: owner.workspaceId })).toMatchObject({ fullName: owner.workspaceName });
    const { id: fromVisitor } = await newThread();
    expect((await staff.message({ id: fromVisitor })).senderWorkspaceId).toBeNull();
  });

  it('lets staff answer by email and the sender reply through the link in that email', async () => {
    const { id, email, staff } = await newThread();
    const { number } = await staff.message({ id });
    await staff.answerMessage({ id, text: 'It was sent on Monday.' });
    const [answer] = await stack.mailsTo(email);
    expect(answer?.subject).toBe(`[${formatThreadReference(number)}] Our answer to your message`);
    expect(answer?.text).toContain('It was sent on Monday.');
    expect((await staff.messages({ show: 'answered' })).items.map((each) => each.id)).toContain(id);

    const token = await tokenIn(email);
    const nobody = stack.as(null).support;
    expect(await nobody.thread({ token })).toMatchObject({
      reference: formatThreadReference(number),
      status: 'answered',
      message: 'I cancelled a week ago.',
      replies: [{ text: 'It was sent on Monday.', isStaff: true }],
    });
    const after = await nobody.reply({ token, text: 'It is not there yet.' });
    expect(after).toMatchObject({ status: 'open', replies: [{ isStaff: true }, { isStaff: false }] });
    const [staffMail] = await stack.mailsTo('team@operator.test');
    expect(staffMail?.text).toContain('It is not there yet.');
    expect((await staff.messages({ show: 'open' })).items.map((each) => each.id)).toContain(id);
    expect((await staff.message({ id })).replies).toMatchObject([
      { text: 'It was sent on Monday.', staffName: 'Robin Operator' },
      { text: 'It is not there yet.', staffName: null },
    ]);

    await staff.closeMessage({ id, note: 'The refund has arrived' });
    expect((await nobody.thread({ token })).status).toBe('closed');
    await nobody.reply({ token, text: 'One more thing.' });
    expect((await staff.message({ id })).status).toBe('open');
    expect((await staff.audit({ subjectId: id })).items.map(({ action }) => action)).toEqual([
      'contact.closed',
      'contact.answered',
    ]);
  });

  it('can be opened only with its own link, and only until the link expires', async () => {
    const { id, email, staff } = await newThread();
    await staff.answerMessage({ id, text: 'We are looking.' });
    const token = await tokenIn(email);
    const nobody = stack.as(null).support;
    for (const wrong of ['', 'x', `${token.slice(0, -1)}_`, id])
      await expect(nobody.thread({ token: wrong })).rejects.toEqual(refused('LINK_INVALID'));
    await stack.advance(91 * 24 * 3_600_000);
    await expect(nobody.reply({ token, text: 'Late' })).rejects.toEqual(refused('LINK_INVALID'));
  });

  it('accepts no more replies from the sender or staff when it has the maximum number of replies', async () => {
    const { id, email, staff } = await newThread();
    await staff.answerMessage({ id, text: 'The first answer.' });
    const token = await tokenIn(email);
    await stack.deps.db
      .insertInto('contactReply')
      .values(
        Array.from({ length: LIMITS.contactReplies - 1 }, () => ({
          messageId: id,
          staffPersonId: null,
          text: 'Again',
          at: stack.deps.now(),
        })),
      )
      .execute();
    await expect(stack.as(null).support.reply({ token, text: 'And again' })).rejects.toEqual(refused('THREAD_FULL'));
    await expect(staff.answerMessage({ id, text: 'No more' })).rejects.toEqual(refused('THREAD_FULL'));
    expect((await staff.message({ id })).replies).toHaveLength(LIMITS.contactReplies);
  });
});
