/** `npm run bench:live`: see bench/live.ts. */
import { ensureInstalled, reexec } from './install.mjs';

await ensureInstalled();
await reexec();
const { main } = await import('./bench/live.ts');
await main();
