/** Loads servers in turns and measures each: what happens on the machine meanwhile happens to all of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';

/** One kind of request at one server. */
export interface LoadTarget {
  name: string;
  origin: string;
  /** Asked for one after the other, over and over. */
  paths: readonly string[];
  headers?: Record<string, string>;
  /** Sent with POST; without it the requests are GET. */
  body?: string;
  /** The process that answers, for its CPU time. */
  pid?: number;
}

export interface LoadOptions {
  targets: readonly LoadTarget[];
  /** Requests that are under way at once. */
  connections: number;
  /** How long each target is loaded in a round. */
  seconds: number;
  rounds: number;
  /** PostgreSQL's first process (`findParentPid`), for the CPU time of its sessions. */
  postmaster?: number;
  /** Requests to each target before anything is counted. */
  warmRequests?: number;
  /** Told after each round. */
  say?: (line: string) => void;
}

/** Of one target in one round. */
interface LoadRound {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU per request of the process that answers and of PostgreSQL; NaN where no process was named. */
  cpuMs: number;
  postgresMs: number;
  /** Bytes of an answer with its headers. */
  bytes: number;
}

/** Of one target: medians over the rounds, and each round's own figures beside them. */
export interface LoadResult extends LoadRound {
  name: string;
  rounds: readonly LoadRound[];
}

/**
 * Loads the targets in turns, `rounds` times, after one round that is not counted. Returns what was measured in the
 * order of the targets. Fails when a request fails or is answered with anything but 2xx.
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

/** How many times the requests a second of another target: the median of the rounds, each against its neighbour. */
export const computeRatio = (one: LoadResult, other: LoadResult): number =>
  median(one.rounds.map((round, at) => round.requestsPerSecond / (other.rounds[at]?.requestsPerSecond ?? Number.NaN)));

/** The middle of some numbers; NaN of none. */
export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The value that `share` of the numbers do not exceed; NaN of none. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;

/** Until V8 has compiled what is asked often, and PostgreSQL has planned it in each session. */
const WARM_REQUESTS = 5_000;
const WARM_SECONDS = 10;

/** Loads for `seconds`, or until there were `enough` requests. */
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
        const begun = performance.now();
        const length = await sendRequest(pool, target, path);
        bytes += length;
        times.push(performance.now() - begun);
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

/** Sends one request and returns the length of its answer. */
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

/** Linux counts CPU time in hundredths of a second (sysconf _SC_CLK_TCK). */
const TICK_MS = 10;

/** CPU time of a process so far in milliseconds, without its children; NaN where there is no /proc. */
export function readCpuMs(pid: number | undefined): number {
  const fields = readProcStat(pid);
  return fields === undefined ? Number.NaN : (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** CPU time of a process' children in milliseconds, those that have ended included. */
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

/** The memory that a process has in use, in megabytes; NaN where there is no /proc. */
export function readMemoryMb(pid: number): number {
  const status = readFileIfExists(`/proc/${pid}/status`);
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status ?? '')?.[1] ?? Number.NaN) / 1024;
}

/** PostgreSQL's first process, the parent of the session `backend` (`select pg_backend_pid()`). */
export const findParentPid = (backend: number): number | undefined => {
  const parent = readProcStat(backend)?.[1];
  return parent === undefined ? undefined : Number(parent);
};

/** The fields of /proc/<pid>/stat behind the command, whose name may contain anything: state, parent, … */
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
