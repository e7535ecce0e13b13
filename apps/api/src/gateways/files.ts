/** The store for private files of bookings and messages. They are served only through routes that check access. */
import { join } from 'node:path';
import type { Env } from '../config/env.ts';
import { openBucketStore, getMinFreeBytes, openDiskStore, type ObjectStore } from './object-store.ts';

export type FileStore = ObjectStore;

/** Opens the S3 bucket if S3_FILES_BUCKET is set, and otherwise DATA_DIR. */
export const openFileStore = (env: Env): FileStore =>
  env.S3_FILES_BUCKET === ''
    ? openDiskStore(join(env.DATA_DIR, 'files'), getMinFreeBytes(env))
    : openBucketStore(env, env.S3_FILES_BUCKET, 'application/octet-stream');
