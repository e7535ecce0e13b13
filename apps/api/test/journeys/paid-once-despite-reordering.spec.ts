/** A booking is paid once when webhooks, commits and the database come in another order, late, twice or not at all. */
import { testPaidOnceDespite, useFaultScenarios } from '../support/fault-scenarios.ts';

const { stack, webhooks, pauseAt, cutAt } = useFaultScenarios();

testPaidOnceDespite(stack, [
  ['webhooks come twenty times at once', webhooks({ duplicates: 19 })],
  ['webhooks overtake each other', webhooks({ shuffleMs: 500 })],
  ['webhooks are late', webhooks({ delayMs: 700 })],
  ['every third webhook is dropped', webhooks({ dropRate: 0.34 })],
  ['no webhook comes for hours', webhooks({ dropRate: 1 })],
  ['webhooks are held back until the end', () => stack.stripe.pauseWebhooks()],
  ['the order commits after Stripe has heard of others', pauseAt('order.before_commit')],
  ['a webhook commits late', pauseAt('webhook.before_commit')],
  ['what Stripe said is old when it is applied', pauseAt('sync.after_read')],
  ['what Stripe said commits late', pauseAt('apply.before_commit')],
  ['a move commits late', pauseAt('move.before_commit')],
  ['every database connection is cut in the middle', () => cutAt('move.before_commit')],
]);
