/** Rows of a list that is edited. */
import { ActionIcon, Button } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './EditableRow.module.css';

interface EditableRowProps {
  legend: string;
  /** How many fields there are; `even`: two of one width. */
  columns: 2 | 4 | 'even';
  removeLabel: string;
  onRemove: () => void;
  children: ReactNode;
}

/** A row: its fields, and a button that removes it. */
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
  /** Of what the rows are; tells the buttons of a screen apart. */
  noun: string;
  label: string;
  disabled: boolean;
  onAdd: () => void;
}

/** Below the rows: adds one. */
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

/** After a row was removed, with the button that had the focus. */
export const focusAddRowButton = (noun: string): void => {
  setTimeout(() => document.querySelector<HTMLElement>(`#add-${noun}`)?.focus());
};
