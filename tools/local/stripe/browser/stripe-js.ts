import { readFileSync } from 'node:fs';

/** The parts of the browser script, in an order where each uses only what stands before it. */
const SCRIPT_PARTS = ['card-rules.js', 'look.js', 'fields.js', 'elements.js', 'challenge.js', 'stripe.js'];

let builtScript: string | null = null;

/**
 * The browser script as one classic script. Its parts are modules, so that they can say what they use;
 * `import` and `export` are taken off here, which is all the bundling that loading it synchronously needs.
 */
export function getStripeScript(): string {
  builtScript ??= buildScript();
  return builtScript;
}

function buildScript(): string {
  const parts = SCRIPT_PARTS.map((name) =>
    readFileSync(new URL(`./${name}`, import.meta.url), 'utf8')
      .replaceAll(/^import [^;]*;\n/gm, '')
      .replaceAll(/^export /gm, ''),
  );
  return `(() => {\n'use strict';\n${parts.join('\n')}\n})();\n`;
}
