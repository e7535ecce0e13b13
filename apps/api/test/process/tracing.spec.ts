/** Tests that a trace leads from a request through its SQL to the job that it enqueued. */
import { expect, it } from 'vitest';
import { createEmailAddress } from '../support/accounts.ts';
import { useStack } from '../support/stack.ts';
import { startTracedProduct } from '../support/traced-product.ts';

const stack = useStack({}, { mailbox: true });

it('traces a request, its SQL and the job that it enqueued, and tags them with the reference of the request', async () => {
  await stack.stopWorker();
  const product = await startTracedProduct(stack);
  const email = createEmailAddress();
  const password = 'very-quiet-otters-7';
  let reference: string | null = null;
  try {
    const response = await fetch(`${product.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ fullName: 'Northwind Outdoor', email, userType: 'brand', password }),
    });
    expect(response.status).toBe(201);
    reference = response.headers.get('x-request-id');
    await stack.mailsTo(email);
  } finally {
    await product.stop();
  }
  const spans = product.spans();
  const tagged = spans.find(({ attributes }) =>
    attributes.some(({ key, value }) => key === 'marquee.request_id' && value['stringValue'] === reference),
  );
  expect(reference).toMatch(/^[2-9C-Y]{4}-[2-9C-Y]{4}$/);
  const trace = spans.filter(({ traceId }) => traceId === tagged?.traceId);
  const names = trace.map(({ name }) => name);
  expect(names).toContain('auth.register');
  expect(names).toContain('mail.send');
  expect(names.filter((name) => name.startsWith('pg.query')).length).toBeGreaterThan(5);
  expect(new Set(trace.map(({ parentSpanId }) => parentSpanId ?? null)).has(null)).toBe(true);
  expect(product.traces()).toContain('insert into');
  for (const secret of [email, password]) expect(product.traces()).not.toContain(secret);
});
