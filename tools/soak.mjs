/** `npm run soak -- --minutes 10 --seed 1`: whole bookings under faults, then proof that nothing was lost. */
import { ensureInstalled, reexec } from './install.mjs';

await ensureInstalled();
await reexec();
const { main } = await import('./soak/soak.ts');
await main();
