/**
 * Each section of the settings page has its own save button. The page warns once before any unsaved input is lost.
 */
import { Button, Group } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { createContext, use, useCallback, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { focusFirstError } from '../../../lib/focusField.ts';
import { useEditConflict, type FieldLabels } from '../../../ui/EditConflict.tsx';
import { openSectionOf } from '../../../ui/AnchoredSection.tsx';
import { UnsavedChangesGuard } from '../../../ui/UnsavedChangesGuard.tsx';
import { notify } from '../../../lib/notify.ts';
import { useFormBackup } from '../../../lib/sessionEnd.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { ALWAYS_FRESH, queryUtils } from '../../../trpc.ts';
import { cacheProfile, type OwnProfile } from '../../catalog/profiles/profileCache.ts';

type ReportDirty = (section: string, isDirty: boolean) => void;
const ReportDirtyContext = createContext<ReportDirty>(() => undefined);

/** Wraps the sections of a settings page and warns about unsaved input in any of them. */
export function SettingsSections({ children }: { children: ReactNode }) {
  useScrollToAnchor();
  const [dirty, setDirty] = useState<readonly string[]>([]);
  const report = useCallback<ReportDirty>((section, isDirty) => {
    setDirty((sections) => [...sections.filter((each) => each !== section), ...(isDirty ? [section] : [])]);
  }, []);
  return (
    <ReportDirtyContext value={report}>
      <UnsavedChangesGuard when={dirty.length > 0} />
      {children}
    </ReportDirtyContext>
  );
}

/**
 * Opens and scrolls to the section in the URL fragment, such as '#platforms', because React Router does not do this.
 */
export function useScrollToAnchor(): void {
  const location = useLocation();
  useEffect(() => {
    const { hash } = location;
    if (hash === '') return;
    const section = document.getElementById(hash.slice(1));
    openSectionOf(section?.querySelector('summary') ?? null);
    section?.scrollIntoView({ block: 'start' });
    section?.querySelector<HTMLElement>('button, input, textarea, select')?.focus({ preventScroll: true });
    // Depends on the whole location object, so that clicking the same link again scrolls again.
  }, [location]);
}

/**
 * Returns mutation options that cache the saved profile and show the result in a toast. `done` is the success
 * message.
 */
export const createSaveHandlers = (done: string) => ({
  onSuccess: (saved: OwnProfile) => {
    cacheProfile(saved);
    notify(done);
  },
  onError: (error: unknown) => notifyFailure(error, 'Your changes could not be saved'),
});

/** Loads the user's profile as it is saved now. */
export const loadOwnProfile = (): Promise<OwnProfile> => queryUtils.profiles.own.fetch(undefined, ALWAYS_FRESH);

interface SaveHandlers<S> {
  onSuccess: (saved: S) => void;
  onError: (error: unknown) => void;
}

interface SettingsSectionFormProps<T extends object, S> {
  form: UseFormReturnType<T>;
  /** Converts the saved data to form values. */
  valuesOf: (saved: S) => T;
  isSaving: boolean;
  saveLabel: string;
  /**
   * Saves the values. The request also sends `base`, the values with which the form was opened, so that it does not
   * overwrite another user's change. Pass `handlers` to the mutation.
   */
  onSave: (values: T, base: T, handlers: SaveHandlers<S>) => void;
  /**
   * For settings that several people edit: the labels of the fields, for the comparison of two versions, and a function
   * that loads the saved data after another user has changed it. Null if only the user can change them, or if there is
   * only one value.
   */
  shared: { labels: Required<FieldLabels<T>>; load: () => Promise<S> } | null;
  children: ReactNode;
}

/** Renders the form of a section. Its save and reset buttons are enabled once a value has changed. */
export function SettingsSectionForm<T extends object, S = OwnProfile>({
  form,
  valuesOf,
  isSaving,
  saveLabel,
  onSave,
  shared,
  children,
}: SettingsSectionFormProps<T, S>) {
  const isDirty = form.isDirty();
  const section = useId();
  const element = useRef<HTMLFormElement>(null);
  useFormBackup(`settings.${saveLabel}`, {
    isDirty,
    // The base shows which fields others have changed since.
    values: () => ({ typed: form.getValues(), base: form.getInitialValues() }),
    restore: ({ typed, base }) => {
      form.setInitialValues(base);
      form.setValues(typed);
      openSectionOf(element.current);
    },
  });
  const report = use(ReportDirtyContext);
  useEffect(() => {
    report(section, isDirty);
    return () => report(section, false);
  }, [report, section, isDirty]);

  const conflict = useEditConflict(form, shared?.labels ?? {}, async () =>
    shared === null ? form.getInitialValues() : valuesOf(await shared.load()),
  );
  const save = (values: T) =>
    onSave(values, form.getInitialValues(), {
      onSuccess: (saved) => {
        conflict.clear();
        adoptValues(form, values, valuesOf(saved));
      },
      onError: conflict.onError,
    });

  return (
    <form ref={element} noValidate data-dirty={isDirty || undefined} onSubmit={form.onSubmit(save, focusFirstError)}>
      {children}
      {conflict.notice}
      <Group mt="lg" gap="sm">
        <Button type="submit" loading={isSaving} disabled={!isDirty}>
          {saveLabel}
        </Button>
        {isDirty && (
          <Button
            variant="default"
            onClick={() => {
              form.reset();
              conflict.clear();
            }}
            disabled={isSaving}
          >
            Undo changes
          </Button>
        )}
      </Group>
    </form>
  );
}

/** Makes the saved values the new initial values. Keeps input that was typed while the request was pending. */
function adoptValues<T extends object>(form: UseFormReturnType<T>, sent: T, saved: T): void {
  const isUntouched = JSON.stringify(form.getValues()) === JSON.stringify(sent);
  form.setInitialValues(saved);
  if (isUntouched) form.setValues(saved);
  form.resetDirty(saved);
}
