import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { newAgent, newBooking } from '../../../src/demo/builders.ts';
import { newRepresentedCreator } from '../../support/agencies.ts';
import { openEventStream, signInForCookies } from '../../support/event-stream.ts';
import { SHORT_TIMING, useStack } from '../../support/stack.ts';

// Without the poll for missed updates, which would deliver the message later.
const stack = useStack({ TIMING: JSON.stringify({ ...SHORT_TIMING, missedMs: 600_000 }) });

it('tells the other side at once of a change by an agent', async () => {
  const { creator, agency } = await newRepresentedCreator(stack);
  const agent = await newAgent(stack.deps, { agency, creator });
  const { id, brand } = await newBooking(stack.deps, { creator });
  await stack.settle();
  const url = `http://127.0.0.1:${stack.deps.env.PORT}`;
  const stream = await openEventStream(url, await signInForCookies(url, brand));
  await stream.heard('hello');
  await stack.as(agent).messages.send({ to: { bookingId: id }, clientId: randomUUID(), text: 'On it.' });
  expect(await stream.heard('message')).toBeDefined();
});
