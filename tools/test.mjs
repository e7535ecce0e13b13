/** `npm test`: every check there is, from a fresh clone on. */
import { ensureInstalled, reexec } from './install.mjs';

await ensureInstalled();
await reexec();
const { main } = await import('./test.ts');
await main();
