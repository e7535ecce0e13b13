/**
 * Exits with code 0 if the process in this container is healthy, and with 1 otherwise. A web server answers /readyz. A
 * worker serves no HTTP, so its metrics are asked for, if it serves them. Built as apps/api/dist/health-check.js.
 */
import './node-version.ts';

const { ROLE = 'all', PORT = '3000', METRICS_PORT = '0', METRICS_HOST = '127.0.0.1' } = process.env;
const TIMEOUT_MS = 5_000;

const address =
  ROLE !== 'worker'
    ? `http://127.0.0.1:${PORT}/readyz`
    : METRICS_PORT === '0' || METRICS_PORT === ''
      ? undefined
      : `http://${METRICS_HOST}:${METRICS_PORT}/metrics`;
if (address !== undefined) {
  const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined);
  process.exitCode = answer?.ok === true ? 0 : 1;
}
