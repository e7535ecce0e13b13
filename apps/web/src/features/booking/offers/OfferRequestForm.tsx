import { Button, Card, Chip, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { LIMITS, offerRequest, type OfferRequest } from '@marquee/validation';
import { PLATFORM_NAMES, PLATFORM_LABELS, type WorkspaceId } from '@marquee/contracts';
import { toPlainAmount } from '@marquee/money';
import { useForm } from '@mantine/form';
import type { RouterOutputs } from '../../../trpc.ts';
import { Columns } from '../../../ui/Columns.tsx';
import { focusFirstError } from '../../../lib/focusField.ts';
import { UnsavedChangesGuard } from '../../../ui/UnsavedChangesGuard.tsx';
import { useFormBackup } from '../../../lib/sessionEnd.ts';
import { getReaderToday } from '../../../lib/readerClock.ts';
import classes from './Offers.module.css';
import { LimitedTextarea } from '../../../ui/LimitedText.tsx';

/** The form values. The budget is text until it is validated. */
export interface OfferRequestFields {
  brief: string;
  budget: string;
  requestedDay: string;
  platforms: string[];
}

type SavedBrief = RouterOutputs['matching']['briefs'][number]['brief'];

/** Converts a saved brief to form values. Omits a date that has passed. */
export const toOfferRequestFields = ({ text, budget, neededBy, platforms }: SavedBrief): OfferRequestFields => ({
  brief: text,
  budget: String(budget),
  requestedDay: neededBy < getReaderToday() ? '' : neededBy,
  platforms,
});

interface OfferRequestFormProps {
  creatorId: WorkspaceId;
  start: OfferRequestFields;
  briefs: RouterOutputs['matching']['briefs'];
  isSending: boolean;
  onAsk: (asked: OfferRequest) => void;
}

/** Lets a brand ask a creator for an offer. Only the description is required. */
export function OfferRequestForm({ creatorId, start, briefs, isSending, onAsk }: OfferRequestFormProps) {
  const read = (fields: OfferRequestFields) => {
    const budget = toPlainAmount(fields.budget);
    return offerRequest.safeParse({
      ...fields,
      creatorId,
      budget: budget === '' ? null : /^\d{1,9}$/.test(budget) ? Number(budget) : budget,
    });
  };
  const form = useForm<OfferRequestFields>({
    initialValues: start,
    validate: (fields) => {
      const problems = Object.fromEntries(
        (read(fields).error?.issues ?? []).toReversed().map(({ path, message }) => [String(path[0]), message]),
      );
      return fields.requestedDay !== '' && fields.requestedDay < getReaderToday()
        ? { ...problems, requestedDay: 'This day is in the past. Choose a later one.' }
        : problems;
    },
  });
  useFormBackup(`ask ${creatorId}`, { isDirty: form.isDirty(), values: form.getValues, restore: form.setValues });
  const submit = (fields: OfferRequestFields) => {
    const { data } = read(fields);
    if (data !== undefined) onAsk(data);
  };
  const { value: platforms, onChange } = form.getInputProps('platforms') as {
    value: string[];
    onChange: (value: string[]) => void;
  };
  return (
    <Card>
      <form noValidate onSubmit={form.onSubmit(submit, focusFirstError)}>
        <UnsavedChangesGuard when={form.isDirty() && !isSending} />
        <Stack gap="lg">
          {briefs.length > 0 && (
            <NativeSelect
              label="Start from a saved brief"
              data={[{ value: '', label: 'None' }, ...briefs.map(({ id, name }) => ({ value: id, label: name }))]}
              onChange={(event) => {
                const chosenBrief = briefs.find(({ id }) => id === event.currentTarget.value);
                form.setValues(chosenBrief === undefined ? start : toOfferRequestFields(chosenBrief.brief));
              }}
            />
          )}
          <LimitedTextarea
            label="What you need"
            withAsterisk
            aria-required
            autosize
            minRows={5}
            maxRows={16}
            limit={LIMITS.projectDescription}
            {...form.getInputProps('brief')}
          />
          <Columns count={2} from="sm">
            <TextInput
              label="Total budget (optional)"
              description="Including the platform fee"
              inputMode="numeric"
              autoComplete="off"
              leftSection="$"
              {...form.getInputProps('budget')}
            />
            <TextInput
              label="Needed by (optional)"
              type="date"
              min={getReaderToday()}
              {...form.getInputProps('requestedDay')}
            />
          </Columns>
          <fieldset className={classes.fields}>
            <legend className={classes.legend}>Platforms</legend>
            <Chip.Group multiple value={platforms} onChange={onChange}>
              <Group gap={8}>
                {PLATFORM_NAMES.map((name) => (
                  <Chip key={name} value={name}>
                    {PLATFORM_LABELS[name]}
                  </Chip>
                ))}
              </Group>
            </Chip.Group>
          </fieldset>
          <div>
            <Button type="submit" size="lg" loading={isSending}>
              Request an offer
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  );
}
