import { MAX_QUESTIONS, questionnaire, type Question } from '@marquee/validation';
import { Button, Group, SegmentedControl, Stack, Text, VisuallyHidden } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { Download, FilePlus2, HardDrive, Plus } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState, type MouseEvent } from 'react';
import { data, trpc } from '../../trpc.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { focusField, focusFirstError } from '../../ui/focusField.ts';
import { DiscardChanges, LeaveGuard } from '../../ui/LeaveGuard.tsx';
import { notify } from '../../ui/notify.ts';
import { SortableItem, SortableList } from '../../ui/Sortable.tsx';
import { AddQuestions, type HowToAdd } from './AddQuestions.tsx';
import {
  answersOf,
  brokenRule,
  decidersBefore,
  draftsOf,
  duplicateOf,
  newQuestion,
  questionsOf,
  withoutGoneAnswers,
  type DraftQuestion,
} from './draft.ts';
import { exportQuestions } from './exportQuestions.ts';
import { QuestionEditor } from './QuestionEditor.tsx';
import classes from './QuestionnaireEditor.module.css';
import { QuestionnairePreview } from './QuestionnairePreview.tsx';
import { dropDraft, findDraft, keepDraft, sameQuestions } from './savedDraft.ts';

const check = schemaResolver(questionnaire, { sync: true });

interface QuestionnaireEditorProps {
  creatorId: string;
  packageId: string;
  packageName: string;
  saved: readonly Question[];
}

/**
 * Writes the questions of one package: the list on one side,
 * what a brand will see on the other. Drafts stay on the device.
 */
