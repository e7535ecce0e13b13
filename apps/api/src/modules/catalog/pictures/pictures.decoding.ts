/** Runs the picture decoder in a separate process and stops it if it uses too much memory or time. */
import { fork, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Region } from 'sharp';
import { Failure } from '../../../core/failures.ts';

export interface DecodeInput {
  bytes: Uint8Array;
  region: Region;
  /** The picture is scaled down to fit this width and height. A smaller picture keeps its size. */
  width: number;
  height: number;
  maxPixels: number;
}

export interface DecodedPicture {
  data: Uint8Array;
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

/**
 * Limits for the decoder process. Measurements on two cores: rotating a picture of 59 megapixels took less than 2 s,
 * and 400 MB of memory for a JPEG or 512 MB for a progressive JPEG. An AVIF file of 2.5 KB took 1.4 GB and 7 s.
 */
export interface DecoderLimits {
  memoryBytes: number;
  timeMs: number;
}
const DEFAULT_DECODER_LIMITS: DecoderLimits = { memoryBytes: 512_000_000, timeMs: 20_000 };

const MEMORY_CHECK_INTERVAL_MS = 10;
/** The decoder is in the same folder as this file, both in the sources and in the build. */
const DECODER_FILE = join(import.meta.dirname, `pictures.decoder${extname(import.meta.filename)}`);

/**
 * Decodes an uploaded picture in a separate process and returns its pixels in sRGB. Throws PICTURE_BROKEN if the
 * decoder cannot read it, or PICTURE_TOO_DEMANDING if the process ended early.
 */
export async function decodeInSeparateProcess(
  decoding: DecodeInput,
  bounds: DecoderLimits = DEFAULT_DECODER_LIMITS,
): Promise<DecodedPicture> {
  const child = fork(DECODER_FILE, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
    // Passes no environment variables, so that an exploited decoder sees no secrets.
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
      // The decoder exceeded its limits, was killed by the kernel because memory ran out, or crashed.
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

/** Kills the process when it exceeds its limits. On systems that do not report memory, only the time limit works. */
function enforceDecoderLimits(child: ChildProcess, { memoryBytes, timeMs }: DecoderLimits): { stop(): void } {
  const end = () => child.kill('SIGKILL');
  const late = setTimeout(end, timeMs);
  const memoryCheck = setInterval(() => {
    void readResidentBytes(child).then((bytes) => bytes > memoryBytes && end());
  }, MEMORY_CHECK_INTERVAL_MS);
  return {
    stop() {
      clearTimeout(late);
      clearInterval(memoryCheck);
    },
  };
}

/** Returns the process's memory, or 0 if the system does not report it or the process has ended. */
async function readResidentBytes({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}
