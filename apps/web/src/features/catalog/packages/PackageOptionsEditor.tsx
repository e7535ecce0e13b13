import { Checkbox, NativeSelect, NumberInput, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import {
  formatDollars,
  formatRate,
  MAX_PRICE_CENTS,
  MIN_PRICE_CENTS,
  RIGHTS_LABELS,
  RIGHTS_SCOPES,
  RIGHTS_TERMS,
} from '@marquee/money';
import { LIMITS, listPriceableQuestions, QUESTION_KINDS, type Question } from '@marquee/validation';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useOperatorTerms } from '../../../operatorTerms.ts';
import { focusField } from '../../../lib/focusField.ts';
import { pluralize } from '../../../lib/pluralize.ts';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { AddRowButton, focusAddRowButton, EditableRow } from '../../../ui/EditableRow.tsx';
import classes from './PackageOptionsEditor.module.css';
import type { OptionFields } from './optionFields.ts';

type OptionsForm = UseFormReturnType<{ options: OptionFields | null }>;

/** Returns an alphanumeric id for a new option. The id has to be unique only within the package. */
const createPartId = () => Math.random().toString(36).slice(2, 12).padEnd(10, '0');

const PRICE_INPUT_PROPS = { inputMode: 'decimal', autoComplete: 'off', leftSection: '$' } as const;
const COUNT_INPUT_PROPS = { allowDecimal: false, allowNegative: false, hideControls: true } as const;

interface PackageOptionsEditorProps {
  form: OptionsForm;
  options: OptionFields;
  questions: readonly Question[];
}

/**
 * Edits the optional parts of a package, such as tiers, add-ons, revisions and usage rights. Brands do not see parts
 * that are left empty.
 */
export function PackageOptionsEditor({ form, options, questions }: PackageOptionsEditorProps) {
  const { feeBps } = useOperatorTerms();
  const lists = { form, options };
  return (
    <Stack gap="md">
      <OptionsPart
        title="Revisions"
        names={options.revisions === '' ? [] : [String(options.revisions)]}
        text="The number of change requests that a brand has. Leave blank if there is no fixed number."
      >
        <NumberInput
          {...COUNT_INPUT_PROPS}
          label="Revisions included"
          min={0}
          max={LIMITS.revisions}
          className={classes.short ?? ''}
          {...form.getInputProps('options.revisions')}
        />
      </OptionsPart>
      <TierFields {...lists} />
      <AddOnFields {...lists} />
      <OptionsPart
        title="Quantity"
        names={options.quantity === null ? [] : [`up to ${options.quantity.max}`]}
        text="Let brands order the package several times in one booking."
      >
        <Checkbox
          size="md"
          label="Allow more than one"
          checked={options.quantity !== null}
          onChange={(event) =>
            form.setFieldValue('options.quantity', event.currentTarget.checked ? { max: 5, extraDays: 0 } : null)
          }
        />
        {options.quantity !== null && (
          <div className={classes.pair}>
            <NumberInput
              {...COUNT_INPUT_PROPS}
              label="Maximum quantity"
              min={2}
              max={LIMITS.quantity}
              {...form.getInputProps('options.quantity.max')}
            />
            <NumberInput
              {...COUNT_INPUT_PROPS}
              label="Extra days for each additional one"
              min={0}
              max={LIMITS.extraDays}
              {...form.getInputProps('options.quantity.extraDays')}
            />
          </div>
        )}
      </OptionsPart>
      <RightsFields {...lists} />
      <OptionsPart
        title="Express delivery"
        names={options.express === null ? [] : [pluralize(Number(options.express.deliveryDays), 'day')]}
        text="Deliver faster for an extra price."
      >
        <Checkbox
          size="md"
          label="Offer express delivery"
          checked={options.express !== null}
          onChange={(event) =>
            form.setFieldValue('options.express', event.currentTarget.checked ? { price: '', deliveryDays: 1 } : null)
          }
        />
        {options.express !== null && (
          <div className={classes.pair}>
            <TextInput label="Express price" {...PRICE_INPUT_PROPS} {...form.getInputProps('options.express.price')} />
            <NumberInput
              {...COUNT_INPUT_PROPS}
              label="Express delivery days"
              min={1}
              max={LIMITS.deliveryDays}
              {...form.getInputProps('options.express.deliveryDays')}
            />
          </div>
        )}
      </OptionsPart>
      <AnswerPriceFields {...lists} questions={listPriceableQuestions(questions)} />
      <Text size="sm" c="dimmed">
        Enter the prices that you receive, from {formatDollars(MIN_PRICE_CENTS)} to {formatDollars(MAX_PRICE_CENTS)}{' '}
        each. Brands see them with the {formatRate(feeBps)} platform fee included. Existing bookings do not change.
      </Text>
    </Stack>
  );
}

interface OptionsPartProps {
  title: string;
  text: string;
  /** The names of the existing options. A part with options starts closed and shows only their names. */
  names: readonly string[];
  children: ReactNode;
}

