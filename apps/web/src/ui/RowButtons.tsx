import { Button } from '@mantine/core';

/** Renders the buttons of a row that can be archived: one that edits it, and one that archives or restores it. */
export function RowButtons(props: {
  name: string;
  isArchived: boolean;
  /** Whether the row is being archived or restored. */
  loading: boolean;
  onEdit: () => void;
  onArchive: (isArchived: boolean) => void;
}) {
  const { name, isArchived, loading, onEdit, onArchive } = props;
  const label = isArchived ? 'Restore' : 'Archive';
  return (
    <>
      <Button size="sm" variant="default" aria-label={`Edit ${name}`} onClick={onEdit}>
        Edit
      </Button>
      <Button
        size="sm"
        variant="default"
        aria-label={`${label} ${name}`}
        loading={loading}
        onClick={() => onArchive(!isArchived)}
      >
        {label}
      </Button>
    </>
  );
}
