/** How a command learns that it is to stop. Plain JavaScript: the installer needs it before anything is installed. */
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

const PARENT_CHECK_MS = 250;

/**
 * Calls `stop` once, with the conventional exit code, when a signal says so (Ctrl-C, kill, a closed terminal) or when
 * whoever started us died without a word. Returns a function that stops listening.
 * @param {(code: number) => unknown} stop
 */
export function onStop(stop) {
  let told = false;
  /** @param {number} code */
  const tell = (code) => {
    if (told) return;
    told = true;
    stop(code);
  };
  const listeners = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']).map((signal) => {
    const listener = () => tell(128 + constants.signals[signal]);
    process.on(signal, listener);
    return /** @type {const} */ ([signal, listener]);
  });
  const gone = () => tell(128 + constants.signals.SIGHUP);
  // Started by install.mjs on another Node: its end closes the channel.
  if (process.send !== undefined) {
    if (process.connected) process.on('disconnect', gone);
    else gone();
  }
  // Started by npm: it passes signals on, but when it is killed nobody tells us, and we get other parents.
  const parents = listNpmParents();
  const watch =
    process.env['npm_lifecycle_event'] === undefined
      ? undefined
      : setInterval(() => {
          if (listNpmParents() !== parents) gone();
        }, PARENT_CHECK_MS);
  watch?.unref();
  return () => {
    for (const [signal, listener] of listeners) process.off(signal, listener);
    process.off('disconnect', gone);
    clearInterval(watch);
  };
}

/** Who is between npm and us, and npm: our parent, and the parent of that one when it is the shell that npm uses. */
function listNpmParents() {
  const parent = process.ppid;
  if (process.platform !== 'linux') return String(parent);
  try {
    const [, name = '', fields = ''] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? [];
    return /^(ba|da|a)?sh$/.test(name) ? `${parent} ${fields.split(' ')[1]}` : String(parent);
  } catch {
    return String(parent);
  }
}
