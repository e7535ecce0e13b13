import { Button, Card, Chip, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { LIMITS, offerAsked, PLATFORM_NAMES, PLATFORMS, type OfferAsked } from '@marquee/validation';
import { useForm } from '@mantine/form';
import type { Outputs } from '../../trpc.ts';
import { Columns } from '../../ui/Columns.tsx';
import { focusFirstError } from '../../ui/focusField.ts';
import { LeaveGuard } from '../../ui/LeaveGuard.tsx';
import { useKept } from '../../ui/sessionEnd.ts';
import { today } from '../../ui/clock.ts';
import classes from './Offers.module.css';

/** As the fields have it. */
export interface AskFields {
  brief: string;
  budget: string;
  wantedDay: string;
  platforms: string[];
}

type Brief = Outputs['matching']['briefs'][number]['brief'];

/** What a saved brief says of what is asked here. A day that is over is left out. */
export const fieldsOfBrief = ({ text, budget, neededBy, platforms }: Brief): AskFields => ({
  brief: text,
  budget: String(budget),
  wantedDay: neededBy < today() ? '' : neededBy,
  platforms,
});

interface AskFormProps {
  creatorId: string;
  /** What is known already. */
  start: AskFields;
  briefs: Outputs['matching']['briefs'];
  isSending: boolean;
  onAsk: (asked: OfferAsked) => void;
}

/** What the brand asks one creator. Only the description is needed. */
export function AskForm({ creatorId, start, briefs, isSending, onAsk }: AskFormProps) {
  const read = (fields: AskFields) =>
    offerAsked.safeParse({
      ...fields,
      creatorId,
      budget: fields.budget === '' ? null : /^\d{1,9}$/.test(fields.budget) ? Number(fields.budget) : fields.budget,
    });
  const form = useForm<AskFields>({
    initialValues: start,
    validate: (fields) => {
      const problems = Object.fromEntries(
        (read(fields).error?.issues ?? []).toReversed().map(({ path, message }) => [String(path[0]), message]),
      );
      return fields.wantedDay !== '' && fields.wantedDay < today()
        ? { ...problems, wantedDay: 'This day is over. Choose a later one.' }
        : problems;
    },
  });
  useKept(`ask ${creatorId}`, { isDirty: form.isDirty(), values: form.getValues, restore: form.setValues });
  const submit = (fields: AskFields) => {
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
        <LeaveGuard when={form.isDirty() && !isSending} />
        <Stack gap="lg">
          {briefs.length > 0 && (
            <NativeSelect
              label="Start from a saved brief"
              data={[{ value: '', label: 'None' }, ...briefs.map(({ id, name }) => ({ value: id, label: name }))]}
              onChange={(event) => {
                const chosen = briefs.find(({ id }) => id === event.currentTarget.value);
                form.setValues(chosen === undefined ? start : fieldsOfBrief(chosen.brief));
              }}
            />
          )}
          <Textarea
            label="What you need"
            description="The creator reads it and answers with an offer."
            withAsterisk
            aria-required
            autosize
            minRows={5}
            maxRows={16}
            maxLength={LIMITS.projectDescription}
            {...form.getInputProps('brief')}
          />
          <Columns count={2} from="sm">
            <TextInput
              label="Budget in total"
              description="In dollars, with the platform fee; may stay empty"
              inputMode="numeric"
              autoComplete="off"
              leftSection="$"
              {...form.getInputProps('budget')}
            />
            <TextInput
              label="Wanted by"
              description="Leave empty when it does not matter"
              type="date"
              min={today()}
              {...form.getInputProps('wantedDay')}
            />
          </Columns>
          <fieldset className={classes.fields}>
            <legend className={classes.legend}>Platforms</legend>
            <Chip.Group multiple value={platforms} onChange={onChange}>
              <Group gap={8}>
                {PLATFORM_NAMES.map((name) => (
                  <Chip key={name} value={name}>
                    {PLATFORMS[name]}
                  </Chip>
                ))}
              </Group>
            </Chip.Group>
          </fieldset>
          <div>
            <Button type="submit" size="lg" loading={isSending}>
              Ask for an offer
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  );
}