function OptionsPart({ title, text, names, children }: OptionsPartProps) {
  const heading = (
    <Title order={3} fz="md">
      {title}
    </Title>
  );
  return (
    <section aria-label={title} className={classes.part}>
      <Disclosure heading={heading} summary={names.join(', ')} startsOpen={names.length === 0}>
        <Text size="sm" c="dimmed" mb="sm">
          {text}
        </Text>
        <Stack gap="md">{children}</Stack>
      </Disclosure>
    </section>
  );
}

type OptionListName = 'tiers' | 'addOns' | 'rights' | 'answerPrices';

/** Returns functions that add and remove list entries and move the focus to the right field. */
function createListChanges<L extends OptionListName>(form: OptionsForm, options: OptionFields, list: L, first: string) {
  return {
    add: (row: OptionFields[L][number]) => {
      form.setFieldValue('options', { ...options, [list]: [...options[list], row] });
      setTimeout(() => focusField(`options.${list}.${options[list].length}.${first}`));
    },
    remove: (index: number) => {
      form.removeListItem<string>(`options.${list}`, index);
      focusAddRowButton(list);
    },
  };
}

type OptionListProps = Pick<PackageOptionsEditorProps, 'form' | 'options'>;

function TierFields({ form, options }: OptionListProps) {
  const { add, remove } = createListChanges(form, options, 'tiers', 'price');
  const name = options.tiers.length === 0 ? 'Standard' : 'Premium';
  return (
    <OptionsPart
      title="Tiers"
      names={options.tiers.map((tier) => tier.name)}
      text="Your package is the Basic tier. Higher tiers cost more and include more."
    >
      {options.tiers.map((tier, index) => (
        <EditableRow
          key={tier.name}
          legend={tier.name}
          columns="even"
          removeLabel={`Remove ${tier.name}`}
          // The only tier of a package is always called Standard, so removing Standard renames Premium.
          onRemove={() => {
            if (index === 0 && options.tiers[1])
              form.setFieldValue('options.tiers', [{ ...options.tiers[1], name: 'Standard' }]);
            else remove(index);
          }}
        >
          <TextInput
            label={`${tier.name} price`}
            {...PRICE_INPUT_PROPS}
            {...form.getInputProps(`options.tiers.${index}.price`)}
          />
          <NumberInput
            {...COUNT_INPUT_PROPS}
            label="Delivery days"
            min={1}
            max={LIMITS.deliveryDays}
            {...form.getInputProps(`options.tiers.${index}.deliveryDays`)}
          />
          <NumberInput
            {...COUNT_INPUT_PROPS}
            label="Revisions included"
            min={0}
            max={LIMITS.revisions}
            {...form.getInputProps(`options.tiers.${index}.revisions`)}
          />
          <Textarea
            label="Included features, one per line"
            maxRows={8}
            className={classes.wide ?? ''}
            {...form.getInputProps(`options.tiers.${index}.features`)}
          />
        </EditableRow>
      ))}
      <AddRowButton
        noun="tiers"
        label={`Add ${name} tier`}
        disabled={options.tiers.length === 2}
        onAdd={() => add({ name, price: '', deliveryDays: 7, revisions: '', features: '' })}
      />
    </OptionsPart>
  );
}

function AddOnFields({ form, options }: OptionListProps) {
  const { add, remove } = createListChanges(form, options, 'addOns', 'title');
  return (
    <OptionsPart
      title="Add-ons"
      names={options.addOns.map((addOn) => addOn.title)}
      text={`Extras that brands can add to an order, up to ${LIMITS.addOns}.`}
    >
      {options.addOns.map((addOn, index) => (
        <EditableRow
          key={addOn.id}
          legend={`Add-on ${index + 1}`}
          columns="even"
          removeLabel={`Remove add-on ${index + 1}`}
          onRemove={() => remove(index)}
        >
          <TextInput
            label="Title"
            placeholder="e.g. One more Story"
            className={classes.wide ?? ''}
            {...form.getInputProps(`options.addOns.${index}.title`)}
          />
          <TextInput
            label="Price each"
            {...PRICE_INPUT_PROPS}
            {...form.getInputProps(`options.addOns.${index}.price`)}
          />
          <NumberInput
            {...COUNT_INPUT_PROPS}
            label="Maximum quantity"
            min={1}
            max={LIMITS.quantity}
            {...form.getInputProps(`options.addOns.${index}.maxQuantity`)}
          />
          <NumberInput
            {...COUNT_INPUT_PROPS}
            label="Extra days"
            min={0}
            max={LIMITS.extraDays}
            {...form.getInputProps(`options.addOns.${index}.extraDays`)}
          />
        </EditableRow>
      ))}
      <AddRowButton
        noun="addOns"
        label="Add add-on"
        disabled={options.addOns.length >= LIMITS.addOns}
        onAdd={() => add({ id: createPartId(), title: '', price: '', extraDays: 0, maxQuantity: 1 })}
      />
    </OptionsPart>
  );
}

