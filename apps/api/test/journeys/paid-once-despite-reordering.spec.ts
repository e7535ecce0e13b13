/**
 * Tests that a booking is paid once although webhooks, commits or database connections are reordered, late, repeated
 * or lost.
 */
import { testPaidOnceDespite, useFaultScenarios } from '../support/fault-scenarios.ts';

const { stack, webhooks, pauseAt, cutAt } = useFaultScenarios();

testPaidOnceDespite(stack, [
  ['each webhook arrives twenty times', webhooks({ duplicates: 19 })],
  ['webhooks overtake each other', webhooks({ shuffleMs: 500 })],
  ['webhooks are late', webhooks({ delayMs: 700 })],
  ['every third webhook is dropped', webhooks({ dropRate: 0.34 })],
  ['no webhook arrives for hours', webhooks({ dropRate: 1 })],
  ['webhooks are held back until the end', () => stack.stripe.pauseWebhooks()],
  ['the order commits late', pauseAt('order.before_commit')],
  ['a webhook commits late', pauseAt('webhook.before_commit')],
  ['the response from Stripe is outdated when it is applied', pauseAt('sync.after_read')],
  ['the update with the response from Stripe commits late', pauseAt('apply.before_commit')],
  ['a status change commits late', pauseAt('move.before_commit')],
  ['every database connection is closed during a status change', () => cutAt('move.before_commit')],
]);
