/** Rows of an editable list. */
import { ActionIcon, Button } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './EditableRow.module.css';

interface EditableRowProps {
  legend: string;
  /** Number of fields. `even` means two of equal width. */
  columns: 2 | 4 | 'even';
  removeLabel: string;
  onRemove: () => void;
  children: ReactNode;
}

/** A row with its fields and a button that removes it. */
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
  /** The noun of a row, which distinguishes the buttons of a screen. */
  noun: string;
  label: string;
  disabled: boolean;
  onAdd: () => void;
}

/** The button below the rows that adds one. */
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

/** Moves the focus to this button after the focused row was removed. */
export const focusAddRowButton = (noun: string): void => {
  setTimeout(() => document.querySelector<HTMLElement>(`#add-${noun}`)?.focus());
};
