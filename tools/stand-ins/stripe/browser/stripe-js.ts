import { readFileSync } from 'node:fs';

/** Parts of the browser script. Each part comes after the parts that it imports. */
const SCRIPT_PARTS = ['card-rules.js', 'look.js', 'fields.js', 'elements.js', 'challenge.js', 'stripe.js'];

let builtScript: string | null = null;

/**
 * Returns the browser script as one classic script, which pages can load synchronously. Its parts are ES modules,
 * and removing their `import` and `export` keywords is enough to combine them.
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
