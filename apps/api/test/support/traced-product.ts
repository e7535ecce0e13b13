/** Starts the product as a process of its own that sends its traces to a collector of this test. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { findFreePort } from '@marquee/tools/local/postgres';
import { toEnvVariables, type Stack } from './stack.ts';

const MAIN = new URL('../../src/process/main.ts', import.meta.url).pathname;

export interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

export interface TracedProduct {
  url: string;
  metricsUrl: string;
  /** Everything that the process has logged so far. */
  logged(): string;
  /** Everything that the collector has received so far, as text. */
  traces(): string;
  spans(): Span[];
  /** Stops the process, which sends its last spans. */
  stop(): Promise<void>;
}

interface TraceRequest {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
}

/** Starts the product on the stack's database. The stack's own worker should be stopped, so that it takes no jobs. */
export async function startTracedProduct(stack: Stack, overrides: Record<string, string> = {}): Promise<TracedProduct> {
  const received: string[] = [];
  const collector = createServer((request, response) => {
    const receive = async () => {
      received.push(await text(request));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    };
    void receive();
  });
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  const [port, metricsPort] = [await findFreePort(), await findFreePort()];
  const url = `http://127.0.0.1:${port}`;
  const child: ChildProcess = fork(MAIN, {
    env: {
      ...process.env,
      ...toEnvVariables(stack.deps.env),
      LOG_LEVEL: 'debug',
      PORT: String(port),
      PUBLIC_URL: url,
      METRICS_PORT: String(metricsPort),
      OTEL_TRACES_SAMPLER_ARG: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      ...overrides,
    },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let logged = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (logged += String(chunk)));
  const started = await Promise.race([once(child, 'message').then(() => true), once(child, 'exit').then(() => false)]);
  if (!started) throw new Error(`The product did not start: ${logged}`);
  return {
    url,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    logged: () => logged,
    traces: () => received.join('\n'),
    spans: () =>
      received.flatMap((body) =>
        (JSON.parse(body) as TraceRequest).resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
      collector.close();
      collector.closeAllConnections();
    },
  };
}
