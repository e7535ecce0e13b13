/** `npm run evaluate:matching`: see matching/evaluate.ts. */
import { ensureInstalled, reexec } from './install.mjs';

await ensureInstalled();
await reexec();
const { main } = await import('./matching/evaluate.ts');
main();
