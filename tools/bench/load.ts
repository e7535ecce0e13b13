/**
 * Sends load to several servers in rotation and measures each one, so that other load on the machine affects all of
 * them equally.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';

export interface LoadTarget {
  name: string;
  origin: string;
  paths: readonly string[];
  headers?: Record<string, string>;
  /** JSON body. The request is a POST with a body, and a GET without. */
  body?: string;
  /** ID of the server's process, to measure its CPU time. */
  pid?: number;
}

export interface LoadOptions {
  targets: readonly LoadTarget[];
  connections: number;
  seconds: number;
  rounds: number;
  /** ID of PostgreSQL's postmaster (see `findParentPid`), to measure the CPU time of its backends. */
  postmaster?: number;
  warmRequests?: number;
  say?: (line: string) => void;
}

interface LoadRound {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /**
   * CPU milliseconds per request that the server's process used. `postgresMs` is the same for PostgreSQL. NaN if the
   * process is unknown.
   */
  cpuMs: number;
  postgresMs: number;
  /** Bytes per response, including headers. */
  bytes: number;
}

/** Medians over all rounds for one target, and the results of each round. */
export interface LoadResult extends LoadRound {
  name: string;
  rounds: readonly LoadRound[];
}

/**
 * Sends load to the targets in rotation for `rounds` rounds, after one warm-up round. Returns the results in the
 * order of the targets. Throws if a request fails or its status is not 2xx.
 */
export async function measureLoad({
  targets,
  connections,
  seconds,
  rounds,
  postmaster,
  warmRequests = WARM_REQUESTS,
  say,
}: LoadOptions): Promise<LoadResult[]> {
  const each: LoadRound[][] = targets.map(() => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [at, target] of targets.entries()) {
      const measured = await loadOnce(target, connections, seconds, postmaster, round === 0 ? warmRequests : 0);
      if (round > 0) each[at]?.push(measured);
    }
    say?.(round === 0 ? 'warm' : `round ${round} of ${rounds}`);
  }
  return targets.map(({ name }, at) => {
    const figures = each[at] ?? [];
    const of = (figure: keyof LoadRound) => median(figures.map((one) => one[figure]));
    return {
      name,
      requestsPerSecond: of('requestsPerSecond'),
      p50Ms: of('p50Ms'),
      p99Ms: of('p99Ms'),
      cpuMs: of('cpuMs'),
      postgresMs: of('postgresMs'),
      bytes: of('bytes'),
      rounds: figures,
    };
  });
}

/** Returns the throughput of `one` divided by that of `other`, as the median of the per-round ratios. */
export const computeRatio = (one: LoadResult, other: LoadResult): number =>
  median(one.rounds.map((round, at) => round.requestsPerSecond / (other.rounds[at]?.requestsPerSecond ?? Number.NaN)));

/** Returns the median (the upper one if there are two middle values), or NaN if `values` is empty. */
export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Returns the value below which `share` (0 to 1) of the values lie, or NaN if `values` is empty. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;

/** Maximum length of the warm-up, in which V8 compiles hot code and each PostgreSQL session plans its statements. */
const WARM_REQUESTS = 5_000;
const WARM_SECONDS = 10;

/**
 * Sends load to the target for `seconds`. If `enough` is positive, stops instead after that many requests or
 * WARM_SECONDS.
 */
async function loadOnce(
  target: LoadTarget,
  connections: number,
  seconds: number,
  postmaster: number | undefined,
  enough = 0,
): Promise<LoadRound> {
  const pool = new Pool(target.origin, { connections, pipelining: 1 });
  try {
    const times: number[] = [];
    const cpu = readCpuMs(target.pid);
    const postgres = readChildrenCpuMs(postmaster);
    const start = performance.now();
    const until = start + (enough > 0 ? WARM_SECONDS : seconds) * 1000;
    let next = 0;
    let bytes = 0;
    const isOver = () => performance.now() >= until || (enough > 0 && times.length >= enough);
    const worker = async () => {
      while (!isOver()) {
        const path = target.paths[next++ % target.paths.length] ?? '/';
        const startedAt = performance.now();
        const length = await sendRequest(pool, target, path);
        bytes += length;
        times.push(performance.now() - startedAt);
      }
    };
    await Promise.all(Array.from({ length: connections }, worker));
    const took = (performance.now() - start) / 1000;
    return {
      requestsPerSecond: times.length / took,
      p50Ms: quantile(times, 0.5),
      p99Ms: quantile(times, 0.99),
      cpuMs: (readCpuMs(target.pid) - cpu) / times.length,
      postgresMs: (readChildrenCpuMs(postmaster) - postgres) / times.length,
      bytes: bytes / times.length,
    };
  } finally {
    await pool.close();
    await sleep(20);
  }
}

/** Sends one request and returns the size of the response in bytes. Rejects if the status is not 2xx. */
function sendRequest(pool: Pool, target: LoadTarget, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let status = 0;
    let bytes = 0;
    pool.dispatch(
      {
        path,
        method: target.body === undefined ? 'GET' : 'POST',
        headers: {
          ...(target.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...target.headers,
        },
        ...(target.body === undefined ? {} : { body: target.body }),
      },
      {
        onRequestStart() {},
        onResponseStart(_controller, statusCode, headers) {
          status = statusCode;
          for (const [name, value] of Object.entries(headers)) bytes += name.length + String(value).length + 4;
        },
        onResponseData(_controller, chunk) {
          bytes += chunk.length;
        },
        onResponseEnd() {
          if (status >= 200 && status < 300) resolve(bytes);
          else reject(new Error(`${target.name}: ${path} was answered with ${status}`));
        },
        onResponseError(_controller, error) {
          reject(error);
        },
      },
    );
  });
}

/**
 * Length of a clock tick, which is the unit of CPU times in /proc. Linux uses 100 ticks per second (sysconf
 * _SC_CLK_TCK).
 */
const TICK_MS = 10;

/** Returns the CPU time of a process in milliseconds, without its children. Returns NaN on systems without /proc. */
export function readCpuMs(pid: number | undefined): number {
  const fields = readProcStat(pid);
  return fields === undefined ? Number.NaN : (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Returns the CPU time of a process's children in milliseconds, including children that have exited. */
export function readChildrenCpuMs(pid: number | undefined): number {
  const own = readProcStat(pid);
  if (own === undefined) return Number.NaN;
  let sum = (Number(own[13]) + Number(own[14])) * TICK_MS;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const child = readProcStat(Number(name));
    if (child !== undefined && Number(child[1]) === pid) sum += (Number(child[11]) + Number(child[12])) * TICK_MS;
  }
  return sum;
}

/** Returns the resident memory of a process in MB, or NaN on systems without /proc. */
export function readMemoryMb(pid: number): number {
  const status = readFileIfExists(`/proc/${pid}/status`);
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status ?? '')?.[1] ?? Number.NaN) / 1024;
}

/**
 * Returns the ID of PostgreSQL's postmaster, which is the parent of the backend process with the ID `backend` (from
 * `select pg_backend_pid()`).
 */
export const findParentPid = (backend: number): number | undefined => {
  const parent = readProcStat(backend)?.[1];
  return parent === undefined ? undefined : Number(parent);
};

/**
 * Returns the fields of /proc/<pid>/stat, starting with the process state. The command name in front of it may
 * contain any character, so the text is split after the last parenthesis.
 */
function readProcStat(pid: number | undefined): string[] | undefined {
  const text = pid === undefined ? undefined : readFileIfExists(`/proc/${pid}/stat`);
  return text?.slice(text.lastIndexOf(')') + 2).split(' ');
}

function readFileIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
