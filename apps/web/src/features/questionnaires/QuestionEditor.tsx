import { hasOptions, QUESTION_TYPE_LABELS, QUESTION_TYPES, type QuestionType } from '@marquee/validation';
import { ActionIcon, Card, Group, NativeSelect, SimpleGrid, Stack, Switch, TextInput, Title } from '@mantine/core';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { sameProps } from '../../ui/sameProps.ts';
import { hasPlaceholder, withType, type DraftQuestion } from './draft.ts';
import { OptionsEditor } from './OptionsEditor.tsx';
import classes from './QuestionEditor.module.css';

const TYPES = QUESTION_TYPES.map((type) => ({ value: type, label: QUESTION_TYPE_LABELS[type] }));

interface QuestionEditorProps {
  question: DraftQuestion;
  index: number;
  count: number;
  /** By path: 'questions.2.question'. */
  errors: Record<string, React.ReactNode>;
  onChange: (question: DraftQuestion) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** One question of the list, with everything that can be set about it. Drawn again only when it changes itself. */
export const QuestionEditor = memo(function QuestionEditor(props: QuestionEditorProps) {
  const { question, index, count, errors, onChange, onMove, onRemove } = props;
  const path = `questions.${index}`;
  const titleId = `${question.id}-title`;

  return (
    <Card component="article" aria-labelledby={titleId}>
      <Group justify="space-between" wrap="nowrap" mb="sm">
        <Title order={2} id={titleId} fz="md">
          Question {index + 1}
        </Title>
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes.tool ?? ''}
            disabled={index === 0}
            data-path={`${path}.up`}
            aria-label={`Move question ${index + 1} up`}
            onClick={() => onMove(index - 1)}
          >
            <ArrowUp size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes.tool ?? ''}
            disabled={index === count - 1}
            data-path={`${path}.down`}
            aria-label={`Move question ${index + 1} down`}
            onClick={() => onMove(index + 1)}
          >
            <ArrowDown size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={`Remove question ${index + 1}`}
            onClick={onRemove}
          >
            <Trash2 size={18} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      <Stack gap="md">
        <TextInput
          label="Question"
          withAsterisk
          aria-required
          data-path={`${path}.question`}
          placeholder="e.g. Who is your audience?"
          error={errors[`${path}.question`]}
          value={question.question}
          onChange={(event) => onChange({ ...question, question: event.currentTarget.value })}
        />
        <SimpleGrid cols={{ base: 1, xs: hasPlaceholder(question.type) ? 2 : 1 }}>
          <NativeSelect
            label="Type"
            data={TYPES}
            value={question.type}
            onChange={(event) => onChange(withType(question, event.currentTarget.value as QuestionType))}
          />
          {hasPlaceholder(question.type) && (
            <TextInput
              label="Placeholder"
              data-path={`${path}.placeholder`}
              placeholder="A hint inside the empty field"
              error={errors[`${path}.placeholder`]}
              value={question.placeholder}
              onChange={(event) => onChange({ ...question, placeholder: event.currentTarget.value })}
            />
          )}
        </SimpleGrid>
        {hasOptions(question.type) && (
          <OptionsEditor
            path={path}
            options={question.options}
            errors={errors}
            onChange={(options) => onChange({ ...question, options })}
          />
        )}
        <Switch
          label="Required"
          checked={question.required}
          onChange={(event) => onChange({ ...question, required: event.currentTarget.checked })}
        />
      </Stack>
    </Card>
  );
}, sameProps);
