/** `npm test` (with no word, or `quick`), `npm run test:deep` (`deep`), or both: from a fresh clone on. */
import { ensureInstalled, reexec } from './install.mjs';

await ensureInstalled();
await reexec();
const { main } = await import('./test.ts');
await main();
