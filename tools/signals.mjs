/**
 * Detects when a command has to stop. This file is plain JavaScript, because the installer uses it before any
 * package is installed.
 */
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

const PARENT_CHECK_MS = 250;

/**
 * Calls `stop` once, with the conventional exit code, when a signal arrives (Ctrl-C, kill, a closed terminal) or
 * when the parent process dies without sending one. Returns a function that stops listening.
 * @param {(code: number) => unknown} stop
 */
export function onStop(stop) {
  let wasStopped = false;
  /** @param {number} code */
  const stopOnce = (code) => {
    if (wasStopped) return;
    wasStopped = true;
    stop(code);
  };
  const listeners = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']).map((signal) => {
    const listener = () => stopOnce(128 + constants.signals[signal]);
    process.on(signal, listener);
    return /** @type {const} */ ([signal, listener]);
  });
  const onHangup = () => stopOnce(128 + constants.signals.SIGHUP);
  // install.mjs may have started this process. The IPC channel closes when install.mjs ends.
  if (process.send !== undefined) {
    if (process.connected) process.on('disconnect', onHangup);
    else onHangup();
  }
  // npm forwards signals. If npm itself is killed, no signal arrives, but the parent processes of this process
  // change.
  const parents = listNpmParents();
  const watch =
    process.env['npm_lifecycle_event'] === undefined
      ? undefined
      : setInterval(() => {
          if (listNpmParents() !== parents) onHangup();
        }, PARENT_CHECK_MS);
  watch?.unref();
  return () => {
    for (const [signal, listener] of listeners) process.off(signal, listener);
    process.off('disconnect', onHangup);
    clearInterval(watch);
  };
}

/**
 * Returns the IDs of the processes up to npm: the parent process, and its parent if the first one is the shell that
 * npm uses.
 */
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
