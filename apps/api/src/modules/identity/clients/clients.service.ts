/** Manages the clients for which a brand orders. */
import type { WorkspaceId } from '@marquee/contracts';
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import { LIMITS, type Archiving, type ClientForm } from '@marquee/validation';
import type { Transaction } from 'kysely';
import { mergeEdit } from '../../../core/edits.ts';
import { Failure } from '../../../core/failures.ts';
import { runIdempotently } from '../../../core/idempotency.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { recordAction } from '../../../core/workspace-actions.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Database } from '../../../db/schema.ts';
import { storePicture, withStoredPicture } from '../../catalog/pictures/pictures.service.ts';
import {
  countActiveClients,
  findClient,
  hasActiveClient,
  insertClient,
  lockClient,
  lockClientOwner,
  setClientLogo,
  updateClient,
} from './clients.sql.ts';

/**
 * Creates a client, or changes the client `id`. Documents that are already issued do not change. Throws CLIENTS_FULL,
 * CLIENT_NOT_FOUND, EDIT_STALE or TOO_MANY_REQUESTS.
 */
export function saveClient(deps: Deps, actor: Actor, { id, base, ...details }: ClientForm): Promise<{ id: string }> {
  const brandId = actor.workspaceId;
  const at = deps.now();
  const limit = () => enforceRateLimit(deps, 'workspace change', actor.id);
  return runIdempotently(deps, actor, { name: 'clients.save', limit }, { id, base, details }, async (tx) => {
    if (id !== undefined) {
      const saved = await lockClient(tx.db, { id, brandId });
      if (saved === undefined) throw new Failure('CLIENT_NOT_FOUND');
      const merged = mergeEdit(saved, details, base);
      await updateClient(tx.db, { id, brandId }, merged);
      await recordAction(tx.db, { kind: 'client.changed', actor, data: { name: merged.name }, at });
      return { id };
    }
    await assertClientFits(tx.db, brandId);
    await recordAction(tx.db, { kind: 'client.created', actor, data: { name: details.name }, at });
    return insertClient(tx.db, { brandId, ...details, createdAt: at });
  });
}

/**
 * Archives a client, so that it can no longer be ordered for, or restores it. Throws CLIENTS_FULL, CLIENT_NOT_FOUND or
 * TOO_MANY_REQUESTS.
 */
export async function archiveClient(deps: Deps, actor: Actor, { id, isArchived }: Archiving): Promise<void> {
  await enforceRateLimit(deps, 'workspace change', actor.id);
  await inTransaction(deps, async (tx) => {
    if (!isArchived) await assertClientFits(tx.db, actor.workspaceId);
    const at = deps.now();
    const client = await updateClient(
      tx.db,
      { id, brandId: actor.workspaceId },
      { archivedAt: isArchived ? at : null },
    );
    if (client === undefined) throw new Failure('CLIENT_NOT_FOUND');
    const kind = isArchived ? 'client.archived' : 'client.restored';
    await recordAction(tx.db, { kind, actor, data: { name: client.name }, at });
  });
}

/** Replaces a client's logo. Throws CLIENT_NOT_FOUND or the errors of `storePicture`. */
export async function saveClientLogo(
  deps: Deps,
  actor: Actor,
  bytes: Buffer,
  { id }: { id: string },
): Promise<{ logoUrl: string }> {
  // Checked before the picture is decoded, because decoding is expensive.
  if (!(await findClient(deps.db, { id, brandId: actor.workspaceId }))) throw new Failure('CLIENT_NOT_FOUND');
  const stored = await storePicture(deps, actor, bytes, 'logo');
  await withStoredPicture(deps, stored, (use) =>
    inTransaction(deps, (tx) => use(() => replaceClientLogo(deps, actor, tx, id, stored.url))),
  );
  return { logoUrl: stored.url };
}

/** Throws CLIENT_NOT_FOUND or TOO_MANY_REQUESTS. */
export async function removeClientLogo(deps: Deps, actor: Actor, id: string): Promise<void> {
  await enforceRateLimit(deps, 'workspace change', actor.id);
  await inTransaction(deps, (tx) => replaceClientLogo(deps, actor, tx, id, null));
}

async function replaceClientLogo(
  deps: Deps,
  actor: Actor,
  tx: UnitOfWork,
  id: string,
  logoUrl: string | null,
): Promise<void> {
  const before = await lockClient(tx.db, { id, brandId: actor.workspaceId });
  if (!before) throw new Failure('CLIENT_NOT_FOUND');
  await setClientLogo(tx.db, id, logoUrl);
  if (before.logoUrl !== null) tx.enqueue('pictures.drop', { url: before.logoUrl });
  await recordAction(tx.db, { kind: 'client.changed', actor, data: { name: before.name }, at: deps.now() });
}

async function assertClientFits(db: Transaction<Database>, brandId: WorkspaceId): Promise<void> {
  await lockClientOwner(db, brandId);
  if ((await countActiveClients(db, brandId)) >= LIMITS.clients) throw new Failure('CLIENTS_FULL');
}

/** Throws CLIENT_NOT_FOUND if the brand has no such client or has archived it. */
export async function assertClient(
  db: Transaction<Database>,
  where: { id: string; brandId: WorkspaceId },
): Promise<void> {
  if (!(await hasActiveClient(db, where))) throw new Failure('CLIENT_NOT_FOUND');
}
