/** Where files are kept that two people send each other. Nobody reads them but through the product. */
import { join } from 'node:path';
import type { Env } from '../config/env.ts';
import { inBucket, minFreeBytes, onDisk, type Store } from './store.ts';

/** A file is kept in its parts, each under a name of its own. */
export type FileStore = Store;

/** The store that is configured: a bucket of its own when one is named, else DATA_DIR. */
export const openFiles = (env: Env): FileStore =>
  env.S3_FILES_BUCKET === ''
    ? onDisk(join(env.DATA_DIR, 'files'), minFreeBytes(env))
    : inBucket(env, env.S3_FILES_BUCKET, 'application/octet-stream');
