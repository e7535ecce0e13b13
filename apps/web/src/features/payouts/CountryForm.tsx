import { Box, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { countryName } from '@marquee/validation';
import { useId, useState, type FormEvent } from 'react';
import { data, trpc, type Outputs } from '../../trpc.ts';
import { focusField } from '../../ui/focusField.ts';
import { tellFailure } from '../../ui/tellFailure.ts';
import { routeSentence, unpayableSentence } from './countries.ts';

type Setup = Outputs['payouts']['setup'];

interface CountryFormProps {
  /** Where the creator is paid so far. */
  country: string | null;
  submitLabel: string;
  /** The rest of what the button does is under way. */
  isBusy?: boolean;
  onSaved: (setup: Setup) => void;
  onCancel?: () => void;
}

/** Asks where a creator is paid, and says how that goes before anything is sent. */
export function CountryForm({ country, submitLabel, isBusy = false, onSaved, onCancel }: CountryFormProps) {
  const { data: countries } = trpc.payouts.countries.useQuery();
  const [chosen, setChosen] = useState(country ?? '');
  const [isMissing, setMissing] = useState(false);
  const field = useId();
  const save = trpc.payouts.setCountry.useMutation({
    onSuccess: (setup) => {
      data.payouts.setup.setData(undefined, setup);
      void data.payouts.summary.invalidate();
      void data.packages.ofCreator.invalidate();
      onSaved(setup);
    },
    onError: (error) => tellFailure(error, 'The country could not be saved'),
  });
  const known = countries?.find(({ code }) => code === chosen);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen !== '') return save.mutate({ country: chosen });
    setMissing(true);
    focusField(field);
  };
  const isUnpayable = known !== undefined && known.route === null;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Box maw={360}>
          <NativeSelect
            label="Country you are paid in"
            name={field}
            value={chosen}
            aria-invalid={isMissing || undefined}
            aria-describedby={`${field}-about`}
            onChange={(event) => {
              setChosen(event.currentTarget.value);
              setMissing(false);
            }}
            data={[{ value: '', label: 'Choose a country' }, ...choicesOf(countries)]}
          />
        </Box>
        <Text
          size="sm"
          id={`${field}-about`}
          component="output"
          display="block"
          maw={640}
          {...((isMissing || isUnpayable) && { c: 'var(--mantine-color-error)' })}
        >
          {isMissing
            ? 'Please choose a country.'
            : known === undefined
              ? 'Where your bank account is and you pay taxes. It decides how Stripe can pay you.'
              : known.route === null
                ? unpayableSentence(known.code)
                : routeSentence(known.code, known.route)}
        </Text>
        <Group gap="sm">
          <Button type="submit" size="sm" loading={save.isPending || isBusy}>
            {submitLabel}
          </Button>
          {onCancel !== undefined && (
            <Button size="sm" variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** By name, as people look for theirs. */
const choicesOf = (countries: Outputs['payouts']['countries'] | undefined) =>
  (countries ?? [])
    .map(({ code }) => ({ value: code, label: countryName(code) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'));
