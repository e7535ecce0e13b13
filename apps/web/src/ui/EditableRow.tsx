import { ActionIcon, Button } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './EditableRow.module.css';

interface EditableRowProps {
  legend: string;
  /** The number of fields in the row. `even` means two fields of equal width. */
  columns: 2 | 4 | 'even';
  removeLabel: string;
  onRemove: () => void;
  children: ReactNode;
}

/** Renders a row of an editable list: its fields and a button that removes the row. */
export const EditableRow = ({ legend, columns, removeLabel, onRemove, children }: EditableRowProps) => (
  <fieldset className={classes.row}>
    <legend className={classes.legend}>{legend}</legend>
    <div className={classes.fields} data-columns={columns}>
      {children}
    </div>
    <ActionIcon
      variant="subtle"
      color="gray"
      className={classes.remove ?? ''}
      onClick={onRemove}
      aria-label={removeLabel}
    >
      <Trash2 size={18} aria-hidden />
    </ActionIcon>
  </fieldset>
);

interface AddRowButtonProps {
  /** The noun for a row, such as 'link'. It distinguishes the buttons of several lists on a page. */
  noun: string;
  label: string;
  disabled: boolean;
  onAdd: () => void;
}

/** Renders the button that adds a row to an editable list. */
export const AddRowButton = ({ noun, label, disabled, onAdd }: AddRowButtonProps) => (
  <div>
    <Button
      id={`add-${noun}`}
      variant="default"
      size="sm"
      leftSection={<Plus size={17} aria-hidden />}
      onClick={onAdd}
      disabled={disabled}
    >
      {label}
    </Button>
  </div>
);

/** Moves the focus to the add button after the focused row has been removed. */
export const focusAddRowButton = (noun: string): void => {
  setTimeout(() => document.querySelector<HTMLElement>(`#add-${noun}`)?.focus());
};
