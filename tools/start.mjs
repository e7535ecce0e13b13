/** `npm start`: the whole product on this machine, from a fresh clone on. */
import { ensureInstalled, reexec } from './install.mjs';

await ensureInstalled();
await reexec();
const { main } = await import('./start.ts');
await main();
