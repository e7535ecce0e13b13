/**
 * Ends the process if its Node version is too old. The entry point imports this module first, before an older version
 * fails at code that it does not know.
 */
const OLDEST_NODE = 24;

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  process.stderr.write(`Marquee needs Node ${OLDEST_NODE} or later, and this is Node ${process.versions.node}.\n`);
  process.exit(1);
}
