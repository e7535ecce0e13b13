/** Where bytes are kept under a name: a folder of this machine, or a bucket of a store that speaks S3's protocol. */
import { readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { S3Client } from '@aws-sdk/client-s3';
import type { Env } from '../config/env.ts';

/** Names are made by us and are no paths. A stored name never gets other content. */
export interface ObjectStore {
  put(name: string, bytes: Buffer): Promise<void>;
  /** Undefined when it is not there. */
  get(name: string): Promise<Buffer | undefined>;
  /** Removing what is not there is no failure. */
  remove(name: string): Promise<void>;
  /** Whether more may be stored. A disk must keep STORAGE_MIN_FREE_MB free; a bucket always has room. */
  hasRoom(): Promise<boolean>;
}

/** A stored name never gets other content. */
const CACHE_FOREVER = 'public, max-age=31536000, immutable';

/** `minFreeBytes`: the free space below which `hasRoom` is false. */
export function openDiskStore(folder: string, minFreeBytes: number): ObjectStore {
  return {
    async hasRoom() {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize >= minFreeBytes;
    },
    put: (name, bytes) => writeFile(join(folder, name), bytes),
    get: (name) =>
      readFile(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      }),
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

/** What `openDiskStore` keeps free, from the setting. */
export const getMinFreeBytes = ({ STORAGE_MIN_FREE_MB }: Pick<Env, 'STORAGE_MIN_FREE_MB'>): number =>
  STORAGE_MIN_FREE_MB * 1024 ** 2;

/** The longest that the store may take to answer. */
const TIMEOUT_MS = 10_000;

/** `type`: of everything that is put there. */
export function openBucketStore(env: Env, bucket: string, type: string): ObjectStore {
  // The client takes a while to load; who keeps things on disk never pays for it.
  const sdk = memoizeAsync(() => import('@aws-sdk/client-s3'));
  const client = memoizeAsync(async () => openS3Client((await sdk()).S3Client, env));
  return {
    hasRoom: () => Promise.resolve(true),
    async put(name, bytes) {
      const { PutObjectCommand } = await sdk();
      const object = { Bucket: bucket, Key: name, Body: bytes, ContentType: type, CacheControl: CACHE_FOREVER };
      await (await client()).send(new PutObjectCommand(object));
    },
    async get(name) {
      const { GetObjectCommand, NoSuchKey } = await sdk();
      try {
        const { Body } = await (await client()).send(new GetObjectCommand({ Bucket: bucket, Key: name }));
        return Body && Buffer.from(await Body.transformToByteArray());
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    async remove(name) {
      const { DeleteObjectCommand } = await sdk();
      await (await client()).send(new DeleteObjectCommand({ Bucket: bucket, Key: name }));
    },
  };
}

const openS3Client = (Client: typeof S3Client, env: Env): S3Client =>
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

function memoizeAsync<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
