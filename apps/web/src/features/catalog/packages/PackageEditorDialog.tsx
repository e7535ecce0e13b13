import { Button, Group, Modal, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { RIGHTS_LABELS } from '@marquee/money';
import { LIMITS, type PackageEditForm, type Question } from '@marquee/validation';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useMediaQuery } from '@mantine/hooks';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useRef, useState, type ComponentType } from 'react';
import { useOperatorTerms } from '../../../operatorTerms.ts';
import { isApiError } from '../../../lib/errors.ts';
import { queryUtils, ALWAYS_FRESH, trpc } from '../../../trpc.ts';
import { focusFirstError } from '../../../lib/focusField.ts';
import { Columns } from '../../../ui/Columns.tsx';
import { formatFieldValue, useEditConflict, type FieldLabels } from '../../../ui/EditConflict.tsx';
import { DiscardChangesDialog, UnsavedChangesGuard } from '../../../ui/UnsavedChangesGuard.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { notify } from '../../../lib/notify.ts';
import { findFormBackup, useFormBackup } from '../../../lib/sessionEnd.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { FeatureListInput } from './FeatureListInput.tsx';
import { cachePackage, type ListedPackage, type PackageDetails } from './packageCache.ts';
import classes from './PackageEditorDialog.module.css';
import {
  validatePackage,
  toPackageFields,
  formatPriceHint,
  REQUIRED_MESSAGE,
  toPackageForm,
  toPreview,
  type PackageFields,
} from './packageFields.ts';
import { ServiceCard } from './ServiceCard.tsx';
import { PACKAGE_FAILURES } from './packages.words.ts';

/**
 * Creates a package, or edits `edited`, in a dialog. Closing it asks for confirmation if there are unsaved changes.
 */
