/** Tests that a booking is paid once although Stripe responds incorrectly or not at all. */
import { testPaidOnceDespite, STRIPE_TIMEOUT_MS, useFaultScenarios } from '../support/fault-scenarios.ts';

const { stack, onMoves, onReads } = useFaultScenarios();

testPaidOnceDespite(stack, [
  ['the response is lost after the commit', onMoves({ kind: 'lose_response' })],
  ['the response is lost repeatedly', onMoves({ kind: 'lose_response', times: 4 })],
  ['the connection is reset', onMoves({ kind: 'reset' })],
  ['the connection hangs until our timeout', onMoves({ kind: 'hang', ms: STRIPE_TIMEOUT_MS + 500 })],
  ['Stripe is slow', onMoves({ kind: 'slow', ms: 900 })],
  ['Stripe returns 409 because the key is in use', onMoves({ kind: 'error', status: 409 })],
  ['Stripe returns 429 for too many requests', onMoves({ kind: 'error', status: 429 })],
  ['Stripe returns 500 before it executes the request', onMoves({ kind: 'error', status: 500, times: 3 })],
  ['Stripe returns 502 after it has executed the request', onMoves({ kind: 'error', status: 502, executed: true })],
  ['Stripe returns 503 for a while', onMoves({ kind: 'error', status: 503, times: 5 })],
  ['Stripe stores a 500 response for the idempotency key', onMoves({ kind: 'error', status: 500, stored: true })],
  [
    'Stripe stores a 500 response after it has executed the request',
    onMoves({ kind: 'error', status: 500, stored: true, executed: true }),
  ],
  ['reads fail', onReads({ kind: 'error', status: 500, times: 4 })],
  ['the connection is reset during reads', onReads({ kind: 'reset', times: 4 })],
]);
