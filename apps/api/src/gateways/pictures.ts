/** Where pictures are kept: a folder of this machine, or a bucket of a store that speaks S3's protocol. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { S3Client } from '@aws-sdk/client-s3';
import type { Env } from '../config/env.ts';

/** Names are made by us: letters, digits and hyphens, then '.webp'. */
const NAME = /[a-z0-9-]+\.webp$/;

/** A stored name never gets other content. */
const FOREVER = 'public, max-age=31536000, immutable';

export interface PictureStore {
  /** The origin that browsers load pictures from; null when it is our own. */
  readonly origin: string | null;
  put(name: string, webp: Buffer): Promise<void>;
  /** Undefined when it is not there. */
  get(name: string): Promise<Buffer | undefined>;
  /** Removing what is not there is no failure. */
  remove(name: string): Promise<void>;
  /** The address under which browsers find it. */
  urlOf(name: string): string;
}

/** The name at the end of a stored address; undefined for an address that is not ours. */
export const nameIn = (url: string): string | undefined => NAME.exec(url)?.[0];

/** The store that is configured: S3 when a bucket is named, else DATA_DIR. */
export const openPictures = (env: Env): PictureStore =>
  env.S3_BUCKET === '' ? onDisk(join(env.DATA_DIR, 'media')) : inBucket(env);

function onDisk(folder: string): PictureStore {
  return {
    origin: null,
    put: (name, webp) => writeFile(join(folder, name), webp),
    get: (name) =>
      readFile(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      }),
    remove: (name) => rm(join(folder, name), { force: true }),
    urlOf: (name) => `/media/${name}`,
  };
}

/** The longest that the store may take to answer. */
const TIMEOUT_MS = 10_000;

function inBucket(env: Env): PictureStore {
  const publicUrl = env.S3_PUBLIC_URL.replace(/\/$/, '');
  // The client takes a while to load; who keeps pictures on disk never pays for it.
  const sdk = once(() => import('@aws-sdk/client-s3'));
  const client = once(async () => openClient((await sdk()).S3Client, env));
  return {
    origin: new URL(publicUrl).origin,
    async put(name, webp) {
      const { PutObjectCommand } = await sdk();
      await (
        await client()
      ).send(
        new PutObjectCommand({
          Bucket: env.S3_BUCKET,
          Key: name,
          Body: webp,
          ContentType: 'image/webp',
          CacheControl: FOREVER,
        }),
      );
    },
    async get(name) {
      const { GetObjectCommand, NoSuchKey } = await sdk();
      try {
        const { Body } = await (await client()).send(new GetObjectCommand({ Bucket: env.S3_BUCKET, Key: name }));
        return Body && Buffer.from(await Body.transformToByteArray());
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    async remove(name) {
      const { DeleteObjectCommand } = await sdk();
      await (await client()).send(new DeleteObjectCommand({ Bucket: env.S3_BUCKET, Key: name }));
    },
    urlOf: (name) => `${publicUrl}/${name}`,
  };
}

const openClient = (Client: typeof S3Client, env: Env): S3Client =>
  new Client({
    region: env.S3_REGION,
    credentials: { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY },
    // Other stores than Amazon's are reached by their own address, and have the bucket in the path.
    ...(env.S3_ENDPOINT !== '' && { endpoint: env.S3_ENDPOINT, forcePathStyle: true }),
    requestHandler: { connectionTimeout: TIMEOUT_MS, requestTimeout: TIMEOUT_MS },
    // Not every store knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
