/** Papers as PDF (A4): what a paper says, and the process that draws it. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { extname, join } from 'node:path';
import { createWorkLimiter } from '../../core/work-limiter.ts';

/** What stands on a paper, from top to bottom. Texts are data: they may be anything that people typed. */
export interface Paper {
  title: string;
  /** Beside the title: 'Paid'. */
  status: string | null;
  /** The day that the file says it is of. */
  day: { year: number; month: number; day: number };
  issuer: { name: string; lines: string[] };
  facts: Fact[];
  rows: Row[];
  sections: Section[];
  notes: string[];
  /** How whoever holds the paper can check it. */
  check: string;
  /** Whose days its days are. */
  zone: string;
}

/** A label with the lines of its value. */
export type Fact = [label: string, value: string[]];

/** What, and how much at the right edge. */
export interface Row {
  label: string;
  detail: string[];
  amount: string;
  strong: boolean;
}

export interface Section {
  title: string;
  facts: Fact[];
  text: string[];
  list: string[];
}

/** The first paper of a process takes 0.4 s, with Chinese letters 0.8 s, the next ones 20 ms (measured). */
const TIME_MS = 20_000;
/** A process that drew nothing for this long gives its memory back. */
const IDLE_MS = 60_000;
/** Beside this file, in the sources as in what is built of them. */
const DRAWER = join(import.meta.dirname, `receipts.drawer${extname(import.meta.filename)}`);

const gated = createWorkLimiter(1, 30);

let drawer: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;

function start(): ChildProcess {
  const child = fork(DRAWER, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
    // No secret of ours is within its reach.
    env: {},
  });
  // It ends with this process, and does not keep it alive.
  child.unref();
  child.channel?.unref();
  // Also one that never began: the next paper gets another.
  for (const end of ['exit', 'error'])
    child.once(end, () => {
      if (drawer === child) drawer = undefined;
    });
  return child;
}

/**
 * Draws a paper and returns the bytes of its PDF, tagged and searchable. A letter that no font has becomes '\uFFFD'.
 * Throws TOO_BUSY when too many are waiting; throws what the engine says, or that it took longer than 20 s.
 */
export const drawPaper = (paper: Paper): Promise<Buffer> =>
  gated(async () => {
    clearTimeout(idle);
    const child = (drawer ??= start());
    const end = () => {
      if (drawer === child) drawer = undefined;
      child.kill('SIGKILL');
    };
    const late = setTimeout(end, TIME_MS);
    const ended = new AbortController();
    try {
      const answered = once(child, 'message', ended) as Promise<[{ pdf: Uint8Array } | { error: string }]>;
      const over = once(child, 'exit', ended).then(() => Promise.reject(new Error('its process ended')));
      child.send(paper);
      const [answer] = await Promise.race([answered, over]);
      if ('error' in answer) throw new Error(answer.error);
      return Buffer.from(answer.pdf);
    } finally {
      clearTimeout(late);
      ended.abort();
      idle = setTimeout(end, IDLE_MS).unref();
    }
  });
