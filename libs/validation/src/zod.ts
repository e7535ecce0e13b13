import { z } from 'zod';

// In a browser, zod tests whether it may compile code. The content security policy blocks and reports that, so it is
// disabled.
if ('document' in globalThis) z.config({ jitless: true });

export { z };
