/** The questions of one package while they are written: what the form holds, what is kept on the device, and saving. */
import { questionnaire, type Question } from '@marquee/validation';
import { schemaResolver, useForm } from '@mantine/form';
import { useEffect, useMemo, useState } from 'react';
import { data, FRESH, trpc } from '../../trpc.ts';
import { notify } from '../../ui/notify.ts';
import { tellFailure } from '../../ui/tellFailure.ts';
import { draftsOf, questionsOf } from './draft.ts';
import { dropDraft, findDraft, keepDraft, sameQuestions, type SavedDraft } from './savedDraft.ts';

const check = schemaResolver(questionnaire, { sync: true });

export type Draft = ReturnType<typeof useDraft>;
export type QuestionsForm = Draft['form'];

/**
 * The draft of a package: the one on this device, or else what is `saved`. `base` is what it was made from; `newer` is
 * what was saved over that since, until the person has decided between the two.
 */
export function useDraft(packageId: string, saved: readonly Question[]) {
  const [found] = useState(() => findDraft(packageId));
  const [base, setBase] = useState(found?.base ?? saved);
  const [newer, setNewer] = useState(found !== null && !sameQuestions(found.base, saved) ? saved : null);
  const form = useForm({
    initialValues: { questions: found?.questions ?? draftsOf(saved) },
    validate: ({ questions }) => check({ packageId, questions: questionsOf(questions) }),
  });
  const { questions } = form.values;
  const written = useMemo(() => questionsOf(questions), [questions]);
  const isDirty = !sameQuestions(written, questionsOf(draftsOf(base)));
  const isKept = useKept(packageId, { questions, base }, { isDirty, isPaused: newer !== null });
  return { form, written, base, setBase, newer, setNewer, isDirty, isKept };
}

/**
 * Keeps what differs from the saved questions on this device; true when
 * it is there. Paused while the person decides about two versions.
 */
function useKept(
  packageId: string,
  { questions, base }: SavedDraft,
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

/** Saves a draft for all. When others were saved meanwhile, nothing is sent: they become the draft's `newer`. */
export function useSave(packageId: string, { form, base, setBase, setNewer }: Draft) {
  const save = trpc.questionnaires.save.useMutation({
    onSuccess: (answer) => {
      data.questionnaires.ofPackage.setData({ packageId }, answer);
      setBase(answer.questions);
      notify('Success', 'Questionnaire saved successfully');
    },
    onError: (error) => tellFailure(error, 'Failed to save questionnaire'),
  });
  const [isChecking, setChecking] = useState(false);
  const submit = async () => {
    setChecking(true);
    try {
      // Somebody may have saved since this screen was opened: asked before it is replaced.
      const current = (await data.questionnaires.ofPackage.fetch({ packageId }, FRESH))?.questions ?? [];
      if (sameQuestions(current, base)) save.mutate({ packageId, questions: questionsOf(form.getValues().questions) });
      else setNewer(current);
    } catch (error) {
      tellFailure(error, 'Failed to save questionnaire');
    } finally {
      setChecking(false);
    }
  };
  return { submit, isSaving: save.isPending, isBusy: isChecking || save.isPending };
}
