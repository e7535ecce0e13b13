/** The store for private files of bookings and messages. They are only served through access-checked routes. */
import { join } from 'node:path';
import type { Env } from '../config/env.ts';
import { openBucketStore, getMinFreeBytes, openDiskStore, type ObjectStore } from './object-store.ts';

/** Each part of a file is stored under its own name. */
export type FileStore = ObjectStore;

/** Opens the configured store: the S3 bucket if there is one, otherwise DATA_DIR. */
export const openFileStore = (env: Env): FileStore =>
  env.S3_FILES_BUCKET === ''
    ? openDiskStore(join(env.DATA_DIR, 'files'), getMinFreeBytes(env))
    : openBucketStore(env, env.S3_FILES_BUCKET, 'application/octet-stream');
