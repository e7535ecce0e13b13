import { createRandom } from '../store/random.ts';

/** Which requests a fault is for. All given parts must match. */
interface FaultMatch {
  /** GET, POST or DELETE. */
  method?: string;
  /** A path, where `*` stands for one segment and `**` for any rest: `/v1/transfers/*`. */
  path?: string;
  /** Text that the idempotency key contains. */
  key?: string;
}

/** What goes wrong, and how often. Without `times` and `probability` it happens once. */
export interface Fault {
  match?: FaultMatch;
  /**
   * - `error`: answers `status` without executing. With `stored` the answer is also remembered under the
   *   idempotency key, and with `executed` the work is done first: a 500 after the money moved.
   * - `lose_response`: executes and commits, then drops the connection (after `ms`, if given).
   * - `reset`: drops the connection without executing.
   * - `hang`: keeps the connection silent for `ms` without executing, then drops it.
   * - `slow`: waits `ms`, holding the idempotency key, then executes.
   */
  kind: 'error' | 'lose_response' | 'reset' | 'hang' | 'slow';
  status?: 400 | 402 | 409 | 429 | 500 | 502 | 503;
  stored?: boolean;
  executed?: boolean;
  ms?: number;
  /** How many times it happens at most. */
  times?: number;
  /** Chance of each matching request to be hit, 0 to 1. */
  probability?: number;
  /** Makes a probability repeatable. */
  seed?: number;
}

/** A fault that is armed, with its counters. */
export interface ArmedFault extends Fault {
  id: number;
  fired: number;
  /** Requests that matched, hit or not. */
  seen: number;
}

/** The armed faults of one stand-in. */
export class Faults {
  #next = 1;
  #armed: { fault: ArmedFault; pattern: RegExp; random: () => number }[] = [];
  /** Fired faults by kind, since the start. */
  readonly counts: Record<Fault['kind'], number> = { error: 0, lose_response: 0, reset: 0, hang: 0, slow: 0 };

  arm(fault: Fault): ArmedFault {
    const armed = { ...fault, id: this.#next++, fired: 0, seen: 0 };
    const random = createRandom(fault.seed ?? armed.id);
    this.#armed.push({ fault: armed, pattern: toPathPattern(fault.match?.path ?? '/**'), random });
    return armed;
  }

  list(): ArmedFault[] {
    return this.#armed.map(({ fault }) => fault);
  }

  /** Disarms one fault, or all. */
  clear(id?: number): void {
    this.#armed = id === undefined ? [] : this.#armed.filter(({ fault }) => fault.id !== id);
  }

  /** The fault that hits this request, if any; it is counted. The first armed one that matches wins. */
  hit(request: { method: string; path: string; key: string | null }): ArmedFault | null {
    for (const { fault, pattern, random } of this.#armed) {
      const { method, key } = fault.match ?? {};
      if (method !== undefined && method.toUpperCase() !== request.method) continue;
      if (key !== undefined && !(request.key ?? '').includes(key)) continue;
      if (!pattern.test(request.path)) continue;
      const times = fault.times ?? (fault.probability === undefined ? 1 : Infinity);
      if (fault.fired >= times) continue;
      fault.seen++;
      if (fault.probability !== undefined && random() >= fault.probability) continue;
      fault.fired++;
      this.counts[fault.kind]++;
      return fault;
    }
    return null;
  }
}

function toPathPattern(path: string): RegExp {
  const source = path
    .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('**', '\u0001')
    .replaceAll('*', '[^/]+')
    .replaceAll('\u0001', '.*');
  return new RegExp(`^${source}$`);
}
