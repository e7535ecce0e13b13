import type { WorkspaceId } from '@marquee/contracts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { deleteUnsentFiles, eraseDeliveryFileNetworks, setMessageFilesRemoved } from './files.sql.ts';

/**
 * Removes the files of the workspace's messages. Files of deliverables stay, because they belong to the brand, too.
 * The names of files are exported with their deliveries and messages.
 */
export async function erasePersonalData(tx: UnitOfWork, authorWorkspaceId: WorkspaceId, at: Date): Promise<void> {
  const files = [
    ...(await deleteUnsentFiles(tx.db, { authorWorkspaceId })),
    ...(await setMessageFilesRemoved(tx.db, authorWorkspaceId, at)),
  ];
  for (const file of files) tx.enqueue('files.drop', file);
  await eraseDeliveryFileNetworks(tx.db, authorWorkspaceId);
}
