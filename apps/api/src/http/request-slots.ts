/**
 * Bounds how many costly requests a process serves at a time, for example uploads, which are held in memory from their
 * first byte on. Take a slot only once it is known that the caller may send the upload.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../core/failures.ts';
import { toNetwork } from '../core/network.ts';

/** How many slots there are, and how many of them one person and one network may hold. */
export interface SlotBounds {
  total: number;
  perPerson: number;
  perNetwork: number;
}

/** An upload that is slower than this on average, after the first seconds, is cut off. */
export const MIN_BYTES_PER_SECOND = 32 * 1024;
const SPEED_GRACE_MS = 5_000;
const SPEED_CHECK_MS = 1_000;

/**
 * Returns what takes a slot until the answer has been sent or the connection is gone. Throws TOO_BUSY if the person,
 * the network or the process has none left.
 */
export function createRequestSlots({ total, perPerson, perNetwork }: SlotBounds) {
  const held = new Map<string, number>();
  const count = (key: string) => held.get(key) ?? 0;
  const change = (key: string, by: number) => {
    const left = count(key) + by;
    if (left === 0) held.delete(key);
    else held.set(key, left);
  };
  return (request: FastifyRequest, reply: FastifyReply, userId: string): void => {
    // Its 'close' event has been, so nothing would give the slot back.
    if (reply.raw.destroyed) throw new Failure('TOO_BUSY');
    const keys = ['all', `person ${userId}`, `network ${toNetwork(request.ip)}`] as const;
    const [all, person, network] = keys;
    if (count(all) >= total || count(person) >= perPerson || count(network) >= perNetwork)
      throw new Failure('TOO_BUSY');
    for (const key of keys) change(key, 1);
    const stopWatching = closeWhenSlow(request);
    reply.raw.once('close', () => {
      stopWatching();
      for (const key of keys) change(key, -1);
    });
  };
}

/** Closes the connection of an upload that comes in slower than MIN_BYTES_PER_SECOND. Returns what stops that. */
function closeWhenSlow({ raw }: FastifyRequest): () => void {
  const { socket } = raw;
  const [begunAt, before] = [performance.now(), socket.bytesRead];
  const timer = setInterval(() => {
    const passedMs = performance.now() - begunAt;
    if (raw.complete) clearInterval(timer);
    else if (passedMs > SPEED_GRACE_MS && socket.bytesRead - before < (passedMs / 1_000) * MIN_BYTES_PER_SECOND)
      socket.destroy();
  }, SPEED_CHECK_MS).unref();
  return () => clearInterval(timer);
}
