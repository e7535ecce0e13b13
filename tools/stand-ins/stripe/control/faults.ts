import { createRandom } from '../store/random.ts';

/** Condition for the requests that a fault applies to. All given fields must match. */
interface FaultMatch {
  method?: string;
  /** Path pattern in which `*` matches one segment and `**` matches the rest, for example `/v1/transfers/*`. */
  path?: string;
  /** Substring that the idempotency key must contain. */
  key?: string;
}

/** Fault to inject. Without `times` and `probability`, it happens once. */
export interface Fault {
  match?: FaultMatch;
  /**
   * Kind of fault:
   * - `error` responds with `status` without executing the request. With `stored`, the response is also stored under
   * the idempotency key. With `executed`, the request is executed first, as in a 500 after the money moved.
   * - `lose_response` executes and commits the request, then drops the connection (after `ms`, if set).
   * - `reset` drops the connection without executing the request.
   * - `hang` keeps the connection silent for `ms` without executing the request, then drops it.
   * - `slow` waits `ms` while it holds the idempotency key, then executes the request.
   */
  kind: 'error' | 'lose_response' | 'reset' | 'hang' | 'slow';
  status?: 400 | 402 | 409 | 429 | 500 | 502 | 503;
  stored?: boolean;
  executed?: boolean;
  ms?: number;
  /** Maximum number of times that the fault happens. */
  times?: number;
  /** Probability (0 to 1) that the fault happens for a matching request. */
  probability?: number;
  /** Seed for the random decisions, which makes them repeatable. */
  seed?: number;
}

export interface ArmedFault extends Fault {
  id: number;
  fired: number;
  /** Number of matching requests so far, including those for which the fault did not happen. */
  seen: number;
}

export class Faults {
  #next = 1;
  #armed: { fault: ArmedFault; pattern: RegExp; random: () => number }[] = [];
  /** Number of faults since the start, by kind. */
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

  clear(id?: number): void {
    this.#armed = id === undefined ? [] : this.#armed.filter(({ fault }) => fault.id !== id);
  }

  /** Returns the earliest activated fault that happens for this request, or null, and updates the counters. */
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
