/**
 * Starts child processes that end when this process ends. Each child has its own process group, so Ctrl-C reaches
 * only this process, which then stops its children in order. A shell next to each child watches a pipe from this
 * process. When this process ends for any reason, the operating system closes the pipe, and the shell stops the
 * group. This file is plain JavaScript, because the installer uses it before any package is installed.
 */
import { spawn } from 'node:child_process';

/**
 * Shell script that runs the command. $1 is the first signal, $2 is the number of seconds until the group is killed,
 * and the remaining arguments are the command. The watcher ignores the signals that it sends. The outer shell also
 * ignores them, waits for the child and exits with the child's code.
 */
const GUARD_SCRIPT = `
signal=$1 patience=$2; shift 2
exec 9<&0 </dev/null
"$@" 9<&- &
child=$!
# What became of the command is in its code; shells would add a word of their own.
exec 2>/dev/null
trap '' INT TERM HUP
{
  read -r _ <&9
  kill -s "$signal" 0
  tries=$((patience * 10))
  while [ "$tries" -gt 0 ] && kill -0 "$child"; do sleep 0.1; tries=$((tries - 1)); done
  kill -s KILL 0
} &
watcher=$!
exec 9<&-
wait "$child"
code=$?
kill -s KILL "$watcher"
exit "$code"
`;

/**
 * Starts a command that ends when this process ends. `stop()` sends `signal` to the command, kills it if it has not
 * ended after `patience` seconds, and resolves when it has ended. Aborting `until` also stops the command. Set `ipc` if
 * the command is a Node process that sends messages to this process.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{
 *   signal?: 'INT' | 'TERM', patience?: number, until?: AbortSignal, ipc?: boolean,
 *   cwd?: string, env?: NodeJS.ProcessEnv, uid?: number, gid?: number,
 *   stdout?: number | 'pipe' | 'inherit' | 'ignore', stderr?: number | 'pipe' | 'inherit' | 'ignore',
 * }} [options]
 */
export function spawnGuarded(command, args, options = {}) {
  const {
    signal = 'TERM',
    patience = 10,
    until,
    ipc = false,
    stdout = 'inherit',
    stderr = 'inherit',
    ...rest
  } = options;
  const windows = process.platform === 'win32';
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = ['pipe', stdout, stderr, ...(ipc ? /** @type {const} */ (['ipc']) : [])];
  const child = windows
    ? spawn(command, args, { ...rest, stdio, shell: command.endsWith('.cmd') })
    : spawn('/bin/sh', ['-c', GUARD_SCRIPT, 'sh', signal, String(patience), command, ...args], {
        ...rest,
        detached: true,
        stdio,
      });
  /** @type {Promise<number>} The command's exit code; 127 when it could not be started. */
  const ended = new Promise((done) => {
    child.once('error', () => done(127));
    child.once('exit', (code, by) => done(code ?? (by === null ? 1 : 128)));
  });
  // Ignore errors on the pipe, which the command closes if it ends before this process.
  child.stdin?.on('error', () => {});
  const stop = async () => {
    if (windows) child.kill();
    child.stdin?.end();
    await ended;
  };
  if (until?.aborted) void stop();
  until?.addEventListener('abort', () => void stop(), { once: true });
  return { child, ended, stop };
}