export function QuestionnaireEditor({ creatorId, packageId, packageName, saved }: QuestionnaireEditorProps) {
  const [found] = useState(() => findDraft(packageId));
  // What the draft was made from, and what was saved over that since.
  const [base, setBase] = useState(found?.base ?? saved);
  const [newer, setNewer] = useState(found !== null && !sameQuestions(found.base, saved) ? saved : null);
  const form = useForm({
    initialValues: { questions: found?.questions ?? draftsOf(saved) },
    validate: ({ questions }) => check({ packageId, questions: questionsOf(questions) }),
  });
  const { questions } = form.values;
  const written = useMemo(() => questionsOf(questions), [questions]);
  const isDirty = !sameQuestions(written, questionsOf(draftsOf(base)));
  const isKept = useKeptDraft(packageId, { questions, base }, { isDirty, isPaused: newer !== null });

  const [panel, setPanel] = useState('edit');
  const [isAsking, setAsking] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const focusAfter = useFocusAfterChange();
  const addClick = useRef<{ x: number; y: number; at: number } | null>(null);

  const save = trpc.questionnaires.save.useMutation({
    onSuccess: (answer) => {
      data.questionnaires.ofPackage.setData({ packageId }, answer);
      setBase(answer.questions);
      notify('Success', 'Questionnaire saved successfully');
    },
    onError: () => notify('Error', 'Failed to save questionnaire'),
  });
  const [isChecking, setChecking] = useState(false);
  const submit = async () => {
    setChecking(true);
    try {
      // Somebody may have saved since this screen was opened: asked before it is replaced.
      const current = (await data.questionnaires.ofPackage.fetch({ packageId }, { staleTime: 0 }))?.questions ?? [];
      if (sameQuestions(current, base)) save.mutate({ packageId, questions: questionsOf(form.getValues().questions) });
      else setNewer(current);
    } catch {
      notify('Error', 'Failed to save questionnaire');
    } finally {
      setChecking(false);
    }
  };

  const refuse = (errors: Record<string, unknown>) => {
    const first = Object.values(errors)[0];
    notify('Validation Error', typeof first === 'string' ? first : undefined);
    setPanel('edit');
    setTimeout(() => focusFirstError(errors));
  };

  const errorsOf = (index: number) =>
    Object.fromEntries(Object.entries(form.errors).filter(([path]) => path.startsWith(`questions.${index}.`)));

  /** Takes over a changed list, and says what that does to rules of other questions. */
  const change = (next: readonly DraftQuestion[]) => {
    const before = form.getValues().questions;
    const { drafts, changed } = withoutGoneAnswers(next);
    form.setFieldValue('questions', drafts);
    const wasBroken = new Set(before.filter((_, at) => brokenRule(before, at) !== null).map(({ id }) => id));
    const broken = drafts.flatMap(({ id }, at) =>
      wasBroken.has(id) || brokenRule(drafts, at) === null ? [] : [at + 1],
    );
    // A rule that was just begun waits for its answers; one that something else broke is said aloud.
    const begun = drafts.findIndex(
      ({ id, showIf }) => showIf?.is.length === 0 && before.find((each) => each.id === id)?.showIf !== showIf,
    );
    const told = broken.filter((number) => number !== begun + 1 || changed.includes(number));
    if (told.length > 0)
      notify('A rule needs your attention', `Question ${told.join(', ')} depended on what you just changed.`);
    else if (changed.length > 0)
      notify('Rule changed', `Question ${changed.join(', ')} no longer waits for the option you removed.`);
  };

  const insert = (index: number, drafts: readonly DraftQuestion[]) => {
    change(form.getValues().questions.toSpliced(index, 0, ...drafts));
    focusAfter(`questions.${index}.question`);
  };
  const add = (event: MouseEvent) => {
    // The second click of a double click.
    if (event.detail > 1) return;
    addClick.current = { x: event.clientX, y: event.clientY, at: event.timeStamp };
    form.clearErrors();
    insert(questions.length, [newQuestion()]);
  };
  const move = (from: number, to: number) => {
    const list = form.getValues().questions;
    const [moved] = list.slice(from, from + 1);
    if (moved === undefined) return;
    form.clearErrors();
    change(list.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  const remove = (index: number) => {
    const list = form.getValues().questions;
    form.clearErrors();
    change(list.toSpliced(index, 1));
    setAnnouncement(`Question ${index + 1} removed`);
    focusAfter(`questions.${Math.min(index, list.length - 2)}.question`, 'add');
  };
  const addFrom = (added: Question[], how: HowToAdd) => {
    const list = how === 'replace' ? [] : form.getValues().questions;
    form.clearErrors();
    change([...list, ...draftsOf(added)]);
    setAdding(false);
    setAnnouncement(`${added.length} questions added`);
    focusAfter(`questions.${list.length}.question`);
  };
  const resetTo = (questionsNow: readonly Question[]) => {
    setBase(questionsNow);
    form.clearErrors();
    form.setFieldValue('questions', draftsOf(questionsNow));
    focusAfter('questions.0.question', 'add');
  };
  const download = () => {
    const { hasErrors, errors } = form.validate();
    if (hasErrors) refuse(errors);
    else exportQuestions(packageName, written);
  };

  return (
    <form
      noValidate
      onSubmit={form.onSubmit(() => void submit(), refuse)}
      onMouseDownCapture={(event) => {
        // The button has moved away from under a double click: its
        // second press would take the focus from the new question.
        const first = addClick.current;
        if (
          first !== null &&
          event.timeStamp - first.at < DOUBLE_CLICK_MS &&
          event.clientX === first.x &&
          event.clientY === first.y
        )
          event.preventDefault();
      }}
    >
      <LeaveGuard when={isDirty && !isKept} />
      <DiscardChanges
        opened={isAsking}
        onKeep={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false);
          resetTo(base);
        }}
      />
      <Confirm
        opened={newer !== null}
        title="These questions were saved elsewhere"
        cancelLabel="Keep my draft"
        confirmLabel="Use the saved questions"
        onClose={() => {
          if (newer !== null) setBase(newer);
          setNewer(null);
        }}
        onConfirm={() => {
          if (newer !== null) resetTo(newer);
          setNewer(null);
        }}
      >
        <p>
          Another window or device saved this questionnaire after you began your draft. Keep your draft, and it replaces
          what was saved there when you press Save Questionnaire. Or use the saved questions, and your draft is
          discarded.
        </p>
      </Confirm>
      <AddQuestions
        opened={isAdding}
        creatorId={creatorId}
        packageId={packageId}
        count={questions.length}
        onAdd={addFrom}
        onClose={() => setAdding(false)}
      />
      <VisuallyHidden component="output">{announcement}</VisuallyHidden>
      <Group gap="sm" mb="md">
        <Button
          variant="default"
          size="sm"
          leftSection={<FilePlus2 size={16} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          Template or import
        </Button>
        <Button
          variant="default"
          size="sm"
          disabled={questions.length === 0}
          leftSection={<Download size={16} aria-hidden />}
          onClick={download}
        >
          Export
        </Button>
      </Group>
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
              action={
                <Button variant="light" onClick={() => setAdding(true)}>
                  Start from a template
                </Button>
              }
            />
          )}
          <SortableList noun="Question" ids={questions.map(({ id }) => id)} onMove={move}>
            <ol className={classes.questions}>
              {questions.map((question, index) => (
                <SortableItem key={question.id} id={question.id} component="li">
                  <QuestionEditor
                    question={question}
                    index={index}
                    count={questions.length}
                    deciders={decidersBefore(questions, index).map(({ draft, number }) => ({
                      id: draft.id,
                      number,
                      question: draft.question,
                      answers: answersOf(draft),
                    }))}
                    ruleProblem={brokenRule(questions, index)}
                    errors={errorsOf(index)}
                    onChange={(changed) => {
                      // Not judged again until the next save.
                      for (const bad of Object.keys(form.errors))
                        if (bad.startsWith(`questions.${index}.`)) form.clearFieldError(bad);
                      change(form.getValues().questions.with(index, changed));
                    }}
                    onMove={(to) => {
                      move(index, to);
                      setAnnouncement(`Question moved to position ${to + 1} of ${questions.length}`);
                      focusAfter(`questions.${to}.menu`);
                    }}
                    onDuplicate={() => insert(index + 1, [duplicateOf(question)])}
                    onRemove={() => remove(index)}
                  />
                </SortableItem>
              ))}
            </ol>
          </SortableList>
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
          <QuestionnairePreview questions={useDeferredValue(written)} />
        </div>
      </div>
      <div className={classes.bar}>
        <Text size="sm" c="dimmed" aria-live="polite" component="div" className={classes.state ?? ''}>
          {isDirty && isKept && <HardDrive size={16} aria-hidden />}
          {isDirty ? (isKept ? 'Draft saved on this device' : 'Unsaved changes') : ''}
        </Text>
        <Group gap="sm" wrap="nowrap">
          {isDirty && (
            <Button variant="default" onClick={() => setAsking(true)} disabled={save.isPending}>
              Discard draft
            </Button>
          )}
          <Button type="submit" loading={isChecking || save.isPending}>
            Save Questionnaire
          </Button>
        </Group>
      </div>
    </form>
  );
}

