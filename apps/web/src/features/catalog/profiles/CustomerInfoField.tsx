import { ActionIcon, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { Check, Pencil, X } from 'lucide-react';
import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import classes from './CustomerInfoCard.module.css';
import { formatFieldValue, TONE_OPTIONS, type CustomerInfoFieldSpec } from './customerInfoFields.ts';
import { isComposing } from '../../../lib/isComposing.ts';

interface CustomerInfoFieldProps {
  field: CustomerInfoFieldSpec;
  value: string;
  /** The text being edited, or undefined if the field is not being edited. */
  draft: string | undefined;
  problem: string | undefined;
  isLocked: boolean;
  onEdit: () => void;
  onType: (text: string) => void;
  /** Saves the value. Returns false if the value is invalid. */
  onSave: () => boolean;
  onCancel: () => void;
}

/**
 * Renders a field that is edited in place. Enter saves the value, except in multi-line fields, and Escape cancels.
 */
export function CustomerInfoField(props: CustomerInfoFieldProps) {
  const { field, value, draft, problem, isLocked, onEdit, onType, onSave, onCancel } = props;
  const isEdited = draft !== undefined;
  const valueButton = useRef<HTMLButtonElement>(null);
  const control = useRef<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>(null);
  const wasEdited = useRef(false);
  const returnsFocus = useRef(false);
  const labelId = useId();

  // Focuses the input when editing starts, and the edit button when it ends.
  useEffect(() => {
    if (isEdited && !wasEdited.current) control.current?.focus();
    if (!isEdited && returnsFocus.current) valueButton.current?.focus();
    wasEdited.current = isEdited;
    returnsFocus.current = false;
  }, [isEdited]);
  useEffect(() => {
    if (problem !== undefined) control.current?.focus();
  }, [problem]);

  const save = () => {
    returnsFocus.current = true;
    if (!onSave()) returnsFocus.current = false;
  };
  const cancel = () => {
    returnsFocus.current = true;
    onCancel();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      cancel();
    } else if (event.key === 'Enter' && field.kind !== 'long') {
      event.preventDefault();
      save();
    }
  };

  const text = formatFieldValue(field, value);
  const input = {
    ref: control,
    value: draft ?? '',
    onChange: (event: { currentTarget: { value: string } }) => onType(event.currentTarget.value),
    onKeyDown,
    description: field.hint,
    error: problem,
    disabled: isLocked,
    'aria-labelledby': labelId,
    autoComplete: field.autoComplete ?? 'off',
  };
  return (
    <div className={classes.field}>
      <Text component="dt" size="sm" fw={600} c="dimmed" id={labelId}>
        {field.label}
      </Text>
      <dd className={classes.value}>
        {isEdited ? (
          <div className={classes.editor} data-long={field.kind === 'long' || undefined}>
            <div className={classes.control}>
              {field.kind === 'long' ? (
                <Textarea {...input} maxRows={12} />
              ) : field.kind === 'tone' ? (
                <NativeSelect {...input} data={TONE_OPTIONS} />
              ) : (
                <TextInput {...input} type={field.kind} />
              )}
            </div>
            <div className={classes.buttons}>
              <ActionIcon variant="light" onClick={save} disabled={isLocked} aria-label={`Save ${field.label}`}>
                <Check size={18} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                onClick={cancel}
                disabled={isLocked}
                aria-label={`Cancel editing ${field.label}`}
              >
                <X size={18} aria-hidden />
              </ActionIcon>
            </div>
          </div>
        ) : isLocked ? (
          <span className={classes.read} data-empty={text === '' || undefined}>
            {text === '' ? 'Not provided' : text}
          </span>
        ) : (
          <button
            ref={valueButton}
            type="button"
            className={classes.read}
            data-empty={text === '' || undefined}
            onClick={onEdit}
            aria-label={`Edit ${field.label}: ${text === '' ? 'not provided' : text}`}
          >
            <span>{text === '' ? 'Not provided' : text}</span>
            <Pencil size={16} aria-hidden className={classes.pencil} />
          </button>
        )}
      </dd>
    </div>
  );
}
