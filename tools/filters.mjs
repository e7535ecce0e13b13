/** `npm run bench:filters`: see bench/filters.ts. */
import { ensureInstalled, reexec } from './install.mjs';

await ensureInstalled();
await reexec();
const { main } = await import('./bench/filters.ts');
await main();
