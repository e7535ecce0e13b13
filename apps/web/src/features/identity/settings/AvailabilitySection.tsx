import { NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { AVAILABILITY_LIMITS } from '@marquee/booking';
import { availabilitySettings, type AvailabilityForm } from '@marquee/validation';
import { schemaResolver, useForm } from '@mantine/form';
import { randomId } from '@mantine/hooks';
import { ALWAYS_FRESH, queryUtils, trpc, type RouterOutputs } from '../../../trpc.ts';
import { focusField } from '../../../lib/focusField.ts';
import { notify } from '../../../lib/notify.ts';
import { pluralize } from '../../../lib/pluralize.ts';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { AddRowButton, focusAddRowButton, EditableRow } from '../../../ui/EditableRow.tsx';
import { SettingsSectionForm } from './SettingsSections.tsx';

type OwnAvailability = RouterOutputs['availability']['own'];

/** The form values. Untouched fields are blank. `key` identifies a row during editing. */
interface AvailabilityFields {
  maxBookings: number | string;
  leadDays: number | string;
  timeOff: { first: string; last: string; key: string }[];
}

const toAvailabilityFields = ({ settings }: OwnAvailability): AvailabilityFields => ({
  maxBookings: settings.maxBookings ?? '',
  leadDays: settings.leadDays,
  timeOff: settings.timeOff.map((days, index) => ({ ...days, key: `saved-${index}` })),
});

const toAvailabilitySettings = ({ maxBookings, leadDays, timeOff }: AvailabilityFields) => ({
  maxBookings: maxBookings === '' ? null : maxBookings,
  leadDays: leadDays === '' ? 0 : leadDays,
  timeOff: timeOff.map(({ first, last }) => ({ first, last })),
});

const validateAvailability = schemaResolver(availabilitySettings, { sync: true });

/** Edits a creator's capacity, lead time and time off. */
export function AvailabilitySection({ own }: { own: OwnAvailability }) {
  const form = useForm<AvailabilityFields>({
    initialValues: toAvailabilityFields(own),
    validate: (fields) => validateAvailability(toAvailabilitySettings(fields)),
  });
  const save = trpc.availability.save.useMutation({
    onSuccess: (saved) => {
      queryUtils.availability.own.setData(undefined, saved);
      notify('Availability saved');
    },
    onError: (error) => notifyFailure(error, 'Your availability could not be saved'),
  });
  const { timeOff } = form.values;
  const isFull = timeOff.length >= AVAILABILITY_LIMITS.timeOff;

  const add = () => {
    form.insertListItem('timeOff', { first: '', last: '', key: randomId() });
    setTimeout(() => focusField(`timeOff.${timeOff.length}.first`));
  };
  const remove = (index: number) => {
    form.removeListItem('timeOff', index);
    focusAddRowButton('time-off');
  };

  return (
    <AnchoredSection
      id="availability"
      title="Availability"
      text="Brands can book you at any time unless you set a limit here."
    >
      <SettingsSectionForm<AvailabilityFields, OwnAvailability>
        form={form}
        valuesOf={toAvailabilityFields}
        isSaving={save.isPending}
        saveLabel="Save availability"
        // The casts are safe, because the form has already validated the numbers.
        onSave={(fields, base, handlers) =>
          save.mutate(
            {
              ...(toAvailabilitySettings(fields) as AvailabilityForm),
              base: toAvailabilitySettings(base) as AvailabilityForm,
            },
            handlers,
          )
        }
        shared={{
          labels: { maxBookings: 'Bookings at once', leadDays: 'Days of notice', timeOff: 'Time off' },
          load: () => queryUtils.availability.own.fetch(undefined, ALWAYS_FRESH),
        }}
      >
        <Stack gap="lg">
          <NumberInput
            label="Bookings at once"
            description={`Includes unanswered requests. You have ${pluralize(own.bookings, 'booking')} now${own.waiting === 0 ? '' : `, and ${pluralize(own.waiting, 'brand')} on your waiting list`}.`}
            placeholder="No limit"
            min={1}
            max={AVAILABILITY_LIMITS.bookings}
            allowDecimal={false}
            hideControls
            {...form.getInputProps('maxBookings')}
          />
          <NumberInput
            label="Days of notice"
            description="How much notice you need before you start a new order, in days."
            min={0}
            max={AVAILABILITY_LIMITS.leadDays}
            allowDecimal={false}
            hideControls
            {...form.getInputProps('leadDays')}
          />
          <Stack gap="md">
            <div>
              <Text fw={600}>Time off</Text>
              <Text size="sm" c="dimmed">
                Brands cannot book you from the first to the last day ({own.timeZone ?? 'UTC'}). Existing bookings do
                not change.
              </Text>
            </div>
            {timeOff.length === 0 && <Text c="dimmed">No time off planned.</Text>}
            {timeOff.map((days, index) => (
              <EditableRow
                key={days.key}
                legend={`Time off ${index + 1}`}
                columns="even"
                removeLabel={`Remove time off ${index + 1}`}
                onRemove={() => remove(index)}
              >
                <TextInput
                  label="First day"
                  withAsterisk
                  aria-required
                  type="date"
                  min={own.today}
                  {...form.getInputProps(`timeOff.${index}.first`)}
                />
                <TextInput
                  label="Last day"
                  withAsterisk
                  aria-required
                  type="date"
                  min={days.first || own.today}
                  {...form.getInputProps(`timeOff.${index}.last`)}
                />
              </EditableRow>
            ))}
            <AddRowButton
              noun="time-off"
              label={isFull ? `You can add up to ${AVAILABILITY_LIMITS.timeOff} periods` : 'Add time off'}
              disabled={isFull}
              onAdd={add}
            />
          </Stack>
        </Stack>
      </SettingsSectionForm>
    </AnchoredSection>
  );
}
