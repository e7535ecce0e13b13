import { z } from 'zod';

// In a browser zod would try whether it may make code from text, which the page's content security policy refuses and
// reports each time.
if ('document' in globalThis) z.config({ jitless: true });

export { z };
