import { questionnaireInput, type Question } from '@marquee/validation';
import { schemaResolver, useForm } from '@mantine/form';
import { useEffect, useMemo, useState } from 'react';
import { queryUtils, ALWAYS_FRESH, trpc } from '../../../trpc.ts';
import { notify } from '../../../lib/notify.ts';
import { getFailureCode } from '../../../lib/errors.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { toDraftQuestions, toQuestions } from './draftQuestions.ts';
import {
  deleteQuestionnaireDraft,
  findQuestionnaireDraft,
  storeQuestionnaireDraft,
  areQuestionsEqual,
  type StoredQuestionnaireDraft,
} from './questionnaireDraftStorage.ts';

const validateQuestionnaire = schemaResolver(questionnaireInput, { sync: true });

export type QuestionnaireDraft = ReturnType<typeof useQuestionnaireDraft>;
export type QuestionsForm = QuestionnaireDraft['form'];

/**
 * Returns the draft stored on this device, or a new draft based on `saved`. `base` is the saved version on which the
 * draft is based. `newer` is a version that was saved after `base`. It is null once the creator has chosen between
 * the two.
 */
export function useQuestionnaireDraft(packageId: string, saved: readonly Question[]) {
  const [storedDraft] = useState(() => findQuestionnaireDraft(packageId));
  const [base, setBase] = useState(storedDraft?.base ?? saved);
  const [newer, setNewer] = useState(
    storedDraft !== null && !areQuestionsEqual(storedDraft.base, saved) ? saved : null,
  );
  const form = useForm({
    initialValues: { questions: storedDraft?.questions ?? toDraftQuestions(saved) },
    validate: ({ questions }) => validateQuestionnaire({ packageId, questions: toQuestions(questions) }),
  });
  const { questions } = form.values;
  const written = useMemo(() => toQuestions(questions), [questions]);
  const isDirty = !areQuestionsEqual(written, toQuestions(toDraftQuestions(base)));
  const isKept = useStoredDraft(packageId, { questions, base }, { isDirty, isPaused: newer !== null });
  return { form, written, base, setBase, newer, setNewer, isDirty, isKept };
}

/**
 * Stores unsaved changes on this device. Returns whether the browser could store them. Pauses while the creator
 * chooses between two versions.
 */
function useStoredDraft(
  packageId: string,
  { questions, base }: StoredQuestionnaireDraft,
  { isDirty, isPaused }: { isDirty: boolean; isPaused: boolean },
): boolean {
  const [isKept, setKept] = useState(true);
  useEffect(() => {
    if (isPaused) return;
    if (!isDirty) deleteQuestionnaireDraft(packageId);
    // Only an attempt to write shows whether local storage is disabled or full.
    else if (!storeQuestionnaireDraft(packageId, { questions, base })) queueMicrotask(() => setKept(false));
  }, [packageId, questions, base, isDirty, isPaused]);
  return isKept;
}

/**
 * Saves the questions, unless another version was saved after the draft was started. In that case, passes that
 * version to `setNewer` instead.
 */
export function useSaveQuestionnaire(packageId: string, { form, base, setBase, setNewer }: QuestionnaireDraft) {
  const save = trpc.questionnaires.save.useMutation({
    onSuccess: (answer) => {
      queryUtils.questionnaires.byPackage.setData({ packageId }, answer);
      setBase(answer.questions);
      notify('Success', 'Questionnaire saved successfully');
    },
    onError: async (error) => {
      if (getFailureCode(error) !== 'EDIT_STALE') return notifyFailure(error, 'Failed to save questionnaire');
      try {
        const current = await queryUtils.questionnaires.byPackage.fetch({ packageId }, ALWAYS_FRESH);
        setNewer(current?.questions ?? []);
      } catch (unloaded) {
        notifyFailure(unloaded, 'Failed to save questionnaire');
      }
    },
  });
  const submit = () =>
    save.mutate({ packageId, questions: toQuestions(form.getValues().questions), base: { questions: [...base] } });
  return { submit, isSaving: save.isPending };
}