/** Longer than a double click takes. */
const DOUBLE_CLICK_MS = 600;

/**
 * Keeps what differs from the saved questions on this device; true when
 * it is there. Paused while the person decides about two versions.
 */
function useKeptDraft(
  packageId: string,
  { questions, base }: { questions: DraftQuestion[]; base: readonly Question[] },
  { isDirty, isPaused }: { isDirty: boolean; isPaused: boolean },
): boolean {
  const [isKept, setKept] = useState(true);
  useEffect(() => {
    if (isPaused) return;
    if (!isDirty) dropDraft(packageId);
    // Known only after trying.
    else if (!keepDraft(packageId, { questions, base })) queueMicrotask(() => setKept(false));
  }, [packageId, questions, base, isDirty, isPaused]);
  return isKept;
}

/**
 * Focuses a field that is there only after the change that was just made; the second, if the first cannot be focused.
 */
function useFocusAfterChange(): (...paths: string[]) => void {
  const wanted = useRef<string[]>([]);
  useEffect(() => {
    const paths = wanted.current.toReversed();
    wanted.current = [];
    if (paths.length === 0) return;
    const focus = () => {
      for (const path of paths) focusField(path);
    };
    focus();
    // A menu or dialog that closes gives the focus back to what opened it.
    setTimeout(focus);
  });
  return (...paths) => {
    wanted.current = paths;
  };
}
