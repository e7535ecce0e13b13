import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import { formatDevice } from '../../../core/devices.ts';
import { PAGE_SIZE, parseCursor, toPage } from '../../../core/paging.ts';
import { listSignIns } from './auth.sql.ts';

/** Returns a page of the caller's sign-ins and failed second steps, newest first. */
export async function getSignInHistory(deps: Deps, actor: Actor, { cursor }: { cursor?: string | undefined }) {
  const rows = await listSignIns(deps.db, actor.id, parseCursor(cursor), PAGE_SIZE + 1);
  const { items, nextCursor } = toPage(rows, ({ at }) => at);
  return { items: items.map(({ userAgent, ...row }) => ({ ...row, device: formatDevice(userAgent) })), nextCursor };
}

export { hasUsedNewDevice } from './auth.sql.ts';
