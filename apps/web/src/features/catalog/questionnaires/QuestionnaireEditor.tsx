import type { WorkspaceId } from '@marquee/contracts';
import { Button, Group, SegmentedControl, Text, VisuallyHidden } from '@mantine/core';
import type { Question } from '@marquee/validation';
import { Download, FilePlus2, HardDrive } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { queryUtils, trpc } from '../../../trpc.ts';
import { ConfirmDialog, ConfirmButton } from '../../../ui/ConfirmDialog.tsx';
import { focusFirstError } from '../../../lib/focusField.ts';
import { DiscardChangesDialog, UnsavedChangesGuard } from '../../../ui/UnsavedChangesGuard.tsx';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { AddQuestionsDialog } from './AddQuestionsDialog.tsx';
import { downloadQuestions } from './downloadQuestions.ts';
import { QuestionList } from './QuestionList.tsx';
import classes from './QuestionnaireEditor.module.css';
import { QuestionnairePreview } from './QuestionnairePreview.tsx';
import { useQuestionnaireDraft, useSaveQuestionnaire } from './useQuestionnaireDraft.ts';
import { useQuestionList } from './useQuestionList.ts';

interface QuestionnaireEditorProps {
  creatorId: WorkspaceId;
  packageId: string;
  packageName: string;
  saved: readonly Question[];
}

/** Edits the questions of a package, with a preview next to them. Drafts are stored on the device. */
export function QuestionnaireEditor({ creatorId, packageId, packageName, saved }: QuestionnaireEditorProps) {
  const draft = useQuestionnaireDraft(packageId, saved);
  const { form, written, isDirty, isKept } = draft;
  const { questions } = form.values;
  const list = useQuestionList(form);
  const { submit, isSaving } = useSaveQuestionnaire(packageId, draft);

  const [panel, setPanel] = useState('edit');
  const [isAsking, setAsking] = useState(false);
  const [isAdding, setAdding] = useState(false);

  const resetTo = (questionsNow: readonly Question[]) => {
    draft.setBase(questionsNow);
    list.resetTo(questionsNow);
  };
  const refuse = (errors: Record<string, unknown>) => {
    const first = Object.values(errors)[0];
    notify('Validation Error', typeof first === 'string' ? first : undefined);
    setPanel('edit');
    list.openErrors(errors);
    setTimeout(() => focusFirstError(errors));
  };
  const download = () => {
    const { hasErrors, errors } = form.validate();
    if (hasErrors) refuse(errors);
    else downloadQuestions(packageName, written);
  };

  return (
    <form noValidate onSubmit={form.onSubmit(() => submit(), refuse)} onMouseDownCapture={list.swallowSecondPress}>
      <UnsavedChangesGuard when={isDirty && !isKept} />
      <DiscardChangesDialog
        opened={isAsking}
        onKeep={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false);
          resetTo(draft.base);
        }}
      />
      <DraftConflictDialog
        newer={draft.newer}
        onKeepDraft={draft.setBase}
        onUseSaved={resetTo}
        onClose={() => draft.setNewer(null)}
      />
      <AddQuestionsDialog
        opened={isAdding}
        creatorId={creatorId}
        packageId={packageId}
        count={questions.length}
        onAdd={(added, how) => {
          list.addFrom(added, how);
          setAdding(false);
        }}
        onClose={() => setAdding(false)}
      />
      <VisuallyHidden component="output">{list.announcement}</VisuallyHidden>
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
        {draft.base.length > 0 && (
          <RemoveQuestionnaireButton packageId={packageId} packageName={packageName} onRemoved={resetTo} />
        )}
      </Group>
      <SegmentedControl
        className={classes.panels ?? ''}
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
        <QuestionList questions={questions} errors={form.errors} actions={list} onTemplate={() => setAdding(true)} />
        <div className={classes.preview}>
          <QuestionnairePreview questions={useDeferredValue(written)} />
        </div>
      </div>
      <div className={classes.bar}>
        <Text size="sm" c="dimmed" aria-live="polite" component="div" className={classes.state ?? ''}>
          {isDirty && isKept && <HardDrive size={16} aria-hidden />}
          {isDirty ? isKept ? <span>Draft saved on this device</span> : <span>Unsaved changes</span> : ''}
        </Text>
        <Group gap="sm" wrap="nowrap">
          {isDirty && (
            <Button variant="default" onClick={() => setAsking(true)} disabled={isSaving}>
              Discard draft
            </Button>
          )}
          <Button type="submit" loading={isSaving}>
            Save Questionnaire
          </Button>
        </Group>
      </div>
    </form>
  );
}

interface RemoveQuestionnaireButtonProps {
  packageId: string;
  packageName: string;
  onRemoved: (questions: readonly Question[]) => void;
}

/**
 * Deletes the saved questionnaire. The creator cannot do this by removing all questions, because an empty list cannot
 * be saved (requirements R5.16).
 */
function RemoveQuestionnaireButton({ packageId, packageName, onRemoved }: RemoveQuestionnaireButtonProps) {
  const remove = trpc.questionnaires.remove.useMutation({
    onSuccess: () => {
      queryUtils.questionnaires.byPackage.setData({ packageId }, null);
      onRemoved([]);
      notify('Questionnaire removed', 'Brands no longer answer questions when they order this package.');
    },
    onError: (error) => notifyFailure(error, 'Failed to remove questionnaire'),
  });
  return (
    <ConfirmButton
      label="Remove all questions"
      title={`Remove all questions from “${packageName}”?`}
      confirmLabel="Remove all"
      cancelLabel="Keep questions"
      destructive
      loading={remove.isPending}
      onConfirm={() => remove.mutate({ packageId })}
    >
      Brands will only fill in the standard order form. Existing bookings keep their questions and answers.
    </ConfirmButton>
  );
}

interface DraftConflictDialogProps {
  newer: readonly Question[] | null;
  onKeepDraft: (newer: readonly Question[]) => void;
  onUseSaved: (newer: readonly Question[]) => void;
  onClose: () => void;
}

/** Asks whether to keep the draft or use the version that was saved after the draft was started. */
function DraftConflictDialog({ newer, onKeepDraft, onUseSaved, onClose }: DraftConflictDialogProps) {
  const decide = (take: (newer: readonly Question[]) => void) => () => {
    if (newer !== null) take(newer);
    onClose();
  };
  return (
    <ConfirmDialog
      opened={newer !== null}
      title="These questions were saved elsewhere"
      cancelLabel="Keep my draft"
      confirmLabel="Use the saved questions"
      onClose={decide(onKeepDraft)}
      onConfirm={decide(onUseSaved)}
    >
      <p>
        This questionnaire was saved in another window or on another device after you started your draft. If you keep
        your draft, it replaces the saved questions as soon as you press Save Questionnaire.
      </p>
    </ConfirmDialog>
  );
}
