/** Starts the decoder's process, and ends it when it takes too much. */
import { fork, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Region } from 'sharp';
import { Failure } from '../../core/failures.ts';

/** What the decoder is asked. */
export interface Decoding {
  bytes: Uint8Array;
  region: Region;
  /** The pixels fit in this box; a smaller picture keeps its size. */
  width: number;
  height: number;
  maxPixels: number;
}

export interface Decoded {
  data: Uint8Array;
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

/**
 * What a decoder may take. Of 59 megapixels that must be turned upright, a JPEG took 400 MB and a progressive
 * one 512 MB, each in less than 2 s (measured on two cores); an AVIF of 2.5 KB has taken 1.4 GB in 7 s.
 */
export interface Bounds {
  memoryBytes: number;
  timeMs: number;
}
const BOUNDS: Bounds = { memoryBytes: 512_000_000, timeMs: 20_000 };

const LOOK_MS = 10;
/** Beside this file, in the sources as in what is built of them. */
const DECODER = join(import.meta.dirname, `pictures.decoder${extname(import.meta.filename)}`);

/**
 * The pixels of an upload, in sRGB, decoded in a process of its own. Throws PICTURE_BROKEN
 * (the decoder cannot read it to its end) or PICTURE_TOO_DEMANDING (it was ended).
 */
export async function decodeApart(decoding: Decoding, bounds: Bounds = BOUNDS): Promise<Decoded> {
  const child = fork(DECODER, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
    // No secret of ours is within reach of what a decoder's fault would run.
    env: {},
  });
  const watch = watchOver(child, bounds);
  try {
    return await new Promise<Decoded>((resolve, reject) => {
      child.once('message', (answer: Decoded | { error: string }) => {
        if ('data' in answer) resolve(answer);
        else reject(Object.assign(new Failure('PICTURE_BROKEN'), { cause: new Error(answer.error) }));
      });
      child.once('error', reject);
      // By us, by the kernel for lack of memory, or by a fault of the decoder.
      child.once('exit', () => reject(new Failure('PICTURE_TOO_DEMANDING')));
      child.send(decoding, (error) => {
        if (error) reject(error);
      });
    });
  } finally {
    watch.stop();
    child.kill('SIGKILL');
  }
}

/** Ends the process above its bounds. Where the system does not tell what one takes, only time ends it. */
function watchOver(child: ChildProcess, { memoryBytes, timeMs }: Bounds): { stop(): void } {
  const end = () => child.kill('SIGKILL');
  const late = setTimeout(end, timeMs);
  const look = setInterval(() => {
    void residentBytes(child).then((bytes) => bytes > memoryBytes && end());
  }, LOOK_MS);
  return {
    stop() {
      clearTimeout(late);
      clearInterval(look);
    },
  };
}

/** 0 where the system has no such file, and once the process is over. */
async function residentBytes({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}
