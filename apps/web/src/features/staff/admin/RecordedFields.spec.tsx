import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Theme } from '../../../theme/Theme.tsx';
import { setScopeFinder, createScope } from '../../../trpc.ts';
import { RecordedChanges, RecordedFields } from './RecordedFields.tsx';

const page = { ...createScope([], '', ''), isDrawn: true, clock: { now: 0, timeZone: 'UTC' } };
setScopeFinder(() => page);

const textOf = (element: React.ReactElement) =>
  renderToStaticMarkup(<Theme>{element}</Theme>)
    .replace(/<style[^]*?<\/style>/g, '')
    .replace(/<[^>]+>/g, '');

describe('the recorded fields on admin pages', () => {
  it.each([
    [
      { amountCents: 11_500, reason: 'second_intent', chargeId: 'ch_1' },
      'Amount: $115.00 · Reason: paid a second time · Stripe charge: ch_1',
    ],
    [
      { reason: 'payout_setup', creatorCents: 10_000, accountId: null },
      'Reason: payout setup not finished · For the creator: $100.00',
    ],
    [
      { accountId: 'acct_1', creatorId: 'x', amount: 9_000, currency: 'jpy', failureCode: 'account_closed' },
      'Stripe account: acct_1 · Amount: ¥9,000 · Reason for the return: the bank account has been closed',
    ],
    [
      { code: 'insufficient_funds', message: 'Not enough.' },
      'Stripe’s code: insufficient_funds · Stripe’s message: Not enough.',
    ],
    [
      { paymentState: 'held', isAnswer: true, someoneElse: ['in_progress', 'x'] },
      /^Payment: [A-Z].* · Is answer: yes · Someone else: In Progress, x$/,
    ],
    [{}, ''],
  ])('show %o in words', (data, text) => {
    const shownText = textOf(<RecordedFields data={data} />);
    if (typeof text === 'string') expect(shownText).toBe(text);
    else expect(shownText).toMatch(text);
  });

  it('have labels and readable values', () => {
    expect(textOf(<RecordedChanges before={{}} after={{ platform: 'x', handle: '@mia', followers: 12 }} />)).toBe(
      'Platform: X · Account name: @mia · Followers: 12',
    );
    expect(
      textOf(
        <RecordedChanges
          before={{ status: 'completed', paymentState: 'disputed' }}
          after={{ decision: 'split', creatorCents: 5_000, refundCents: 6_500, feeCents: 750 }}
        />,
      ),
    ).toMatch(
      /^Status: Completed · Payment: .* · Decision: Split between brand and creator · For the creator: \$50\.00 · Refund to the brand: \$65\.00/,
    );
  });

  it('show “not set” for a value that was missing before or after a change', () => {
    expect(textOf(<RecordedChanges before={{ startDays: 7 }} after={{ startDays: 7, undeliveredDays: 14 }} />)).toBe(
      'Days to payout if nothing was delivered on the platform: not set → 14',
    );
    const before = { hiddenAt: '2026-11-22T10:00:00.000Z' };
    expect(textOf(<RecordedChanges before={before} after={{ hiddenAt: null }} />)).toMatch(
      /^Hidden: Nov 22.* → not set$/,
    );
  });

  it('show the old and new value of each changed field and omit unchanged fields', () => {
    const before = { feeBps: 1500, acceptHours: 72, startDays: 7, role: 'user', hiddenAt: null };
    const after = { feeBps: 1250, acceptHours: 48, startDays: 7, role: 'admin', hiddenAt: '2026-11-22T10:00:00.000Z' };
    expect(textOf(<RecordedChanges before={before} after={after} />)).toMatch(
      /^Fee: 15% → 12\.5% · Hours to accept: 72 → 48 · Role: No staff role → Admin · Hidden: not set → Nov 2\d, 2026/,
    );
  });
});
