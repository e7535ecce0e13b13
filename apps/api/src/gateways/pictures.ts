/** The store for public pictures. */
import { join } from 'node:path';
import type { Env } from '../config/env.ts';
import { openBucketStore, getMinFreeBytes, openDiskStore, type ObjectStore } from './object-store.ts';

/** Generated names: letters, digits and hyphens, then '.webp'. */
const PICTURE_NAME_PATTERN = /[a-z0-9-]+\.webp$/;

export interface PictureStore extends ObjectStore {
  /** The origin from which browsers load pictures, or null if it is our own. */
  readonly origin: string | null;
  /** Returns the URL of a picture. */
  urlOf(name: string): string;
}

/** Returns the name in a stored URL, or undefined for a URL that is not ours. */
export const findPictureName = (url: string): string | undefined => PICTURE_NAME_PATTERN.exec(url)?.[0];

/** Opens the configured store: S3 if there is a bucket, otherwise DATA_DIR. */
export function openPictureStore(env: Env): PictureStore {
  if (env.S3_BUCKET === '')
    return {
      ...openDiskStore(join(env.DATA_DIR, 'media'), getMinFreeBytes(env)),
      origin: null,
      urlOf: (name) => `/media/${name}`,
    };
  const publicUrl = env.S3_PUBLIC_URL.replace(/\/$/, '');
  return {
    ...openBucketStore(env, env.S3_BUCKET, 'image/webp'),
    origin: new URL(publicUrl).origin,
    urlOf: (name) => `${publicUrl}/${name}`,
  };
}
