import { Box, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { getCountryName } from '@marquee/contracts';
import { useId, useState, type FormEvent } from 'react';
import { queryUtils, trpc, type RouterOutputs } from '../../../trpc.ts';
import { focusField } from '../../../lib/focusField.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { describePayoutRoute, describeUnpayableCountry } from './payouts.words.ts';

type PayoutSetup = RouterOutputs['payouts']['setup'];

interface PayoutCountryFormProps {
  country: string | null;
  submitLabel: string;
  /** True while a follow-up action, such as opening Stripe's onboarding, is pending. */
  isBusy?: boolean;
  onSaved: (setup: PayoutSetup) => void;
  onCancel?: () => void;
}

/** Asks for the payout country. Explains how payouts work in the chosen country before it is saved. */
export function PayoutCountryForm({ country, submitLabel, isBusy = false, onSaved, onCancel }: PayoutCountryFormProps) {
  const { data: countries } = trpc.payouts.countries.useQuery();
  const [chosenCode, setChosenCode] = useState(country ?? '');
  const [isMissing, setMissing] = useState(false);
  const field = useId();
  const save = trpc.payouts.setCountry.useMutation({
    onSuccess: (setup) => {
      queryUtils.payouts.setup.setData(undefined, setup);
      void queryUtils.payouts.summary.invalidate();
      void queryUtils.packages.listByCreator.invalidate();
      onSaved(setup);
    },
    onError: (error) => notifyFailure(error, 'The country could not be saved'),
  });
  const chosenCountry = countries?.find(({ code }) => code === chosenCode);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosenCode !== '') return save.mutate({ country: chosenCode });
    setMissing(true);
    focusField(field);
  };
  const isUnpayable = chosenCountry !== undefined && chosenCountry.route === null;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Box maw={360}>
          <NativeSelect
            label="Payout country"
            name={field}
            value={chosenCode}
            aria-invalid={isMissing || undefined}
            aria-describedby={`${field}-about`}
            onChange={(event) => {
              setChosenCode(event.currentTarget.value);
              setMissing(false);
            }}
            data={[{ value: '', label: 'Choose a country' }, ...listCountryOptions(countries)]}
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
            : chosenCountry === undefined
              ? 'Choose the country where you have your bank account and pay taxes.'
              : chosenCountry.route === null
                ? describeUnpayableCountry(chosenCountry.code)
                : describePayoutRoute(chosenCountry.code, chosenCountry.route)}
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

const listCountryOptions = (countries: RouterOutputs['payouts']['countries'] | undefined) =>
  (countries ?? [])
    .map(({ code }) => ({ value: code, label: getCountryName(code) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'));
