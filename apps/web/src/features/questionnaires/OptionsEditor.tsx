import { MAX_OPTIONS } from '@marquee/validation';
import { Button, CloseButton, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { focusField } from '../../ui/focusField.ts';
import classes from './OptionsEditor.module.css';

interface OptionsEditorProps {
  /** Of the question, e.g. 'questions.2'. */
  path: string;
  options: readonly string[];
  errors: Record<string, React.ReactNode>;
  onChange: (options: string[]) => void;
}

/** The choices of a dropdown or multiple choice question: typed one below the other, Enter goes on to a new one. */
export function OptionsEditor({ path, options, errors, onChange }: OptionsEditorProps) {
  const focusNext = useRef<number | null>(null);
  useEffect(() => {
    if (focusNext.current !== null) focusField(`${path}.options.${focusNext.current}`);
    focusNext.current = null;
  });

  const insertAt = (index: number) => {
    if (options.length >= MAX_OPTIONS) return;
    focusNext.current = index;
    onChange(options.toSpliced(index, 0, ''));
  };
  const removeAt = (index: number) => {
    focusNext.current = Math.max(0, Math.min(index, options.length - 2));
    onChange(options.toSpliced(index, 1));
  };
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
      <Stack gap={8}>
        {options.map((option, index) => (
          // An option is its place in the list: two blank ones are alike.
          // oxlint-disable-next-line react/no-array-index-key
          <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
            <TextInput
              flex={1}
              aria-label={`Option ${index + 1}`}
              placeholder={`Option ${index + 1}`}
              data-path={`${path}.options.${index}`}
              error={errors[`${path}.options.${index}`]}
              value={option}
              onChange={(event) => onChange(options.with(index, event.currentTarget.value))}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                event.preventDefault();
                insertAt(index + 1);
              }}
            />
            <CloseButton
              size={42}
              iconSize={18}
              aria-label={`Remove option ${index + 1}`}
              disabled={options.length === 1}
              onClick={() => removeAt(index)}
            />
          </Group>
        ))}
      </Stack>
      {listError !== undefined && listError !== null && (
        <Text size="sm" c="var(--mantine-color-error)" mt={4} role="alert">
          {listError}
        </Text>
      )}
      <Button
        variant="subtle"
        size="sm"
        mt={4}
        ml={-18}
        disabled={options.length >= MAX_OPTIONS}
        leftSection={<Plus size={14} aria-hidden />}
        onClick={() => insertAt(options.length)}
      >
        Add Option
      </Button>
    </Fieldset>
  );
}
