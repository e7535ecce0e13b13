import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { OFFER_LIMITS } from '@marquee/booking';
import { formatDecimal, toPlainAmount } from '@marquee/money';
import {
  DEFAULT_DELIVERY_DAYS,
  LIMITS,
  offerAnswer,
  offerCounter,
  type OfferAnswerForm,
  type OfferCounterForm,
} from '@marquee/validation';
import { useForm } from '@mantine/form';
import { useOperatorTerms } from '../../../operatorTerms.ts';
import { Columns } from '../../../ui/Columns.tsx';
import { focusFirstError } from '../../../lib/focusField.ts';
import { UnsavedChangesGuard } from '../../../ui/UnsavedChangesGuard.tsx';
import { useFormBackup } from '../../../lib/sessionEnd.ts';
import { FeatureListInput } from '../../catalog/packages/FeatureListInput.tsx';
import { formatPriceHint, addFeature } from '../../catalog/packages/packageFields.ts';
import { PROPOSE_HINT, type OfferDetails, type OfferVersion } from './offers.words.ts';
import { LimitedTextInput, LimitedTextarea } from '../../../ui/LimitedText.tsx';

interface OfferVersionFields {
  name: string;
  scope: string;
  features: string[];
  /** The text of a feature that the user has not added to the list yet. */
  feature: string;
  price: string;
  deliveryDays: number | '';
  expiryDays: number | '';
}

const toOfferVersionFields = (from: OfferVersion | undefined): OfferVersionFields => ({
  name: from?.name ?? '',
  scope: from?.scope ?? '',
  features: from?.features ?? [],
  feature: '',
  price: from === undefined ? '' : formatDecimal(from.priceCents).replace(/\.00$/, ''),
  deliveryDays: from?.deliveryDays ?? DEFAULT_DELIVERY_DAYS,
  expiryDays: OFFER_LIMITS.defaultExpiryDays,
});

interface OfferVersionFormProps {
  offer: OfferDetails;
  /** The version from which the form is prefilled. */
  from: OfferVersion | undefined;
  isSending: boolean;
  onAnswer: (form: OfferAnswerForm) => void;
  onCounter: (form: OfferCounterForm) => void;
  onCancel?: () => void;
}

/** Lets a creator make an offer, or a brand make a counteroffer. */
export function OfferVersionForm({ offer, from, isSending, onAnswer, onCounter, onCancel }: OfferVersionFormProps) {
  const isCreator = offer.viewer === 'creator';
  const { feeBps } = useOperatorTerms();
  const answerOf = ({
    feature,
    features,
    price,
    deliveryDays,
    expiryDays,
    ...rest
  }: OfferVersionFields): OfferAnswerForm => ({
    ...rest,
    id: offer.id,
    price: toPlainAmount(price),
    features: addFeature(features, feature),
    deliveryDays: Number(deliveryDays),
    expiryDays: Number(expiryDays),
  });
  const counterOf = ({ scope, price, deliveryDays }: OfferVersionFields): OfferCounterForm => ({
    id: offer.id,
    scope,
    price: toPlainAmount(price),
    deliveryDays: Number(deliveryDays),
  });
  const form = useForm<OfferVersionFields>({
    initialValues: toOfferVersionFields(from),
    validate: (fields) => {
      const { error } = isCreator ? offerAnswer.safeParse(answerOf(fields)) : offerCounter.safeParse(counterOf(fields));
      return Object.fromEntries(
        // Processes the errors in reverse order, so that the first error of each field overwrites the later ones.
        (error?.issues ?? []).toReversed().map(({ path, message }) => {
          const field = String(path[0]);
          return field === 'features'
            ? ['feature', message]
            : [field, field === 'price' ? getPriceError(message) : message];
        }),
      );
    },
  });
  useFormBackup(`offer ${offer.id}`, { isDirty: form.isDirty(), values: form.getValues, restore: form.setValues });
  const submit = (fields: OfferVersionFields) =>
    isCreator ? onAnswer(answerOf(fields)) : onCounter(counterOf(fields));
  return (
    <form noValidate onSubmit={form.onSubmit(submit, focusFirstError)}>
      <UnsavedChangesGuard when={form.isDirty() && !isSending} />
      <Stack gap="md">
        {isCreator && (
          <LimitedTextInput
            label="Title"
            withAsterisk
            aria-required
            limit={LIMITS.packageName}
            placeholder="e.g. Three reels for the spring launch"
            {...form.getInputProps('name')}
          />
        )}
        <LimitedTextarea
          label="What is delivered"
          description="List formats, lengths, rounds of changes and usage rights."
          withAsterisk
          aria-required
          autosize
          minRows={4}
          maxRows={14}
          limit={LIMITS.packageDescription}
          {...form.getInputProps('scope')}
        />
        {isCreator && (
          <FeatureListInput
            features={form.values.features}
            onFeatures={(features) => form.setFieldValue('features', features)}
            text={form.values.feature}
            onText={(text) => form.setFieldValue('feature', text)}
            error={form.errors['feature']}
          />
        )}
        <Columns count={isCreator ? 3 : 2} from="sm">
          <TextInput
            label="Price"
            withAsterisk
            aria-required
            inputMode="decimal"
            autoComplete="off"
            leftSection="$"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            description={
              isCreator ? formatPriceHint(form.values.price, feeBps) : formatBrandPriceHint(form.values.price, feeBps)
            }
            {...form.getInputProps('price')}
          />
          <NumberInput
            label="Delivery days"
            min={1}
            max={LIMITS.deliveryDays}
            allowDecimal={false}
            hideControls
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            description="From the day the work starts"
            {...form.getInputProps('deliveryDays')}
          />
          {isCreator && (
            <NumberInput
              label="Valid for"
              min={1}
              max={OFFER_LIMITS.expiryDays}
              allowDecimal={false}
              hideControls
              suffix=" days"
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              description={`1 to ${OFFER_LIMITS.expiryDays} days`}
              {...form.getInputProps('expiryDays')}
            />
          )}
        </Columns>
        <Text size="sm" c="dimmed">
          {PROPOSE_HINT}
          {!isCreator && <span>{` It can be accepted for ${OFFER_LIMITS.defaultExpiryDays} days.`}</span>}
        </Text>
        <Group gap="sm">
          <Button type="submit" loading={isSending}>
            {isCreator ? 'Send offer' : 'Send changes'}
          </Button>
          {onCancel !== undefined && (
            <Button variant="default" onClick={onCancel} disabled={isSending}>
              Cancel
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** Replaces the message that the package schema uses for three fields with one that is specific to the price. */
const getPriceError = (message: string) =>
  message === 'Please fill in all required fields' ? 'Enter a price above $0' : message;

const formatBrandPriceHint = (price: string, feeBps: number) =>
  formatPriceHint(price, feeBps).replace('You receive', 'The creator receives').replace('the brand pays', 'you pay');
