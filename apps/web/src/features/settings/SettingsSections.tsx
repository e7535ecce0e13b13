/** Each section of the settings is saved separately, and the page warns once before unsaved input is lost. */
import { Button, Group } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { createContext, use, useCallback, useEffect, useId, useState, type ReactNode } from 'react';
import { focusFirstError } from '../../lib/focusField.ts';
import { UnsavedChangesGuard } from '../../ui/UnsavedChangesGuard.tsx';
import { notify } from '../../lib/notify.ts';
import { useFormBackup } from '../../lib/sessionEnd.ts';
import { notifyFailure } from '../../lib/notifyFailure.ts';
import { cacheProfile, type OwnProfile } from '../profiles/profileCache.ts';

type ReportDirty = (section: string, isDirty: boolean) => void;
const ReportDirtyContext = createContext<ReportDirty>(() => undefined);

/** Wraps the sections of a page. */
export function SettingsSections({ children }: { children: ReactNode }) {
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

/** Returns mutation options that show toasts and cache the returned profile. `done` is the success message. */
export const createSaveHandlers = (done: string) => ({
  onSuccess: (saved: OwnProfile) => {
    cacheProfile(saved);
    notify(done);
  },
  onError: (error: unknown) => notifyFailure(error, 'This could not be saved'),
});

interface SettingsSectionFormProps<T extends object, S> {
  form: UseFormReturnType<T>;
  /** Converts saved data to form values. */
  valuesOf: (saved: S) => T;
  isSaving: boolean;
  saveLabel: string;
  /** Saves the values. Pass `adopt` to the mutation, so that the form continues from the saved data. */
  onSave: (values: T, adopt: { onSuccess: (saved: S) => void }) => void;
  children: ReactNode;
}

/** The form of a section. Both buttons, save and reset, are enabled by a change. */
export function SettingsSectionForm<T extends object, S = OwnProfile>({
  form,
  valuesOf,
  isSaving,
  saveLabel,
  onSave,
  children,
}: SettingsSectionFormProps<T, S>) {
  const isDirty = form.isDirty();
  const section = useId();
  useFormBackup(`settings.${saveLabel}`, {
    isDirty,
    values: () => form.getValues(),
    restore: (typed) => form.setValues(typed),
  });
  const report = use(ReportDirtyContext);
  useEffect(() => {
    report(section, isDirty);
    return () => report(section, false);
  }, [report, section, isDirty]);

  const save = (values: T) => onSave(values, { onSuccess: (saved) => adoptValues(form, values, valuesOf(saved)) });

  return (
    <form noValidate onSubmit={form.onSubmit(save, focusFirstError)}>
      {children}
      <Group mt="lg" gap="sm">
        <Button type="submit" loading={isSaving} disabled={!isDirty}>
          {saveLabel}
        </Button>
        {isDirty && (
          <Button variant="default" onClick={() => form.reset()} disabled={isSaving}>
            Undo changes
          </Button>
        )}
      </Group>
    </form>
  );
}

/** Makes the saved values the new initial values and keeps input that was typed during the request. */
function adoptValues<T extends object>(form: UseFormReturnType<T>, sent: T, saved: T): void {
  const isUntouched = JSON.stringify(form.getValues()) === JSON.stringify(sent);
  form.setInitialValues(saved);
  if (isUntouched) form.setValues(saved);
  form.resetDirty(saved);
}
