import { NativeSelect, Stack } from '@mantine/core';
import { billingDetails, LIMITS, type BillingDetails } from '@marquee/validation';
import { schemaResolver, useForm } from '@mantine/form';
import { ALWAYS_FRESH, queryUtils, trpc } from '../../../trpc.ts';
import { notify } from '../../../lib/notify.ts';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { COUNTRY_FIELD, COUNTRY_OPTIONS } from './countryOptions.ts';
import { SettingsSectionForm } from './SettingsSections.tsx';
import { LimitedTextInput, LimitedTextarea } from '../../../ui/LimitedText.tsx';

const copyDetails = (details: BillingDetails) => details;

/** Edits the name and address that appear on the user's documents. */
export function BillingSection({ details, isBrand }: { details: BillingDetails; isBrand: boolean }) {
  const form = useForm({ initialValues: details, validate: schemaResolver(billingDetails, { sync: true }) });
  const save = trpc.receipts.saveBilling.useMutation({
    onSuccess: (saved) => {
      queryUtils.receipts.billing.setData(undefined, saved);
      notify('Billing details saved');
    },
    onError: (error) => notifyFailure(error, 'Your billing details could not be saved'),
  });
  return (
    <AnchoredSection
      id="billing"
      title="Billing details"
      text={
        isBrand
          ? 'We print these on new receipts and credit notes. Creators only see your legal name and country, on booking agreements.'
          : 'We print these on new payout statements. Brands only see your legal name and country, on booking agreements.'
      }
    >
      <SettingsSectionForm<BillingDetails, BillingDetails>
        form={form}
        valuesOf={copyDetails}
        isSaving={save.isPending}
        saveLabel="Save billing details"
        onSave={(values, base, handlers) => save.mutate({ ...values, base }, handlers)}
        shared={{
          labels: { legalName: 'Legal name', address: 'Address', country: COUNTRY_FIELD, taxId: 'Tax ID' },
          load: () => queryUtils.receipts.billing.fetch(undefined, ALWAYS_FRESH),
        }}
      >
        <Stack gap="md">
          <LimitedTextInput
            label="Legal name"
            description={
              isBrand
                ? 'The name of your company, or your own if you buy privately.'
                : 'Your name, or the name of your company.'
            }
            autoComplete={isBrand ? 'organization' : 'name'}
            limit={LIMITS.legalName}
            {...form.getInputProps('legalName')}
          />
          <LimitedTextarea
            label="Address"
            description="Enter each line as it should be printed."
            autoComplete="street-address"
            minRows={3}
            maxRows={6}
            limit={LIMITS.address}
            {...form.getInputProps('address')}
          />
          <NativeSelect
            label="Country"
            autoComplete="country"
            data={[{ value: '', label: 'Choose a country' }, ...COUNTRY_OPTIONS]}
            {...form.getInputProps('country')}
          />
          <LimitedTextInput
            label="Tax ID"
            description="Your VAT number, EIN or local equivalent."
            autoComplete="off"
            limit={LIMITS.taxId}
            {...form.getInputProps('taxId')}
          />
        </Stack>
      </SettingsSectionForm>
    </AnchoredSection>
  );
}
