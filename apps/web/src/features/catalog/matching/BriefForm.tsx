import { Button, Card, Chip, Group, NativeSelect, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { toPlainAmount } from '@marquee/money';
import {
  BRAND_TONES,
  FOLLOWER_BANDS,
  parseKeywords,
  LIMITS,
  matchBrief,
  type MatchBrief,
  type MatchQuery,
  type MatchWeights,
} from '@marquee/validation';
import { CREATOR_CATEGORIES, PLATFORM_NAMES, PLATFORM_LABELS } from '@marquee/contracts';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Columns } from '../../../ui/Columns.tsx';
import { MoreFields } from '../../../ui/MoreFields.tsx';
import { focusFirstError } from '../../../lib/focusField.ts';
import { useFormBackup } from '../../../lib/sessionEnd.ts';
import { formatFollowerBand } from '../discovery/followers.ts';
import classes from './Matching.module.css';
import { getReaderToday } from '../../../lib/readerClock.ts';

/** The form values. Numbers are text until they are validated. */
interface BriefFields {
  categories: string[];
  platforms: string[];
  budget: string;
  audience: string;
  tone: string;
  keywords: string;
  neededBy: string;
  text: string;
}

interface BriefFormProps {
  brief: Omit<MatchQuery, 'budget'> & { budget: number | null; text: string };
  weights: MatchWeights;
  isLoading: boolean;
  onSubmit: (brief: MatchBrief) => void;
}

const FOLLOWER_BAND_OPTIONS = FOLLOWER_BANDS.map((from, at) => ({
  value: String(from),
  label: `${formatFollowerBand(from, FOLLOWER_BANDS[at + 1] ?? null)} followers`,
}));

/** Renders the form for a brand's brief. Only the category and the budget are required. */
export function BriefForm({ brief, weights, isLoading, onSubmit }: BriefFormProps) {
  const read = (fields: BriefFields) => {
    const budget = toPlainAmount(fields.budget);
    return matchBrief.safeParse({
      ...fields,
      budget: /^\d{1,9}$/.test(budget) ? Number(budget) : budget,
      audience: fields.audience === '' ? null : Number(fields.audience),
      keywords: parseKeywords(fields.keywords),
      weights,
    });
  };
  const form = useForm<BriefFields>({
    initialValues: {
      ...brief,
      budget: brief.budget === null ? '' : String(brief.budget),
      audience: brief.audience === null ? '' : String(brief.audience),
      keywords: brief.keywords.join(', '),
    },
    validate: (fields) => {
      const { error } = read(fields);
      const problems = Object.fromEntries(
        // Processes the errors in reverse order, so that the first error of each field overwrites the later ones.
        (error?.issues ?? []).toReversed().map(({ path, message }) => [String(path[0]), message]),
      );
      return fields.neededBy !== '' && fields.neededBy < getReaderToday()
        ? { ...problems, neededBy: 'This date has passed. Choose a later one.' }
        : problems;
    },
  });
  const [isMoreShown, setIsMoreShown] = useState(
    brief.platforms.length > 0 || brief.audience !== null || brief.tone !== '',
  );
  useFormBackup('brief', {
    isDirty: form.isDirty(),
    values: () => form.getValues(),
    restore: (typed) => form.setValues(typed),
  });
  const submit = (fields: BriefFields) => {
    const { data } = read(fields);
    if (data !== undefined) onSubmit(data);
  };
  return (
    <form noValidate onSubmit={form.onSubmit(submit, focusFirstError)} aria-labelledby="brief">
      <Card>
        <Title order={2} id="brief" fz="lg" mb="md">
          Your brief
        </Title>
        <Stack gap="lg">
          <ChipField
            label="Category"
            hint={`Choose up to ${LIMITS.categories}. We show creators who match at least one.`}
            path="categories"
            choices={CREATOR_CATEGORIES.map((value) => ({ value, label: value }))}
            most={LIMITS.categories}
            {...form.getInputProps('categories')}
          />
          <Columns count={3} from="sm">
            <TextInput
              label="Total budget"
              description="In dollars, including the platform fee"
              withAsterisk
              aria-required
              inputMode="numeric"
              autoComplete="off"
              leftSection="$"
              {...form.getInputProps('budget')}
            />
            <TextInput
              label="Needed by"
              description="Optional"
              type="date"
              min={getReaderToday()}
              {...form.getInputProps('neededBy')}
            />
            <TextInput
              label="Keywords"
              description={`Up to ${LIMITS.keywords}, separated by commas`}
              autoComplete="off"
              {...form.getInputProps('keywords')}
            />
          </Columns>
          <Textarea
            label="Project description"
            description="The creator sees this with your order. It doesn’t affect the ranking."
            autosize
            minRows={3}
            maxRows={10}
            {...form.getInputProps('text')}
          />
          <MoreFields
            label={isMoreShown ? 'Fewer criteria' : 'More criteria'}
            isOpen={isMoreShown}
            onToggle={() => setIsMoreShown(!isMoreShown)}
          >
            <Stack gap="lg">
              <ChipField
                label="Platforms"
                hint="Choose none to include all platforms."
                path="platforms"
                choices={PLATFORM_NAMES.map((value) => ({ value, label: PLATFORM_LABELS[value] }))}
                {...form.getInputProps('platforms')}
              />
              <Columns count={2} from="sm">
                <NativeSelect
                  label="Audience"
                  description="Followers on the platforms you chose"
                  data={[{ value: '', label: 'Any size' }, ...FOLLOWER_BAND_OPTIONS]}
                  {...form.getInputProps('audience')}
                />
                <NativeSelect
                  label="Tone"
                  description="We look for it in profiles and packages"
                  data={[{ value: '', label: 'Any tone' }, ...BRAND_TONES]}
                  {...form.getInputProps('tone')}
                />
              </Columns>
            </Stack>
          </MoreFields>
          <div>
            <Button type="submit" size="lg" loading={isLoading}>
              Find matches
            </Button>
          </div>
        </Stack>
      </Card>
    </form>
  );
}

