/** Where pictures are kept that everybody may see. */
import { join } from 'node:path';
import type { Env } from '../config/env.ts';
import { inBucket, minFreeBytes, onDisk, type Store } from './store.ts';

/** Names are made by us: letters, digits and hyphens, then '.webp'. */
const NAME = /[a-z0-9-]+\.webp$/;

export interface PictureStore extends Store {
  /** The origin that browsers load pictures from; null when it is our own. */
  readonly origin: string | null;
  /** The address under which browsers find it. */
  urlOf(name: string): string;
}

/** The name at the end of a stored address; undefined for an address that is not ours. */
export const nameIn = (url: string): string | undefined => NAME.exec(url)?.[0];

/** The store that is configured: S3 when a bucket is named, else DATA_DIR. */
export function openPictures(env: Env): PictureStore {
  if (env.S3_BUCKET === '')
    return {
      ...onDisk(join(env.DATA_DIR, 'media'), minFreeBytes(env)),
      origin: null,
      urlOf: (name) => `/media/${name}`,
    };
  const publicUrl = env.S3_PUBLIC_URL.replace(/\/$/, '');
  return {
    ...inBucket(env, env.S3_BUCKET, 'image/webp'),
    origin: new URL(publicUrl).origin,
    urlOf: (name) => `${publicUrl}/${name}`,
  };
}
