
import { it } from 'vitest';
import { newBooking, newBrand, newCreator, newPackage, newQuestions, CUSTOMER } from '../src/db/build.ts';
import { useStack } from './stack.ts';
const stack = useStack();
it('x', async () => {
  const { id, creator } = await newBooking(stack.deps, { status: 'accepted' });
  const { rows } = await stack.deps.pool.query("select id from ledger_transaction where booking_id=$1 and kind='capture'", [id]);
  const r = await stack.deps.pool.query("insert into ledger_entry (transaction_id, account, user_id, amount_cents) values ($1,'creator',$2,-500),($1,'fee',null,500)", [rows[0].id, creator.id]).then(() => 'TAKEN', (e) => e.message);
  console.log('append', r);
  const c = await newCreator(stack.deps); const pack = await newPackage(stack.deps, c); const brand = await newBrand(stack.deps);
  await newQuestions(stack.deps, c, pack.id, [{ id: 'q_1', type: 'text', question: 'Opt?', required: false }]);
  const o = (f: object) => stack.as(brand).payments.openCheckout({ packageId: pack.id, brandUserId: brand.id, ...f });
  const a = await o({ customer: CUSTOMER, answers: { q_1: 'kept?' } });
  await o({ customer: CUSTOMER });
  console.log('answers', (await stack.as(brand).bookings.byId({ id: a.bookingId })).answers);
  await o({ answers: { q_1: 'x' } });
  console.log('customer', (await stack.as(brand).bookings.byId({ id: a.bookingId })).customer);
  const b = await stack.asBrowser(brand);
  for (const cur of ['2026-01-01T00:00:00.000Z_' + '-'.repeat(36), '-271821-04-20T00:00:00.000Z_' + pack.id, '+275760-09-13T00:00:00.000Z_' + pack.id])
    console.log(cur, (await b('GET', '/trpc/bookings.list?input=' + encodeURIComponent(JSON.stringify({ cursor: cur })))).body.slice(0, 120));
});
