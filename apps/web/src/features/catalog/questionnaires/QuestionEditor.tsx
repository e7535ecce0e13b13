import { ActionIcon, Badge, Card, Group, Menu, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { LIMITS, QUESTION_KINDS, QUESTION_TYPES, type QuestionType } from '@marquee/validation';
import { ArrowDown, ArrowUp, ChevronUp, Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { Columns } from '../../../ui/Columns.tsx';
import { arePropsEqual } from './arePropsEqual.ts';
import { Switch } from '../../../ui/Switch.tsx';
import { DragHandle } from '../../../ui/Sortable.tsx';
import { changeQuestionType, type DraftQuestion } from './draftQuestions.ts';
import { QuestionOptionsEditor } from './QuestionOptionsEditor.tsx';
import classes from './QuestionEditor.module.css';
import { ShowIfEditor, type DecidingQuestion } from './ShowIfEditor.tsx';

const QUESTION_TYPE_OPTIONS = QUESTION_TYPES.map((type) => ({ value: type, label: QUESTION_KINDS[type].label }));

interface QuestionEditorProps {
  question: DraftQuestion;
  /** False if only the text of the question is shown. A question with a broken rule is always open. */
  isOpen: boolean;
  index: number;
  count: number;
  /** Earlier questions that can decide whether this one is shown. */
  deciders: readonly DecidingQuestion[];
  /** The error message for the question's `showIf` rule, or null. */
  ruleProblem: string | null;
  /** Error messages by path, such as 'questions.2.question'. */
  errors: Record<string, React.ReactNode>;
  onChange: (question: DraftQuestion) => void;
  onMove: (to: number) => void;
  onToggle: () => void;
  onDuplicate: () => void;
  onRemove: () => void;
}

/**
 * Shows a question in one line, or all its settings. The component is memoized, because a form can have many
 * questions and changes on every key press.
 */
export const QuestionEditor = memo(function QuestionEditor(props: QuestionEditorProps) {
  const { question, index, ruleProblem } = props;
  const isOpen = props.isOpen || ruleProblem !== null;
  const path = `questions.${index}`;
  const titleId = `${question.id}-title`;

  return (
    <Card component="article" aria-labelledby={titleId}>
      <Group justify="space-between" wrap="nowrap" className={classes.head ?? ''}>
        <Group gap={4} wrap="nowrap" className={classes.words ?? ''}>
          <DragHandle label={`Drag question ${index + 1}`} />
          <div className={classes.words}>
            <Group gap={6} wrap="nowrap">
              <Title order={2} id={titleId} fz="md">
                Question {index + 1}
              </Title>
              {question.showIf !== null && (
                <Badge variant="light" tt="none">
                  Conditional
                </Badge>
              )}
            </Group>
            {!isOpen && (
              <Text size="sm" c="dimmed" truncate>
                {question.question.trim() || 'Untitled question'}
              </Text>
            )}
          </div>
        </Group>
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            color="gray"
            data-path={`${path}.toggle`}
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Close' : 'Edit'} question ${index + 1}`}
            onClick={props.onToggle}
          >
            {isOpen ? <ChevronUp size={18} aria-hidden /> : <Pencil size={17} aria-hidden />}
          </ActionIcon>
          <QuestionMenu {...props} />
          <ActionIcon variant="subtle" color="red" aria-label={`Remove question ${index + 1}`} onClick={props.onRemove}>
            <Trash2 size={18} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      {isOpen && <QuestionSettings {...props} path={path} />}
    </Card>
  );
}, arePropsEqual);

function QuestionSettings(props: QuestionEditorProps & { path: string }) {
  const { question, deciders, ruleProblem, errors, onChange, path } = props;
  return (
    <Stack gap="md" mt="sm">
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
      <Columns count={QUESTION_KINDS[question.type].hasPlaceholder ? 2 : 1} from="xs">
        <NativeSelect
          label="Type"
          data={QUESTION_TYPE_OPTIONS}
          value={question.type}
          onChange={(event) => onChange(changeQuestionType(question, event.currentTarget.value as QuestionType))}
        />
        {QUESTION_KINDS[question.type].hasPlaceholder && (
          <TextInput
            label="Placeholder"
            data-path={`${path}.placeholder`}
            placeholder="Example text in the empty field"
            error={errors[`${path}.placeholder`]}
            value={question.placeholder}
            onChange={(event) => onChange({ ...question, placeholder: event.currentTarget.value })}
          />
        )}
      </Columns>
      {QUESTION_KINDS[question.type].hasOptions && (
        <QuestionOptionsEditor
          path={path}
          options={question.options}
          errors={errors}
          onChange={(options) => onChange({ ...question, options })}
        />
      )}
      <ShowIfEditor
        path={path}
        rule={question.showIf}
        deciders={deciders}
        problem={ruleProblem}
        errors={errors}
        onChange={(showIf) => onChange({ ...question, showIf })}
      />
      <Switch
        label="Required"
        checked={question.required}
        onChange={(event) => onChange({ ...question, required: event.currentTarget.checked })}
      />
    </Stack>
  );
}

/** Renders a menu to move or duplicate a question without dragging. */
function QuestionMenu({ index, count, onMove, onDuplicate }: QuestionEditorProps) {
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          data-path={`questions.${index}.menu`}
          aria-label={`More for question ${index + 1}`}
        >
          <Ellipsis size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<ArrowUp size={16} aria-hidden />}
          disabled={index === 0}
          onClick={() => onMove(index - 1)}
        >
          Move up
        </Menu.Item>
        <Menu.Item
          leftSection={<ArrowDown size={16} aria-hidden />}
          disabled={index === count - 1}
          onClick={() => onMove(index + 1)}
        >
          Move down
        </Menu.Item>
        <Menu.Item
          leftSection={<Copy size={16} aria-hidden />}
          disabled={count >= LIMITS.questions}
          onClick={onDuplicate}
        >
          Duplicate
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
