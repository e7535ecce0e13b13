import { LIMITS, type PackageForm } from '@marquee/validation';
import { Modal, NumberInput, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useState, type ReactNode } from 'react';
import { useTerms } from '../../terms.ts';
import { isAnswered, trpc } from '../../trpc.ts';
import { focusFirstError } from '../../ui/focusField.ts';
import { DiscardChanges, LeaveGuard } from '../../ui/LeaveGuard.tsx';
import { notify } from '../../ui/notify.ts';
import { Button, Group, Stack } from '../../ui/plain.tsx';
import { findKept, useKept } from '../../ui/sessionEnd.ts';
import { tellFailure } from '../../ui/tellFailure.ts';
import { FeatureInput } from './FeatureInput.tsx';
import { adoptPackage, type Package } from './packageCache.ts';
import { checkPackage, fieldsOf, priceHint, REQUIRED, toPackageForm } from './packageFields.ts';

/**
 * The modal form: makes a package, or changes `edited`. What
 * was typed stays until it is saved or thrown away on purpose.
 */
export function PackageEditor(props: {
  opened: boolean;
  edited: Package | null;
  /** What is said above the fields. */
  above?: ReactNode;
  onClose: () => void;
  /** It is off the screen. */
  onClosed: () => void;
}) {
  const { opened, edited, onClose, onClosed } = props;
  const isNarrow = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
  const [isDirty, setDirty] = useState(false);
  const [isAsking, setAsking] = useState(false);

  const saved = (title: string) => (pkg: Package) => {
    adoptPackage(pkg);
    notify(title, `“${pkg.name}”`);
    onClose();
  };
  /** Spec §8: one text for a save that the server could not do, others for what never got there. */
  const failed = (unreached: string) => (error: unknown) =>
    tellFailure(error, isAnswered(error) ? 'Failed to save package' : unreached);
  const create = trpc.packages.create.useMutation({
    onSuccess: saved('Package created'),
    onError: failed('Failed to create package'),
  });
  const save = trpc.packages.save.useMutation({
    onSuccess: saved('Package updated'),
    onError: failed('Failed to update package'),
  });
  const isSaving = create.isPending || save.isPending;

  const close = () => {
    if (isSaving) return;
    // Later, or the Escape that asks would answer too.
    if (isDirty) setTimeout(() => setAsking(true));
    else onClose();
  };

  return (
    <>
      <Modal
        opened={opened}
        onClose={close}
        title={edited === null ? 'New Package' : 'Edit Package'}
        size="lg"
        fullScreen={isNarrow}
        closeOnEscape={!isAsking}
        onExitTransitionEnd={onClosed}
      >
        {props.above}
        <Fields
          edited={edited}
          isSaving={isSaving}
          onDirty={setDirty}
          onCancel={close}
          onSave={(form) => (edited === null ? create.mutate(form) : save.mutate({ ...form, id: edited.id }))}
        />
      </Modal>
      <DiscardChanges
        opened={isAsking}
        onKeep={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false);
          onClose();
        }}
      />
    </>
  );
}

/** What was typed before the session ended, and for which package; null: a new one. */
interface KeptPackage {
  id: string | null;
  fields: ReturnType<typeof fieldsOf>;
}
const KEPT_PACKAGE = 'package';

/** Which package was being edited when the session ended (null: a new one); undefined when none was. */
export const findKeptPackage = (): string | null | undefined => (findKept(KEPT_PACKAGE) as KeptPackage | null)?.id;

interface FieldsProps {
  edited: Package | null;
  isSaving: boolean;
  onDirty: (isDirty: boolean) => void;
  onCancel: () => void;
  onSave: (form: PackageForm) => void;
}

/** Lives as long as the modal is open, so each opening starts from what is saved. */
function Fields({ edited, isSaving, onDirty, onCancel, onSave }: FieldsProps) {
  const { feeBps } = useTerms();
  const form = useForm({ initialValues: fieldsOf(edited), validate: (fields) => checkPackage(fields).errors });
  const isDirty = form.isDirty();
  useKept<KeptPackage>(KEPT_PACKAGE, {
    isDirty,
    values: () => ({ id: edited?.id ?? null, fields: form.getValues() }),
    restore: ({ fields }) => form.setValues(fields),
  });
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);

  const refuse = (errors: Record<string, unknown>) => {
    if (checkPackage(form.getValues()).isIncomplete) notify('Validation Error', REQUIRED);
    focusFirstError(errors);
  };

  return (
    <form noValidate onSubmit={form.onSubmit((fields) => onSave(toPackageForm(fields)), refuse)}>
      <LeaveGuard when={isDirty} />
      <Stack gap="md">
        <TextInput
          label="Package name"
          withAsterisk
          aria-required
          data-autofocus
          placeholder="e.g. One Reel and three Stories"
          {...form.getInputProps('name')}
        />
        <Textarea
          label="Description"
          withAsterisk
          aria-required
          maxRows={10}
          placeholder="What the brand gets, in your own words."
          {...form.getInputProps('description')}
        />
        <TextInput
          label="Price"
          withAsterisk
          aria-required
          inputMode="decimal"
          autoComplete="off"
          leftSection="$"
          placeholder="199"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={priceHint(form.values.price, feeBps)}
          {...form.getInputProps('price')}
        />
        <NumberInput
          label="Delivery days"
          min={1}
          max={LIMITS.deliveryDays}
          allowDecimal={false}
          hideControls
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={`1 to ${LIMITS.deliveryDays} days, counted from the day you start working.`}
          {...form.getInputProps('deliveryDays')}
          onBlur={() => {
            if (form.values.deliveryDays === '') form.setFieldValue('deliveryDays', 1);
          }}
        />
        <FeatureInput
          features={form.values.features}
          onFeatures={(features) => form.setFieldValue('features', features)}
          text={form.values.feature}
          onText={(text) => form.setFieldValue('feature', text)}
          error={form.errors['feature']}
        />
        <Switch
          label="Mark as popular"
          description="Shows a Popular badge on the package."
          {...form.getInputProps('isPopular', { type: 'checkbox' })}
        />
        <Group justify="flex-end" mt="sm">
          <Button variant="default" onClick={onCancel} disabled={isSaving}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            {edited === null ? 'Create Package' : 'Update Package'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
