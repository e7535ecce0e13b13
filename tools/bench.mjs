/** `npm run bench`: see bench/bench.ts. */
import { ensureInstalled, reexec } from './install.mjs';

await ensureInstalled();
await reexec();
const { main } = await import('./bench/bench.ts');
await main();
