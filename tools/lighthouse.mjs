/** `npm run bench:lighthouse`: audits the public pages on a simulated phone. */
import { ensureInstalled, reexec } from './install.mjs';

await ensureInstalled();
await reexec();
const { main } = await import('./bench/lighthouse.ts');
process.exitCode = (await main()) ? 0 : 1;