function RightsFields({ form, options }: OptionListProps) {
  const { add, remove } = createListChanges(form, options, 'rights', 'channels');
  return (
    <OptionsPart
      title="Usage rights"
      names={options.rights.map(({ scope }) => RIGHTS_LABELS[scope])}
      text={`How brands may use your content, up to ${LIMITS.rights} choices. The term starts when the work is completed.`}
    >
      {options.rights.map((rights, index) => (
        <EditableRow
          key={rights.id}
          legend={`Rights ${index + 1}`}
          columns="even"
          removeLabel={`Remove rights ${index + 1}`}
          onRemove={() => remove(index)}
        >
          <NativeSelect
            label="Permitted use"
            data={RIGHTS_SCOPES.map((value) => ({ value, label: RIGHTS_LABELS[value] }))}
            {...form.getInputProps(`options.rights.${index}.scope`)}
          />
          <TextInput
            label="Channels"
            placeholder="e.g. Instagram and TikTok"
            {...form.getInputProps(`options.rights.${index}.channels`)}
          />
          <NativeSelect
            label="Term"
            data={[
              ...RIGHTS_TERMS.map((days) => ({ value: String(days), label: `${days} days` })),
              { value: '', label: 'No end date' },
            ]}
            {...form.getInputProps(`options.rights.${index}.termDays`)}
          />
          <NumberInput
            {...COUNT_INPUT_PROPS}
            label="Exclusivity in days"
            min={0}
            max={LIMITS.deliveryDays}
            {...form.getInputProps(`options.rights.${index}.exclusivityDays`)}
          />
          <TextInput
            label="Price"
            description="Enter 0 if the rights are included."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...PRICE_INPUT_PROPS}
            {...form.getInputProps(`options.rights.${index}.price`)}
          />
        </EditableRow>
      ))}
      <AddRowButton
        noun="rights"
        label="Add usage rights"
        disabled={options.rights.length >= LIMITS.rights}
        onAdd={() =>
          add({ id: createPartId(), scope: 'organic', channels: '', termDays: '90', exclusivityDays: 0, price: '' })
        }
      />
    </OptionsPart>
  );
}

function AnswerPriceFields({ form, options, questions }: OptionListProps & { questions: readonly Question[] }) {
  const { add, remove } = createListChanges(form, options, 'answerPrices', 'questionId');
  const [first] = questions;
  return (
    <OptionsPart
      title="Answer prices"
      names={options.answerPrices.map(({ price }) => `+$${price}`)}
      text={
        first === undefined
          ? 'Charge extra for certain answers to order questions. First add a question with a number, a choice or Yes/No under “Manage Order Questions”.'
          : 'Charge extra for certain answers to order questions. Brands see the price next to the question.'
      }
    >
      {options.answerPrices.map((rule, index) => {
        const question = questions.find(({ id }) => id === rule.questionId);
        return (
          <EditableRow
            // A question can have several prices, so the index is needed to identify one.
            key={index}
            legend={`Price ${index + 1}`}
            columns="even"
            removeLabel={`Remove price ${index + 1}`}
            onRemove={() => remove(index)}
          >
            <NativeSelect
              label="Question"
              className={classes.wide ?? ''}
              data={[
                ...(question === undefined ? [{ value: rule.questionId, label: 'Deleted question' }] : []),
                ...questions.map((each) => ({ value: each.id, label: each.question })),
              ]}
              {...form.getInputProps(`options.answerPrices.${index}.questionId`)}
            />
            {question?.type === 'number' ? (
              <>
                <NumberInput
                  {...COUNT_INPUT_PROPS}
                  label="More than"
                  min={0}
                  max={1_000_000}
                  {...form.getInputProps(`options.answerPrices.${index}.above`)}
                />
                <NativeSelect
                  label="Charged"
                  data={[
                    { value: 'each', label: 'For each one above this number' },
                    { value: 'once', label: 'Once' },
                  ]}
                  value={rule.each ? 'each' : 'once'}
                  onChange={(event) =>
                    form.setFieldValue(`options.answerPrices.${index}.each`, event.currentTarget.value === 'each')
                  }
                />
              </>
            ) : (
              <NativeSelect
                label="Answer"
                data={[
                  { value: '', label: 'Choose an answer' },
                  ...(question === undefined
                    ? []
                    : QUESTION_KINDS[question.type].choices(question.options ?? []).map((value) => ({
                        value,
                        label: QUESTION_KINDS[question.type].shown(value),
                      }))),
                ]}
                {...form.getInputProps(`options.answerPrices.${index}.is`)}
              />
            )}
            <TextInput
              label="Price"
              {...PRICE_INPUT_PROPS}
              {...form.getInputProps(`options.answerPrices.${index}.price`)}
            />
          </EditableRow>
        );
      })}
      <AddRowButton
        noun="answerPrices"
        label="Add answer price"
        disabled={first === undefined || options.answerPrices.length >= LIMITS.answerPrices}
        onAdd={() => add({ questionId: first?.id ?? '', is: '', above: 1, each: true, price: '' })}
      />
    </OptionsPart>
  );
}