export function PackageEditorDialog(props: {
  opened: boolean;
  edited: ListedPackage | null;
  onClose: () => void;
  onClosed: () => void;
}) {
  const { opened, edited, onClose, onClosed } = props;
  const isNarrow = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
  const [isDirty, setDirty] = useState(false);
  const [isAsking, setAsking] = useState(false);

  const saved = (title: string) => (pkg: PackageDetails) => {
    cachePackage(pkg);
    notify(title, `“${pkg.name}”`);
    onClose();
  };
  /**
   * Shows one of two messages, because the requirements (R8.10 and R8.11) distinguish requests that the server rejected
   * from requests that did not reach it.
   */
  const failed = (unreached: string) => (error: unknown) =>
    notifyFailure(error, isApiError(error) ? 'Failed to save package' : unreached);
  const create = trpc.packages.create.useMutation({
    onSuccess: saved('Package created'),
    onError: failed(PACKAGE_FAILURES.create),
  });
  const save = trpc.packages.save.useMutation({
    onSuccess: saved('Package updated'),
    onError: failed(PACKAGE_FAILURES.update),
  });
  const isSaving = create.isPending || save.isPending;

  const close = () => {
    if (isSaving) return;
    // Opens the confirmation only after the Escape key event has ended, because that event would otherwise close the
    // confirmation as well.
    if (isDirty) setTimeout(() => setAsking(true));
    else onClose();
  };

  return (
    <>
      <Modal
        opened={opened}
        onClose={close}
        title={edited === null ? 'New Package' : 'Edit Package'}
        size="60rem"
        fullScreen={isNarrow}
        closeOnEscape={!isAsking}
        onExitTransitionEnd={onClosed}
      >
        <PackageFormFields
          edited={edited}
          isSaving={isSaving}
          onDirty={setDirty}
          onCancel={close}
          onSave={(form, base, onError) => {
            if (edited === null) create.mutate(form);
            else save.mutate({ ...form, id: edited.id, base }, { onError });
          }}
        />
      </Modal>
      <DiscardChangesDialog
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

/** Input backed up when the session expired. `id` is the package that was being edited, or null for a new one. */
interface PackageBackup {
  id: string | null;
  fields: PackageFields;
  /** The values with which the form was opened. */
  base: PackageFields;
}
const PACKAGE_BACKUP_NAME = 'package';

/**
 * Returns the id of the package that was being edited when the session expired, null for a new package, or undefined
 * if there is no backup.
 */
export const findPackageBackup = (): string | null | undefined =>
  (findFormBackup(PACKAGE_BACKUP_NAME) as PackageBackup | null)?.id;

const formatOptions = (options: PackageFields['options']): string =>
  formatFieldValue(
    options && {
      ...options,
      rights: options.rights.map((right) => ({ ...right, scope: RIGHTS_LABELS[right.scope] })),
    },
  );

const PACKAGE_LABELS: FieldLabels<PackageFields> = {
  name: 'Package name',
  description: 'Description',
  price: 'Price',
  deliveryDays: 'Delivery days',
  features: 'Features',
  needsProduct: 'The brand sends you a product first',
  isPopular: 'Marked as popular',
  options: { label: 'Options', format: formatOptions },
};

interface PackageFormFieldsProps {
  edited: ListedPackage | null;
  isSaving: boolean;
  onDirty: (isDirty: boolean) => void;
  onCancel: () => void;
  onSave: (form: PackageEditForm, base: PackageEditForm, onError: (error: unknown) => void) => void;
}

/**
 * Renders the form. It is mounted only while the dialog is open, so that it starts with the saved values each time.
 */
function PackageFormFields({ edited, isSaving, onDirty, onCancel, onSave }: PackageFormFieldsProps) {
  const { feeBps } = useOperatorTerms();
  const [questions, setQuestions] = useState<readonly Question[]>([]);
  const form = useForm({
    initialValues: toPackageFields(edited),
    validate: (fields) => validatePackage(fields, questions).errors,
  });
  const isDirty = form.isDirty();
  useFormBackup<PackageBackup>(PACKAGE_BACKUP_NAME, {
    isDirty,
    values: () => ({ id: edited?.id ?? null, fields: form.getValues(), base: form.getInitialValues() }),
    restore: ({ fields, base }) => {
      form.setInitialValues(base);
      form.setValues(fields);
    },
  });
  const more = useLazyOptionsEditor(edited, form, setQuestions);
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);

  const conflict = useEditConflict(form, PACKAGE_LABELS, async () => {
    const saved = edited && (await queryUtils.packages.byId.fetch({ id: edited.id }, ALWAYS_FRESH));
    const fields = toPackageFields(saved);
    if (form.getValues().options === null) return fields;
    const { toOptionFields } = await import('./optionFields.ts');
    return { ...fields, options: toOptionFields(saved?.options ?? null) };
  });

  const refuse = (errors: Record<string, unknown>) => {
    if (validatePackage(form.getValues(), questions).isIncomplete) notify('Validation Error', REQUIRED_MESSAGE);
    if (Object.keys(errors).some((path) => path.startsWith('options.'))) more.open();
    // Waits until the collapsed section has been expanded.
    setTimeout(() => focusFirstError(errors));
  };

  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (fields) =>
          onSave(toPackageForm(fields, questions), toPackageForm(form.getInitialValues(), questions), conflict.onError),
        refuse,
      )}
    >
      <UnsavedChangesGuard when={isDirty} />
      <div className={classes.columns}>
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
            placeholder="Describe what the brand gets."
            {...form.getInputProps('description')}
          />
          <Columns count={2} from="xs">
            <TextInput
              label="Price"
              withAsterisk
              aria-required
              inputMode="decimal"
              autoComplete="off"
              leftSection="$"
              placeholder="199"
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              description={formatPriceHint(form.values.price, feeBps)}
              {...form.getInputProps('price')}
            />
            <NumberInput
              label="Delivery days"
              min={1}
              max={LIMITS.deliveryDays}
              allowDecimal={false}
              hideControls
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              description="Counted from the day you start working."
              {...form.getInputProps('deliveryDays')}
              onBlur={() => {
                if (form.values.deliveryDays === '') form.setFieldValue('deliveryDays', 1);
              }}
            />
          </Columns>
          <FeatureListInput
            features={form.values.features}
            onFeatures={(features) => form.setFieldValue('features', features)}
            text={form.values.feature}
            onText={(text) => form.setFieldValue('feature', text)}
            error={form.errors['feature']}
          />
          <div>
            <Button
              variant="default"
              size="sm"
              aria-expanded={more.isOpen}
              loading={more.isLoading}
              rightSection={more.isOpen ? <ChevronUp size={16} aria-hidden /> : <ChevronDown size={16} aria-hidden />}
              onClick={more.toggle}
            >
              {edited?.pricesVary === true ? 'Edit options' : 'Add options'}
            </Button>
            <Text size="sm" c="dimmed" mt={6}>
              {listShownOptions(form.values, edited).join(' · ') ||
                'Optional: product shipment, tiers, add-ons, usage rights and express delivery.'}
            </Text>
            {more.isOpen && form.values.options !== null && more.Editor !== null && (
              <Stack gap="md" mt="md">
                <Switch
                  label="The brand sends me a product first"
                  description="You share your address after you accept. The delivery time starts when the product arrives."
                  {...form.getInputProps('needsProduct', { type: 'checkbox' })}
                />
                <Switch
                  label="Mark as popular"
                  description="Adds a Popular badge to the package."
                  {...form.getInputProps('isPopular', { type: 'checkbox' })}
                />
                <more.Editor form={form} options={form.values.options} questions={questions} />
              </Stack>
            )}
          </div>
        </Stack>
        <section className={classes.preview} aria-label="Preview">
          <Text size="sm" c="dimmed" mb={8}>
            Brands see this on your profile
          </Text>
          <ServiceCard
            pkg={toPreview(form.values, edited)}
            renderAction={() => (
              // Shows what brands see, but cannot be used here.
              <Button component="span" inert>
                Book Now
              </Button>
            )}
          />
        </section>
      </div>
      {conflict.notice}
      <Group justify="flex-end" className={classes.footer ?? ''}>
        <Button variant="default" onClick={onCancel} disabled={isSaving}>
          Cancel
        </Button>
        <Button type="submit" loading={isSaving}>
          {edited === null ? 'Create Package' : 'Update Package'}
        </Button>
      </Group>
    </form>
  );
}

