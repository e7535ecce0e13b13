import { Button, CloseButton, Fieldset, Group, Text, Textarea, TextInput } from '@mantine/core';
import { LIMITS } from '@marquee/validation';
import { ListPlus, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { focusField } from '../../../lib/focusField.ts';
import { DragHandle, SortableItem, SortableList } from '../../../ui/Sortable.tsx';
import { isComposing } from '../../../lib/isComposing.ts';
import { createDraftOption, type DraftOption } from './draftQuestions.ts';
import classes from './QuestionEditor.module.css';

interface QuestionOptionsEditorProps {
  /** The path of the question, such as 'questions.2'. */
  path: string;
  options: readonly DraftOption[];
  errors: Record<string, React.ReactNode>;
  onChange: (options: DraftOption[]) => void;
}

/**
 * Edits the options of a dropdown or multiple-choice question. The creator can type them, reorder them by dragging,
 * or paste a list.
 */
export function QuestionOptionsEditor({ path, options, errors, onChange }: QuestionOptionsEditorProps) {
  const [isPasting, setPasting] = useState(false);
  const focusNext = useRef<number | null>(null);
  useEffect(() => {
    if (focusNext.current !== null) focusField(`${path}.options.${focusNext.current}`);
    focusNext.current = null;
  });

  const insertAt = (index: number) => {
    if (options.length >= LIMITS.options) return;
    focusNext.current = index;
    onChange(options.toSpliced(index, 0, createDraftOption()));
  };
  const removeAt = (index: number) => {
    focusNext.current = Math.max(0, Math.min(index, options.length - 2));
    onChange(options.toSpliced(index, 1));
  };
  const move = (from: number, to: number) => {
    const [moved] = options.slice(from, from + 1);
    if (moved !== undefined) onChange(options.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  const addLines = (lines: string, after = options.length - 1) => {
    const next = addOptionLines(options, lines, after);
    focusNext.current = Math.min(after + 1 + next.length - options.length, next.length) - 1;
    onChange(next);
    setPasting(false);
  };
  const isFull = options.length >= LIMITS.options;
  const listError = errors[`${path}.options`];

  return (
    <Fieldset
      data-path={`${path}.options`}
      variant="unstyled"
      legend="Options"
      m={0}
      p={0}
      classNames={{ legend: classes.legend ?? '' }}
    >
      <div className={classes.rows}>
        <SortableList noun="Option" ids={options.map(({ id }) => id)} onMove={move}>
          {options.map((option, index) => (
            <SortableItem key={option.id} id={option.id} className={classes.row}>
              <DragHandle label={`Drag option ${index + 1}`} size={42} />
              <TextInput
                flex={1}
                aria-label={`Option ${index + 1}`}
                placeholder={`Option ${index + 1}`}
                data-path={`${path}.options.${index}`}
                error={errors[`${path}.options.${index}`]}
                value={option.text}
                onChange={(event) => onChange(options.with(index, { ...option, text: event.currentTarget.value }))}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || isComposing(event)) return;
                  event.preventDefault();
                  insertAt(index + 1);
                }}
                onPaste={(event) => {
                  const pasted = event.clipboardData.getData('text');
                  if (!/\S\s*\n/.test(pasted)) return;
                  event.preventDefault();
                  addLines(pasted, index);
                }}
              />
              <CloseButton
                size={42}
                iconSize={18}
                aria-label={`Remove option ${index + 1}`}
                disabled={options.length === 1}
                onClick={() => removeAt(index)}
              />
            </SortableItem>
          ))}
        </SortableList>
      </div>
      {listError !== undefined && listError !== null && (
        <Text size="sm" c="var(--mantine-color-error)" mt={4} role="alert">
          {listError}
        </Text>
      )}
      {isPasting ? (
        <PastedOptions onAdd={addLines} onCancel={() => setPasting(false)} />
      ) : (
        <Group gap={4} mt={4} ml={-18}>
          <Button
            variant="subtle"
            size="sm"
            disabled={isFull}
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => insertAt(options.length)}
          >
            Add Option
          </Button>
          <Button
            variant="subtle"
            size="sm"
            disabled={isFull}
            leftSection={<ListPlus size={14} aria-hidden />}
            onClick={() => setPasting(true)}
          >
            Paste a list
          </Button>
        </Group>
      )}
      {isFull && (
        <Text size="sm" c="dimmed">
          A question can have up to {LIMITS.options} options.
        </Text>
      )}
    </Fieldset>
  );
}

/** Renders a field for pasting several options, one per line. */
function PastedOptions({ onAdd, onCancel }: { onAdd: (lines: string) => void; onCancel: () => void }) {
  const [lines, setLines] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <div>
      <Textarea
        mt="sm"
        label="Options, one per line"
        description={`Blank lines and duplicates are skipped. A question can have up to ${LIMITS.options} options.`}
        ref={field}
        maxRows={10}
        value={lines}
        onChange={(event) => setLines(event.currentTarget.value)}
      />
      <Group gap="xs" mt="xs">
        <Button size="sm" variant="light" disabled={lines.trim() === ''} onClick={() => onAdd(lines)}>
          Add options
        </Button>
        <Button size="sm" variant="subtle" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </div>
  );
}

/** Inserts one option per line of `lines` after index `after`. Skips blank options and duplicates. */
function addOptionLines(options: readonly DraftOption[], lines: string, after: number): DraftOption[] {
  const isFilled = ({ text }: DraftOption) => text.trim() !== '';
  const existingOptions = new Set(options.map(({ text }) => text.trim()));
  const newOptions = [...new Set(lines.split(/\r?\n/).map((line) => line.trim()))].filter(
    (line) => line !== '' && !existingOptions.has(line),
  );
  return [
    ...options.slice(0, after + 1).filter(isFilled),
    ...newOptions.map((line) => createDraftOption(line)),
    ...options.slice(after + 1).filter(isFilled),
  ].slice(0, LIMITS.options);
}
