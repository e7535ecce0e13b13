/** Where files are kept that two people send each other. Nobody reads them but through the product. */
import { join } from 'node:path';
import type { Env } from '../config/env.ts';
import { openBucketStore, getMinFreeBytes, openDiskStore, type ObjectStore } from './object-store.ts';

/** A file is kept in its parts, each under a name of its own. */
export type FileStore = ObjectStore;

/** The store that is configured: a bucket of its own when one is named, else DATA_DIR. */
export const openFileStore = (env: Env): FileStore =>
  env.S3_FILES_BUCKET === ''
    ? openDiskStore(join(env.DATA_DIR, 'files'), getMinFreeBytes(env))
    : openBucketStore(env, env.S3_FILES_BUCKET, 'application/octet-stream');
