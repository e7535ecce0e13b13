/** Starts the decoder's process and stops it if it uses too much memory or time. */
import { fork, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Region } from 'sharp';
import { Failure } from '../../core/failures.ts';

/** The input of the decoder. */
export interface DecodeInput {
  bytes: Uint8Array;
  region: Region;
  /** The picture is scaled down to fit this box. A smaller picture keeps its size. */
  width: number;
  height: number;
  maxPixels: number;
}

export interface DecodedPicture {
  data: Uint8Array;
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

/**
 * Limits for the decoder. Rotating 59 megapixels took 400 MB for a JPEG and 512 MB for a progressive one, each in less
 * than 2 s (measured on two cores). An AVIF of 2.5 KB took 1.4 GB and 7 s.
 */
export interface DecoderLimits {
  memoryBytes: number;
  timeMs: number;
}
const DEFAULT_DECODER_LIMITS: DecoderLimits = { memoryBytes: 512_000_000, timeMs: 20_000 };

const MEMORY_CHECK_INTERVAL_MS = 10;
/** The decoder's file is in the same folder, in the sources and in the build. */
const DECODER_FILE = join(import.meta.dirname, `pictures.decoder${extname(import.meta.filename)}`);

/**
 * Returns the pixels of an upload in sRGB, decoded in a separate process. Throws PICTURE_BROKEN (the decoder cannot
 * read it) or PICTURE_TOO_DEMANDING (the process was stopped).
 */
export async function decodeInSeparateProcess(
  decoding: DecodeInput,
  bounds: DecoderLimits = DEFAULT_DECODER_LIMITS,
): Promise<DecodedPicture> {
  const child = fork(DECODER_FILE, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
    // An exploited decoder must not see any secret.
    env: {},
  });
  const watch = enforceDecoderLimits(child, bounds);
  try {
    return await new Promise<DecodedPicture>((resolve, reject) => {
      child.once('message', (answer: DecodedPicture | { error: string }) => {
        if ('data' in answer) resolve(answer);
        else reject(Object.assign(new Failure('PICTURE_BROKEN'), { cause: new Error(answer.error) }));
      });
      child.once('error', reject);
      // Stopped by us, by the kernel for lack of memory, or by a crash of the decoder.
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

/** Stops the process above its limits. Only the time limit works on systems that do not report memory. */
function enforceDecoderLimits(child: ChildProcess, { memoryBytes, timeMs }: DecoderLimits): { stop(): void } {
  const end = () => child.kill('SIGKILL');
  const late = setTimeout(end, timeMs);
  const look = setInterval(() => {
    void readResidentBytes(child).then((bytes) => bytes > memoryBytes && end());
  }, MEMORY_CHECK_INTERVAL_MS);
  return {
    stop() {
      clearTimeout(late);
      clearInterval(look);
    },
  };
}

/** Returns 0 if the system does not report it or the process has ended. */
async function readResidentBytes({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}
