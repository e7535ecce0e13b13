/** The store for public pictures. */
import { join } from 'node:path';
import type { Env } from '../config/env.ts';
import { openBucketStore, getMinFreeBytes, openDiskStore, type ObjectStore } from './object-store.ts';

/** Matches generated names, which consist of letters, digits and hyphens, followed by '.webp'. */
const PICTURE_NAME_PATTERN = /[a-z0-9-]+\.webp$/;

export interface PictureStore extends ObjectStore {
  /** The origin from which browsers load pictures, or null if the web app's own origin serves them. */
  readonly origin: string | null;
  urlOf(name: string): string;
}

/** Returns the name of the picture at a stored URL, or undefined if the URL is not one of ours. */
export const findPictureName = (url: string): string | undefined => PICTURE_NAME_PATTERN.exec(url)?.[0];

/** Opens the S3 bucket if S3_BUCKET is set, and otherwise DATA_DIR. */
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
