/** Where pictures are kept that everybody may see. */
import { join } from 'node:path';
import type { Env } from '../config/env.ts';
import { openBucketStore, getMinFreeBytes, openDiskStore, type ObjectStore } from './object-store.ts';

/** Names are made by us: letters, digits and hyphens, then '.webp'. */
const PICTURE_NAME_PATTERN = /[a-z0-9-]+\.webp$/;

export interface PictureStore extends ObjectStore {
  /** The origin that browsers load pictures from; null when it is our own. */
  readonly origin: string | null;
  /** The address under which browsers find it. */
  urlOf(name: string): string;
}

/** The name at the end of a stored address; undefined for an address that is not ours. */
export const findPictureName = (url: string): string | undefined => PICTURE_NAME_PATTERN.exec(url)?.[0];

/** The store that is configured: S3 when a bucket is named, else DATA_DIR. */
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
