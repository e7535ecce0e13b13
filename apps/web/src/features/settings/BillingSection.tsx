import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { billingDetails, COUNTRIES, countryName, LIMITS, type BillingDetails } from '@marquee/validation';
import { schemaResolver, useForm } from '@mantine/form';
import { data, trpc } from '../../trpc.ts';
import { notify } from '../../ui/notify.ts';
import { SettingsSection } from '../../ui/SettingsSection.tsx';
import { tellFailure } from '../../ui/tellFailure.ts';
import { SectionForm } from './sections.tsx';

const countries = COUNTRIES.map((code) => ({ value: code, label: countryName(code) })).toSorted((one, other) =>
  one.label.localeCompare(other.label),
);

const same = (details: BillingDetails) => details;

/** Who somebody is on papers. */
export function BillingSection({ details, isBrand }: { details: BillingDetails; isBrand: boolean }) {
  const form = useForm({ initialValues: details, validate: schemaResolver(billingDetails, { sync: true }) });
  const save = trpc.receipts.saveBilling.useMutation({
    onSuccess: (saved) => {
      data.receipts.billing.setData(undefined, saved);
      notify('Billing details saved');
    },
    onError: (error) => tellFailure(error, 'Your billing details could not be saved'),
  });
  return (
    <SettingsSection
      id="billing"
      title="Billing details"
      text={
        isBrand
          ? 'They stand on receipts and credit notes from now on; those that were made stay as they are. Creators see your legal name and country, on the agreement of a booking, and nothing else of this.'
          : 'They stand on payout statements from now on; those that were made stay as they are. Brands see your legal name and country, on the agreement of a booking, and nothing else of this.'
      }
    >
      <SectionForm<BillingDetails, BillingDetails>
        form={form}
        valuesOf={same}
        isSaving={save.isPending}
        saveLabel="Save billing details"
        onSave={save.mutate}
      >
        <Stack gap="md">
          <TextInput
            label="Legal name"
            description={isBrand ? 'Of your company, or yours if you buy as a person.' : 'Yours, or your company’s.'}
            autoComplete={isBrand ? 'organization' : 'name'}
            maxLength={LIMITS.legalName}
            {...form.getInputProps('legalName')}
          />
          <Textarea
            label="Address"
            description="As it should be printed, a line each."
            autoComplete="street-address"
            minRows={3}
            maxRows={6}
            maxLength={LIMITS.address}
            {...form.getInputProps('address')}
          />
          <NativeSelect
            label="Country"
            autoComplete="country"
            data={[{ value: '', label: 'Not given' }, ...countries]}
            {...form.getInputProps('country')}
          />
          <TextInput
            label="Tax ID"
            description="VAT number, EIN or what your country uses."
            autoComplete="off"
            maxLength={LIMITS.taxId}
            {...form.getInputProps('taxId')}
          />
        </Stack>
      </SectionForm>
    </SettingsSection>
  );
}
