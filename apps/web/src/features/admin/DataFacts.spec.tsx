/** What the program noted reaches staff as words. */
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Theme } from '../../theme/Theme.tsx';
import { findScopeBy, newScope } from '../../trpc.ts';
import { DataChanges, DataFacts } from './DataFacts.tsx';

const page = { ...newScope([], ''), isDrawn: true, clock: { now: 0, timeZone: 'UTC' } };
findScopeBy(() => page);

const textOf = (element: React.ReactElement) =>
  renderToStaticMarkup(<Theme>{element}</Theme>)
    .replace(/<style[^]*?<\/style>/g, '')
    .replace(/<[^>]+>/g, '');

describe('facts', () => {
  it.each([
    [
      { amountCents: 11_500, reason: 'second_intent', chargeId: 'ch_1' },
      'Amount: $115.00 · Why: it was paid a second time · Stripe charge: ch_1',
    ],
    [
      { reason: 'payout_setup', creatorCents: 10_000, accountId: null },
      'Why: the payout setup is not finished · For the creator: $100.00',
    ],
    [
      { accountId: 'acct_1', creatorId: 'x', amount: 9_000, currency: 'jpy', failureCode: 'account_closed' },
      'Stripe account: acct_1 · Amount: ¥9,000 · It came back because: the bank account has been closed',
    ],
    [
      { code: 'insufficient_funds', message: 'Not enough.' },
      'Stripe’s code: insufficient_funds · Stripe says: Not enough.',
    ],
    [
      { paymentState: 'held', isAnswer: true, someoneElse: ['in_progress', 'x'] },
      /^Payment: [A-Z].* · Is answer: yes · Someone else: In Progress, x$/,
    ],
    [{}, ''],
  ])('%o', (data, text) => {
    const said = textOf(<DataFacts data={data} />);
    if (typeof text === 'string') expect(said).toBe(text);
    else expect(said).toMatch(text);
  });

  it('of a change say from what to what, and leave out what stayed', () => {
    const before = { feeBps: 1500, acceptHours: 72, startDays: 7, role: 'user', hiddenAt: null };
    const after = { feeBps: 1250, acceptHours: 48, startDays: 7, role: 'admin', hiddenAt: '2026-11-22T10:00:00.000Z' };
    expect(textOf(<DataChanges before={before} after={after} />)).toMatch(
      /^Fee: 15% → 12\.5% · Hours to accept: 72 → 48 · Role: user → admin · Hidden: Nov 2\d, 2026/,
    );
  });
});
