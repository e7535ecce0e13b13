/** `nx serve api` and `nx serve web`: the parts with reload on change. */
import { reexec, refuse } from './install.mjs';

const part = process.argv[2];
if (part !== 'api' && part !== 'web') refuse('Usage: node tools/serve.mjs api|web');
await reexec();
const { serveApi, serveWeb } = await import('./serve.ts');
await (part === 'api' ? serveApi() : serveWeb());
