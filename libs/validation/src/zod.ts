import { z } from 'zod';

// In a browser, zod would test whether it may compile code, which the content security policy refuses and reports.
if ('document' in globalThis) z.config({ jitless: true });

export { z };
