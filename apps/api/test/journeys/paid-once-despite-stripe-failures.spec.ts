/** A booking is paid once when Stripe does not answer as it should. */
import { testPaidOnceDespite, STRIPE_TIMEOUT_MS, useFaultScenarios } from '../support/fault-scenarios.ts';

const { stack, onMoves, onReads } = useFaultScenarios();

testPaidOnceDespite(stack, [
  ['the answer is lost after the commit', onMoves({ kind: 'lose_response' })],
  ['the answer is lost again and again', onMoves({ kind: 'lose_response', times: 4 })],
  ['the connection is reset', onMoves({ kind: 'reset' })],
  ['the connection is silent until we give up', onMoves({ kind: 'hang', ms: STRIPE_TIMEOUT_MS + 500 })],
  ['Stripe takes its time', onMoves({ kind: 'slow', ms: 900 })],
  ['409: the key is in use', onMoves({ kind: 'error', status: 409 })],
  ['429: too many requests', onMoves({ kind: 'error', status: 429 })],
  ['500 before the work', onMoves({ kind: 'error', status: 500, times: 3 })],
  ['502 after the work', onMoves({ kind: 'error', status: 502, executed: true })],
  ['503 for a while', onMoves({ kind: 'error', status: 503, times: 5 })],
  ['500 that Stripe remembers', onMoves({ kind: 'error', status: 500, stored: true })],
  ['500 that Stripe remembers, after the work', onMoves({ kind: 'error', status: 500, stored: true, executed: true })],
  ['reads fail', onReads({ kind: 'error', status: 500, times: 4 })],
  ['reads are cut off', onReads({ kind: 'reset', times: 4 })],
]);