interface ChipFieldProps {
  label: string;
  hint: string;
  path: string;
  choices: readonly { value: string; label: string }[];
  most?: number;
  value?: string[];
  error?: React.ReactNode;
  onChange?: (value: string[]) => void;
}

/** The number of chips shown before the user clicks 'Show all'. */
const MAX_SHOWN_CHIPS = 8;

function ChipField({
  label,
  hint,
  path,
  choices,
  most,
  value = [],
  error,
  onChange = () => undefined,
}: ChipFieldProps) {
  const isFull = most !== undefined && value.length >= most;
  const [isWhole, setIsWhole] = useState(false);
  const [first] = useState(value);
  // Choices selected when the form is first rendered come first, so that they stay visible.
  const ordered = [...choices].sort(
    (one, other) => Number(first.includes(other.value)) - Number(first.includes(one.value)),
  );
  return (
    <fieldset className={classes.plain} data-path={path} aria-describedby={`${path}-hint`}>
      <legend className={classes.legend}>{label}</legend>
      <Text size="sm" c="dimmed" mb={8} id={`${path}-hint`}>
        {hint}
      </Text>
      <Chip.Group multiple value={value} onChange={onChange}>
        <Group gap={8}>
          {(isWhole ? ordered : ordered.slice(0, MAX_SHOWN_CHIPS)).map((choice) => (
            <Chip key={choice.value} value={choice.value} disabled={isFull && !value.includes(choice.value)}>
              {choice.label}
            </Chip>
          ))}
          {!isWhole && choices.length > MAX_SHOWN_CHIPS && (
            <Button variant="subtle" size="xs" onClick={() => setIsWhole(true)}>
              {`Show all ${choices.length}`}
            </Button>
          )}
        </Group>
      </Chip.Group>
      {error !== undefined && error !== null && error !== false && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
