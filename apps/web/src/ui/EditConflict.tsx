/** Shows both versions if another user has changed the fields of a form since it was opened. */
import { Button, List, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState, type ReactNode } from 'react';
import { getFailureCode } from '../lib/errors.ts';
import { Callout } from './Callout.tsx';

/**
 * A field that another user has changed, with the saved value and, if this user has changed it too, the typed value.
 */
export interface Conflict {
  label: string;
  saved: string;
  typed: string | null;
}

/** A field's label on the screen, and how its values are shown there if they are not shown as they are stored. */
export interface FormattedField<Value> {
  label: string;
  format(this: void, value: Value): string;
}

/** The labels of a form's fields. */
export type FieldLabels<T> = { [Name in keyof T]?: string | FormattedField<T[Name]> };

/** Matches the names of values that identify a row or refer to another one, which users do not see. */
const ID_NAME = /^(key|id)$|Id$/;

/** Returns a value of a form as text. Rows of lists are separated by semicolons. */
export function formatFieldValue(value: unknown): string {
  if (value === '' || value === null || value === undefined) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(formatFieldValue).join('; ');
  if (typeof value === 'object')
    return Object.entries(value)
      .filter(([name, each]) => !ID_NAME.test(name) && each !== '' && each !== null)
      .map(([, each]) => formatFieldValue(each))
      .join(' ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Compares what is saved now with the values with which the form was opened (`base`) and with the values that the user
 * typed. Returns the typed values with the changes of other people in the fields that the user did not change, and all
 * changes of other people.
 */
export function compareVersions<T extends object>(
  { base, typed, saved }: { base: T; typed: T; saved: T },
  labels: FieldLabels<T>,
): { values: T; conflicts: Conflict[] } {
  const values = { ...typed };
  const conflicts: Conflict[] = [];
  for (const name of Object.keys(saved) as (keyof T)[]) {
    const isUntouched = isSame(typed[name], base[name]);
    if (isUntouched) values[name] = saved[name];
    if (isSame(saved[name], base[name]) || isSame(saved[name], typed[name])) continue;
    const field = labels[name] ?? String(name);
    const { label, format } = typeof field === 'string' ? { label: field, format: formatFieldValue } : field;
    conflicts.push({ label, saved: format(saved[name]), typed: isUntouched ? null : format(typed[name]) });
  }
  return { values, conflicts };
}

/** Lists the changes of other users next to the typed values. `onUseSaved` discards the typed values. */
export function EditConflictNotice({ conflicts, onUseSaved }: { conflicts: Conflict[]; onUseSaved: () => void }) {
  return (
    <div role="alert">
      <Callout tone="warning">
        <Text fw={600}>Someone else changed the same details.</Text>
        <List size="sm" my="xs">
          {conflicts.map(({ label, saved, typed }) => (
            <List.Item key={label} style={{ overflowWrap: 'anywhere' }}>
              {typed === null
                ? `${label}: they saved “${saved}”.`
                : `${label}: they saved “${saved}”, you typed “${typed}”.`}
            </List.Item>
          ))}
        </List>
        <Text size="sm" mb="xs">
          Save again to replace their version with yours.
        </Text>
        <Button size="compact-sm" variant="default" onClick={onUseSaved}>
          Use their version
        </Button>
      </Callout>
    </div>
  );
}

interface EditConflict {
  /** Handles an error of the request that saves the form. Ignores errors other than EDIT_STALE. */
  onError: (error: unknown) => void;
  /** The changes of other users, or null. Shown above the save button. */
  notice: ReactNode;
  /** Hides the notice. Call this after the form is saved. */
  clear: () => void;
}

/**
 * Handles the refusal of an edit because another user has changed the same fields. Keeps the typed text, shows both
 * versions, and makes the saved version the new base of the form, so that saving again replaces it knowingly. `load`
 * returns the values that are saved now.
 */
export function useEditConflict<T extends object>(
  form: UseFormReturnType<T>,
  labels: FieldLabels<T>,
  load: () => Promise<T>,
): EditConflict {
  const [found, setFound] = useState<{ conflicts: Conflict[]; saved: T } | null>(null);
  const show = async () => {
    const saved = await load();
    const { values, conflicts } = compareVersions(
      { base: form.getInitialValues(), typed: form.getValues(), saved },
      labels,
    );
    form.setInitialValues(saved);
    form.setValues(values);
    form.resetDirty(saved);
    setFound({ conflicts, saved });
  };
  const clear = () => setFound(null);
  const applySaved = () => {
    if (found !== null) form.setValues(found.saved);
    clear();
  };
  return {
    onError: (cause) => {
      // If the saved version cannot be loaded, the form stays as it is, and saving again is refused again.
      if (getFailureCode(cause) === 'EDIT_STALE') show().catch(() => undefined);
    },
    notice: found !== null && <EditConflictNotice conflicts={found.conflicts} onUseSaved={applySaved} />,
    clear,
  };
}
