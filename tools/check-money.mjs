/** `npm run check:money`: proves the money invariants (docs/safety.md) over the database and Stripe's books. */
import { ensureInstalled, reexec } from './install.mjs';

await ensureInstalled();
await reexec();
const { main } = await import('./check-money.ts');
await main();