/** Names the package's options, so that the creator knows the contents of the closed section. */
const listShownOptions = ({ needsProduct, isPopular }: PackageFields, edited: ListedPackage | null): string[] => [
  ...(needsProduct ? ['Product shipment'] : []),
  ...(isPopular ? ['Popular badge'] : []),
  ...(edited?.pricesVary === true ? ['Options with a price'] : []),
];

type OptionsEditorComponent = ComponentType<{
  form: UseFormReturnType<PackageFields>;
  options: NonNullable<PackageFields['options']>;
  questions: readonly Question[];
}>;

/**
 * Loads the package's options and the code of their editor when the section is first opened. Saving the package
 * before that leaves the options unchanged.
 */
function useLazyOptionsEditor(
  edited: ListedPackage | null,
  form: UseFormReturnType<PackageFields>,
  onQuestions: (questions: readonly Question[]) => void,
) {
  const [isOpen, setOpen] = useState(false);
  const [isLoading, setLoading] = useState(false);
  const [Editor, setEditor] = useState<OptionsEditorComponent | null>(null);
  const load = async () => {
    setLoading(true);
    try {
      const [editor, fields, whole, questionnaire] = await Promise.all([
        import('./PackageOptionsEditor.tsx'),
        import('./optionFields.ts'),
        edited && queryUtils.packages.byId.fetch({ id: edited.id }, ALWAYS_FRESH),
        edited && queryUtils.questionnaires.byPackage.fetch({ packageId: edited.id }, ALWAYS_FRESH),
      ]);
      onQuestions(questionnaire?.questions ?? []);
      const isDirty = form.isDirty();
      const saved = fields.toOptionFields(whole?.options ?? null);
      const initial = form.getInitialValues();
      form.setInitialValues({ ...initial, options: initial.options ?? saved });
      const options = form.getValues().options ?? saved;
      form.setFieldValue('options', options);
      // Opening the section must not count as a change to the form.
      if (!isDirty) form.resetDirty({ ...form.getValues(), options });
      setEditor(() => editor.PackageOptionsEditor as OptionsEditorComponent);
      setOpen(true);
    } catch (error) {
      notifyFailure(error, 'Failed to load the options of this package');
    } finally {
      setLoading(false);
    }
  };
  const toggle = () => {
    if (isOpen) setOpen(false);
    else if (Editor === null) void load();
    else setOpen(true);
  };
  // If the restored backup contains options, loads the options editor right away.
  const isKept = form.values.options !== null && Editor === null;
  const loadKept = useRef(load);
  useEffect(() => {
    if (isKept) void loadKept.current();
  }, [isKept]);
  return { isOpen, isLoading, toggle, open: () => setOpen(true), Editor };
}
