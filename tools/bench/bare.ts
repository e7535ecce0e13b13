/**
 * Baseline for the benchmarks. A bare Fastify and `pg` server runs the same statements as our API and returns the
 * rows as JSON. The statements are recorded by calling the API's procedures.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import pg from 'pg';
import { parseEnv } from '../../apps/api/src/config/env.ts';
import { openLog } from '../../apps/api/src/config/log.ts';
import { createProcessMemory } from '../../apps/api/src/core/process-memory.ts';
import { openDb } from '../../apps/api/src/db/client.ts';
import { createCaller } from '../../apps/api/src/http/router.ts';
import { boot } from '../../apps/api/src/process/boot.ts';
import { isReadStatement } from './statements.ts';

/** Procedure that visitors can call, with the inputs that the benchmark sends in rotation. */
export interface BenchCall {
  procedure: string;
  inputs: readonly unknown[];
}

export interface RunningBareServer {
  origin: string;
  pid: number;
  pathsOf(call: BenchCall): string[];
  stop(): Promise<void>;
}

/**
 * Starts the bare server in its own process. `env` contains the API's environment variables. Throws if the process
 * exits before it accepts requests.
 */
export async function startBareServer(
  env: Record<string, string>,
  calls: readonly BenchCall[],
): Promise<RunningBareServer> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), { env: { ...process.env, ...env } });
  const ended = new Promise<never>((_resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The bare server ended with ${code}`)));
  });
  ended.catch(() => undefined);
  const listening = new Promise<number>((resolve) => {
    child.once('message', (port) => resolve(port as number));
  });
  child.send(calls);
  const port = await Promise.race([listening, ended]);
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    pathsOf: (call) => call.inputs.map((_input, at) => `/${calls.indexOf(call)}/${at}`),
    async stop() {
      child.kill();
      await ended.catch(() => undefined);
    },
  };
}

/** Statement recorded from the API. Statements with the same `wave` ran concurrently. */
interface RecordedStatement {
  text: string;
  values: unknown[];
  wave: number;
}

async function recordStatements(
  pool: pg.Pool,
  work: (recording: pg.Pool) => Promise<unknown>,
): Promise<RecordedStatement[]> {
  const statements: RecordedStatement[] = [];
  let wave = 0;
  let underWay = 0;
  const watch =
    (query: (...args: unknown[]) => unknown) =>
    (...args: unknown[]): unknown => {
      const [first, second] = args;
      const config = (
        typeof first === 'string' ? { text: first, values: second } : first
      ) as Partial<RecordedStatement>;
      if (underWay === 0) wave += 1;
      underWay += 1;
      if (isReadStatement(config.text ?? ''))
        statements.push({ text: config.text ?? '', values: config.values ?? [], wave });
      return Promise.resolve(query(...args)).finally(() => {
        underWay -= 1;
      });
    };
  const wrap = (client: pg.PoolClient): pg.PoolClient =>
    Object.create(client, {
      query: { value: watch(client.query.bind(client)) },
      release: { value: client.release.bind(client) },
    }) as pg.PoolClient;
  const recording = new Proxy(pool, {
    get(target, property) {
      if (property === 'connect') return async () => wrap(await target.connect());
      if (property === 'query') return watch(target.query.bind(target));
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
    },
  });
  await work(recording);
  return statements;
}

async function serveBare(calls: readonly BenchCall[]): Promise<void> {
  const env = parseEnv(process.env);
  const deps = boot(env, openLog({ LOG_LEVEL: 'error' }));
  const plans: RecordedStatement[][][] = [];
  for (const { procedure, inputs } of calls) {
    const plan: RecordedStatement[][] = [];
    for (const input of inputs) {
      plan.push(
        await recordStatements(deps.pool, (pool) => {
          const db = openDb(pool);
          const caller = createCaller({
            deps: { ...deps, pool, db, stale: db, memory: createProcessMemory({ env, pool, metrics: deps.metrics }) },
            user: null,
            request: { ip: '127.0.0.1' },
            session: null,
          });
          const call = procedure
            .split('.')
            .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], caller) as (
            input: unknown,
          ) => Promise<unknown>;
          return call(input);
        }),
      );
    }
    if (plan.some((statements) => statements.length === 0))
      throw new Error(`${procedure} asks the database nothing that was seen: there is nothing to compare with`);
    plans.push(plan);
  }
  await deps.close();

  const names = new Map<string, string>();
  const nameOf = (text: string) => {
    const name = names.get(text) ?? `s${names.size}`;
    names.set(text, name);
    return name;
  };
  const pool = new pg.Pool({ connectionString: env.DATABASE_URL, max: env.DATABASE_POOL });
  const run = async ({ text, values }: RecordedStatement): Promise<unknown[]> =>
    (await pool.query({ text, values, name: nameOf(text) })).rows;

  const app = Fastify();
  app.get<{ Params: { call: string; input: string } }>('/:call/:input', async ({ params }) => {
    const statements = plans[Number(params.call)]?.[Number(params.input)] ?? [];
    if (statements.length === 1 && statements[0] !== undefined) return run(statements[0]);
    const answer: unknown[] = [];
    for (let wave = 1; wave <= (statements.at(-1)?.wave ?? 0); wave++)
      answer.push(...(await Promise.all(statements.filter((one) => one.wave === wave).map(run))));
    return answer;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  process.send?.(typeof address === 'object' ? address?.port : undefined);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.once('message', (calls) => void serveBare(calls as BenchCall[]));
  process.once('disconnect', () => process.exit(0));
}
