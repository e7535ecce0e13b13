import { afterAll, describe, it } from 'vitest';
import { newBooking, newBrand, newCreator, newPackage, newQuestions, CUSTOMER } from '../src/db/build.ts';
import { useStack } from './stack.ts';
describe.each([0, 1, 2, 3, 4, 5])('%s', (which) => {
const stack = useStack();
afterAll(async () => {
  const t0 = performance.now();
  await Promise.race([stack.app.close().then(() => console.log(which, 'app closed', performance.now() - t0)), new Promise((r) => setTimeout(r, 5000))]);
  const r = await stack.deps.pool.query('select task_identifier, locked_by, locked_at, last_error, attempts, run_at from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id').then((x) => x.rows, (e) => e.message).catch(String);
  console.log(which, JSON.stringify(r));
  console.log((await (process as any).getActiveResourcesInfo()).join());
});
it('x', async () => {
  if (which < 2) await newBooking(stack.deps, { status: 'accepted' });
  if (which < 4) {
  const c = await newCreator(stack.deps); const pack = await newPackage(stack.deps, c); const brand = await newBrand(stack.deps);
  const o = (f: object) => stack.as(brand).payments.openCheckout({ packageId: pack.id, brandUserId: brand.id, ...f });
  await o({ customer: CUSTOMER });
  if (which % 2) { const b = await stack.asBrowser(brand); await b('GET', '/api/auth/user'); }
  }
});
});
