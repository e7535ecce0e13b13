import type { WorkspaceId } from '@marquee/contracts';
import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { queryUtils, trpc } from '../../../trpc.ts';
import { focusField } from '../../../lib/focusField.ts';
import { SortableItem, SortableList } from '../../../ui/Sortable.tsx';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { reorderCachedPackages, type ListedPackage } from './packageCache.ts';
import { PackageCard } from './PackageCard.tsx';
import classes from './PackageGrid.module.css';
import { PACKAGE_FAILURES } from './packages.words.ts';

interface PackageGridProps {
  creatorId: WorkspaceId;
  packages: readonly ListedPackage[];
  /** Other actions are disabled while the package editor is open (requirements R2.47). */
  isEditorOpen: boolean;
  /** False if the member may only look at the packages. */
  canEdit: boolean;
  onEdit: (pkg: ListedPackage) => void;
  onDelete: (pkg: ListedPackage) => void;
}

/**
 * Shows a creator's packages in the same order as on the profile. The creator can reorder them by dragging or with
 * each card's menu.
 */
export function PackageGrid({ creatorId, packages, isEditorOpen, canEdit, onEdit, onDelete }: PackageGridProps) {
  const [announcement, setAnnouncement] = useState('');
  const reorder = trpc.packages.reorder.useMutation({
    // Runs these mutations one at a time, so that the order that was chosen last is the one that is saved.
    scope: { id: 'packages.reorder' },
    onError: (error) => {
      notifyFailure(error, PACKAGE_FAILURES.update);
      void queryUtils.packages.listByCreator.invalidate({ id: creatorId });
    },
  });
  const ids = packages.map(({ id }) => id);
  const move = (from: number, to: number) => {
    const [moved = ''] = ids.slice(from, from + 1);
    const next = ids.toSpliced(from, 1).toSpliced(to, 0, moved);
    reorderCachedPackages(creatorId, next);
    reorder.mutate({ ids: next });
    setAnnouncement(`${packages[from]?.name} moved to position ${to + 1} of ${ids.length}`);
  };
  const moveFromMenu = (from: number, to: number) => () => {
    move(from, to);
    // Waits until the menu has closed and the card has moved.
    setTimeout(() => focusField(`${ids[from]}.menu`));
  };

  return (
    <>
      <VisuallyHidden component="output">{announcement}</VisuallyHidden>
      <SortableList noun="Package" layout="grid" ids={ids} onMove={move}>
        <ol className={classes.grid} aria-label="Your packages">
          {packages.map((pkg, index) => (
            <SortableItem
              key={pkg.id}
              id={pkg.id}
              component="li"
              className={classes.item}
              disabled={isEditorOpen || !canEdit}
            >
              <PackageCard
                pkg={pkg}
                isEditorOpen={isEditorOpen}
                canEdit={canEdit}
                canMove={packages.length > 1}
                onEarlier={index === 0 ? undefined : moveFromMenu(index, index - 1)}
                onLater={index === packages.length - 1 ? undefined : moveFromMenu(index, index + 1)}
                onEdit={() => onEdit(pkg)}
                onDelete={() => onDelete(pkg)}
              />
            </SortableItem>
          ))}
        </ol>
      </SortableList>
    </>
  );
}
