import { MAX_QUESTIONS, questionnaire, type Question } from '@marquee/validation';
import { Button, Group, SegmentedControl, Stack, Text, VisuallyHidden } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { Plus } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { data, trpc } from '../../trpc.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { focusField, focusFirstError } from '../../ui/focusField.ts';
import { DiscardChanges, LeaveGuard } from '../../ui/LeaveGuard.tsx';
import { notify } from '../../ui/notify.ts';
import { draftOf, newQuestion, questionOf } from './draft.ts';
import { QuestionEditor } from './QuestionEditor.tsx';
import classes from './QuestionnaireEditor.module.css';
import { QuestionnairePreview } from './QuestionnairePreview.tsx';

const check = schemaResolver(questionnaire, { sync: true });

/** Writes the questions of one package: the list on one side, what a brand will see on the other. */
export function QuestionnaireEditor({ packageId, saved }: { packageId: string; saved: readonly Question[] }) {
  const form = useForm({
    initialValues: { questions: saved.map(draftOf) },
    validate: ({ questions }) => check({ packageId, questions: questions.map(questionOf) }),
  });
  const { questions } = form.values;
  const isDirty = form.isDirty();
  const [panel, setPanel] = useState('edit');
  const [isAsking, setAsking] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const focusAfter = useFocusAfterChange();

  const save = trpc.questionnaires.save.useMutation({
    onSuccess: (answer) => {
      data.questionnaires.ofPackage.setData({ packageId }, answer);
      form.setInitialValues({ questions: answer.questions.map(draftOf) });
      notify('Success', 'Questionnaire saved successfully');
    },
    onError: () => notify('Error', 'Failed to save questionnaire'),
  });

  const refuse = (errors: Record<string, unknown>) => {
    const first = Object.values(errors)[0];
    notify('Validation Error', typeof first === 'string' ? first : undefined);
    setPanel('edit');
    focusFirstError(errors);
  };

  const errorsOf = (index: number) =>
    Object.fromEntries(Object.entries(form.errors).filter(([path]) => path.startsWith(`questions.${index}.`)));

  const add = () => {
    form.insertListItem('questions', newQuestion());
    focusAfter(`questions.${questions.length}.question`);
  };
  const move = (from: number, to: number) => {
    form.reorderListItem('questions', { from, to });
    setAnnouncement(`Question moved to position ${to + 1} of ${questions.length}`);
    focusAfter(`questions.${to}.${to < from ? 'up' : 'down'}`, `questions.${to}.${to < from ? 'down' : 'up'}`);
  };
  const remove = (index: number) => {
    form.removeListItem('questions', index);
    setAnnouncement(`Question ${index + 1} removed`);
    focusAfter(`questions.${Math.min(index, questions.length - 2)}.question`, 'add');
  };

  return (
    <form
      noValidate
      onSubmit={form.onSubmit(() => save.mutate({ packageId, questions: questions.map(questionOf) }), refuse)}
    >
      <LeaveGuard when={isDirty} />
      <DiscardChanges
        opened={isAsking}
        onKeep={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false);
          form.reset();
          focusAfter('questions.0.question', 'add');
        }}
      />
      <VisuallyHidden component="output">{announcement}</VisuallyHidden>
      <SegmentedControl
        hiddenFrom="md"
        fullWidth
        size="md"
        mb="md"
        aria-label="Show"
        value={panel}
        onChange={setPanel}
        data={[
          { value: 'edit', label: 'Questions' },
          { value: 'preview', label: 'Preview' },
        ]}
      />
      <div className={classes.columns} data-panel={panel}>
        <Stack gap="md" className={classes.edit ?? ''}>
          {questions.length === 0 && (
            <EmptyState
              title="No questions yet"
              text="Ask what you need to know before you start. Brands answer when they order."
            />
          )}
          {questions.map((question, index) => (
            <QuestionEditor
              key={question.id}
              question={question}
              index={index}
              count={questions.length}
              errors={errorsOf(index)}
              onChange={(changed) => {
                // Not judged again until the next save.
                for (const bad of Object.keys(errorsOf(index))) form.clearFieldError(bad);
                form.setFieldValue(`questions.${index}`, changed);
              }}
              onMove={(to) => move(index, to)}
              onRemove={() => remove(index)}
            />
          ))}
          <Button
            variant="default"
            data-path="add"
            disabled={questions.length >= MAX_QUESTIONS}
            leftSection={<Plus size={18} aria-hidden />}
            onClick={add}
          >
            Add Question
          </Button>
          {questions.length >= MAX_QUESTIONS && (
            <Text size="sm" c="dimmed">
              A questionnaire has at most {MAX_QUESTIONS} questions.
            </Text>
          )}
        </Stack>
        <div className={classes.preview}>
          <QuestionnairePreview questions={useDeferredValue(questions)} />
        </div>
      </div>
      <div className={classes.bar}>
        <Text size="sm" c="dimmed" aria-live="polite">
          {isDirty ? 'Unsaved changes' : ''}
        </Text>
        <Group gap="sm" wrap="nowrap">
          {isDirty && (
            <Button variant="default" onClick={() => setAsking(true)} disabled={save.isPending}>
              Discard
            </Button>
          )}
          <Button type="submit" loading={save.isPending}>
            Save Questionnaire
          </Button>
        </Group>
      </div>
    </form>
  );
}

/** Focuses a field that is there only after the change that was just made; the second, if the first cannot be focused. */
function useFocusAfterChange(): (...paths: string[]) => void {
  const wanted = useRef<string[]>([]);
  useEffect(() => {
    for (const path of wanted.current.toReversed()) focusField(path);
    wanted.current = [];
  });
  return (...paths) => {
    wanted.current = paths;
  };
}
