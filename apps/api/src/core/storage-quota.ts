/** Upload quotas in bytes, and the minimum free disk space. */
import { createHmac } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { DAY_MS } from '@marquee/time';
import { LIMITS } from '@marquee/validation';
import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { ObjectStore } from '../gateways/object-store.ts';
import type { UserCtx } from './ctx.ts';
import type { Deps } from './deps.ts';
import { Failure } from './failures.ts';
import { toNetwork } from './network.ts';
import { lockQuota, sumNetworkBytes } from '../db/stored-bytes.ts';

/** Returns the number of bytes by which a file uses up a quota. Small files count as `LIMITS.countedFileBytes`. */
export const getQuotaBytes = (bytes: number): number => Math.max(bytes, LIMITS.countedFileBytes);

/** Throws STORAGE_FULL if the store's disk has less free space than STORAGE_MIN_FREE_MB. */
export async function assertFreeSpace(store: Pick<ObjectStore, 'hasRoom'>): Promise<void> {
  if (!(await store.hasRoom())) throw new Failure('STORAGE_FULL');
}

/** Whether the stores for files and pictures both have free space. */
export async function hasFreeSpace({ files, pictures }: Pick<Deps, 'files' | 'pictures'>): Promise<boolean> {
  const [forFiles, forPictures] = await Promise.all([files.hasRoom(), pictures.hasRoom()]);
  return forFiles && forPictures;
}

/** Milliseconds for which the result of a probe holds, because load balancers ask many times a minute. */
const PROBE_MS = 30_000;

/**
 * Returns a function that resolves if the stores for files and pictures can be written, and throws StorageError
 * otherwise. The stores are tried at most every 30 s.
 */
export function createStorageProbe({ files, pictures }: Pick<Deps, 'files' | 'pictures'>): () => Promise<unknown> {
  let last: Promise<unknown> | undefined;
  let until = 0;
  return () => {
    if (last === undefined || performance.now() >= until) {
      last = Promise.all([files.probe(), pictures.probe()]);
      until = performance.now() + PROBE_MS;
    }
    return last;
  };
}

/** Returns the free space of the disk of DATA_DIR, in bytes. */
export async function readFreeBytes({ env }: Pick<Deps, 'env'>): Promise<number> {
  const { bavail, bsize } = await statfs(env.DATA_DIR);
  return bavail * bsize;
}

/**
 * Locks the quota of the caller's network until the transaction ends. Returns the hashed network, to be stored with
 * the new file. Throws NETWORK_FILES_FULL if the file would exceed the quota.
 */
export async function lockNetworkQuota(db: Transaction<Database>, ctx: UserCtx, bytes: number): Promise<string> {
  const network = hashCallerNetwork(ctx);
  // Tests and simulations upload all files from one network, so the quota does not apply to them.
  if (ctx.deps.env.RATE_LIMIT === 'off') return network;
  await lockQuota(db, `network ${network}`);
  const since = new Date(ctx.deps.now().getTime() - DAY_MS);
  if ((await sumNetworkBytes(db, network, since)) + getQuotaBytes(bytes) > LIMITS.networkFileBytes)
    throw new Failure('NETWORK_FILES_FULL');
  return network;
}

/**
 * Returns a keyed hash of the caller's network, so that no IP address is stored. The key is needed because an
 * unkeyed hash could be reversed by hashing every address.
 */
const hashCallerNetwork = ({ deps, request }: UserCtx): string =>
  createHmac('sha256', deps.env.SESSION_SECRET)
    .update(`network ${toNetwork(request.ip)}`)
    .digest('base64url');
