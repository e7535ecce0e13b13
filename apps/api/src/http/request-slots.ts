/**
 * Limits the number of expensive requests that a process handles at a time, for example uploads, which are held in
 * memory until they are complete. Take a slot only after checking that the caller may make the request.
 */
import type { PersonId } from '@marquee/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../core/failures.ts';
import { toNetwork } from '../core/network.ts';

/** The maximum number of concurrent requests in total, per user and per network. */
export interface SlotBounds {
  total: number;
  perPerson: number;
  perNetwork: number;
}

/** An upload whose average speed is lower than this after the first seconds is aborted. */
export const MIN_BYTES_PER_SECOND = 32 * 1024;
const SPEED_GRACE_MS = 5_000;
const SPEED_CHECK_MS = 1_000;

/**
 * Returns a function that takes a slot for a request and releases it when the response is sent or the connection is
 * closed. That function throws TOO_BUSY if the user, the network or the process has no free slot.
 */
export function createRequestSlots({ total, perPerson, perNetwork }: SlotBounds) {
  const slotsByKey = new Map<string, number>();
  const count = (key: string) => slotsByKey.get(key) ?? 0;
  const change = (key: string, by: number) => {
    const slots = count(key) + by;
    if (slots === 0) slotsByKey.delete(key);
    else slotsByKey.set(key, slots);
  };
  return (request: FastifyRequest, reply: FastifyReply, personId: PersonId): void => {
    // The connection is already closed. Its 'close' event, which would release the slot, does not occur again.
    if (reply.raw.destroyed) throw new Failure('TOO_BUSY');
    const keys = ['all', `person ${personId}`, `network ${toNetwork(request.ip)}`] as const;
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

/**
 * Closes the connection of an upload that is slower than MIN_BYTES_PER_SECOND. Returns a function that stops the
 * check.
 */
function closeWhenSlow({ raw }: FastifyRequest): () => void {
  const { socket } = raw;
  const [startedAt, before] = [performance.now(), socket.bytesRead];
  const timer = setInterval(() => {
    const passedMs = performance.now() - startedAt;
    if (raw.complete) clearInterval(timer);
    else if (passedMs > SPEED_GRACE_MS && socket.bytesRead - before < (passedMs / 1_000) * MIN_BYTES_PER_SECOND)
      socket.destroy();
  }, SPEED_CHECK_MS).unref();
  return () => clearInterval(timer);
}
