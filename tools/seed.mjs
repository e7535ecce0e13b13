/** `npm run seed`: demo data for an empty database, without starting the product. */
import { ensureInstalled, reexec } from './install.mjs';

await ensureInstalled();
await reexec();
const { main } = await import('./seed.ts');
await main();
