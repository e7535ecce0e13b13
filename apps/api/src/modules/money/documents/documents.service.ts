/** Renders documents as A4 PDF files in a separate process. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { extname, join } from 'node:path';
import { createWorkLimiter } from '../../../core/work-limiter.ts';

/**
 * The content of a document from top to bottom. Texts may contain any user input, which the template treats as data.
 */
export interface DocumentContent {
  title: string;
  /** The status next to the title, for example 'Paid'. */
  status: string | null;
  /** The creation date in the PDF metadata. */
  day: { year: number; month: number; day: number };
  issuer: { name: string; lines: string[] };
  facts: DocumentFact[];
  rows: DocumentAmountRow[];
  sections: DocumentSection[];
  notes: string[];
  /** The text that explains how to verify the document. */
  check: string;
  /** The time zone of the dates in the document. */
  zone: string;
}

/** A labeled entry: a label and the lines of its value. */
export type DocumentFact = [label: string, value: string[]];

/** A row with an amount at the right edge. */
export interface DocumentAmountRow {
  label: string;
  detail: string[];
  amount: string;
  strong: boolean;
}

export interface DocumentSection {
  title: string;
  facts: DocumentFact[];
  text: string[];
  list: string[];
}

/**
 * Maximum time for rendering a document. The first document of a process takes 0.4 s, or 0.8 s with Chinese
 * characters. Later ones take 20 ms (measured).
 */
const DRAW_TIMEOUT_MS = 20_000;
/** The process is stopped after it has been idle for this time, to release its memory. */
const IDLE_TIMEOUT_MS = 60_000;
/** The drawer is in the same folder as this file, both in the sources and in the build. */
const DRAWER_FILE = join(import.meta.dirname, `documents.drawer${extname(import.meta.filename)}`);

const runLimited = createWorkLimiter(1, 30);

let drawerProcess: ChildProcess | undefined;
let idleTimer: NodeJS.Timeout | undefined;

function startDrawer(): ChildProcess {
  const child = fork(DRAWER_FILE, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
    // Passes no environment variables, so that the process sees no secrets.
    env: {},
  });
  // The child process does not keep this process alive, and ends when this process ends.
  child.unref();
  child.channel?.unref();
  // 'error' is emitted if the process could not be started. In both cases, the next document starts another process.
  for (const end of ['exit', 'error'])
    child.once(end, () => {
      if (drawerProcess === child) drawerProcess = undefined;
    });
  return child;
}

/**
 * Renders a document as a tagged, searchable PDF. Characters that no font contains become '\uFFFD'. Throws TOO_BUSY
 * if too many calls are queued, or an error if the engine fails or takes longer than 20 s.
 */
export const drawDocumentPdf = (content: DocumentContent): Promise<Buffer> =>
  runLimited(async () => {
    clearTimeout(idleTimer);
    const child = (drawerProcess ??= startDrawer());
    const end = () => {
      if (drawerProcess === child) drawerProcess = undefined;
      child.kill('SIGKILL');
    };
    const late = setTimeout(end, DRAW_TIMEOUT_MS);
    const ended = new AbortController();
    try {
      const answered = once(child, 'message', ended) as Promise<[{ pdf: Uint8Array } | { error: string }]>;
      const over = once(child, 'exit', ended).then(() => Promise.reject(new Error('its process ended')));
      child.send(content);
      const [answer] = await Promise.race([answered, over]);
      if ('error' in answer) throw new Error(answer.error);
      return Buffer.from(answer.pdf);
    } finally {
      clearTimeout(late);
      ended.abort();
      idleTimer = setTimeout(end, IDLE_TIMEOUT_MS).unref();
    }
  });
