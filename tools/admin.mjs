/** `npm run admin -- grant <email> | revoke <email> | list`, whether the product runs or not. */
import { ensureInstalled, reexec } from './install.mjs';

await ensureInstalled();
await reexec();
const { main } = await import('./admin.ts');
await main();
