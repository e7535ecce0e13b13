import { createServer } from 'node:http';
import type { Deps } from '../core/deps.ts';

/**
 * Serves GET /metrics for Prometheus on its own port, so that the figures are never on the public one. The default host
 * is loopback. Resolves with a function that stops the server. Throws if the port is in use.
 */
export async function startMetricsServer({ env, metrics, log }: Deps): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics
      .renderMetrics()
      .then(({ contentType, text }) => response.writeHead(200, { 'content-type': contentType }).end(text))
      .catch((error: unknown) => {
        log.error({ err: error }, 'the metrics could not be collected');
        response.writeHead(500).end();
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(env.METRICS_PORT, env.METRICS_HOST, resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
