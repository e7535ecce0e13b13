import { Button, Card, NativeSelect, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import {
  formatAnswerPrice,
  formatFeeIncluded,
  formatDollars,
  DEFAULT_CHOICE,
  computeQuote,
  computeSale,
  toCents,
  type BasisPoints,
  type PackageOptions,
} from '@marquee/money';
import {
  listAnsweredQuestions,
  findAnswerProblem,
  BRAND_TONES,
  LIMITS,
  orderCustomer,
  QUESTION_KINDS,
  listVisibleQuestions,
  type Question,
  describeExcessText,
} from '@marquee/validation';
import { useForm, type FormErrors, type UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import type { SignedInUser } from '../../../session.ts';
import { useOperatorTerms } from '../../../operatorTerms.ts';
import { Columns } from '../../../ui/Columns.tsx';
import { MoreFields } from '../../../ui/MoreFields.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { withAutofill } from '../../../lib/autofill.ts';
import { focusField } from '../../../lib/focusField.ts';
import { notify } from '../../../lib/notify.ts';
import { OrderBudgetFields } from '../budgets/OrderBudgetFields.tsx';
import type { PackageDetails } from '../../catalog/packages/packageCache.ts';
import { getAnswer, getAnswerPath, QuestionFields } from '../../catalog/questionnaires/QuestionFields.tsx';
import { ChoiceFields } from './ChoiceFields.tsx';
import { OrderAccountSection, useOrderAccount } from './OrderAccount.tsx';
import classes from './Order.module.css';
import { storeOrderDraft, storeSubmittedOrder, createStartingOrder, type OrderDraft } from './orderDraft.ts';
import { LimitedTextInput } from '../../../ui/LimitedText.tsx';

interface OrderFormProps {
  pkg: PackageDetails;
  questions: readonly Question[];
  user: SignedInUser | null;
  /** True if the creator is previewing the form. Input is not stored in that case. */
  isPreview?: boolean;
  /** Called whenever an option or answer changes. */
  onOrder: (order: OrderDraft) => void;
  /** Called when the form is complete. `isSignedIn` is true if a visitor has just been signed in. */
  onComplete: (result: { isSignedIn: boolean }) => void;
}

/**
 * Renders the order form (requirements R5.11 to R5.15): customer details, project description and the creator's
 * questions. Input is preserved when the page is reloaded or the user signs in.
 */
export function OrderForm({ pkg, questions, user, isPreview = false, onOrder, onComplete }: OrderFormProps) {
  const { feeBps } = useOperatorTerms();
  const { id: packageId, options } = pkg;
  const form = useForm<OrderDraft>({
    initialValues: createOrderForPackage(pkg, isPreview ? null : user),
    onValuesChange: (order) => {
      if (!isPreview) storeOrderDraft(packageId, order);
      onOrder(order);
    },
    validate: (order) => findOrderProblems(order, questions, pkg),
  });

  const account = useOrderAccount(form, onComplete);

  /**
   * Shows every error at its field. Also shows the first error, in the order of requirements R5.11 to R5.15, in a
   * toast.
   */
  const refuse = (errors: FormErrors) => {
    const [path, message] = Object.entries(errors)[0] ?? [];
    notify('Validation Error', typeof message === 'string' ? message : undefined);
    // Waits until collapsed fields have been expanded.
    if (path !== undefined) setTimeout(() => focusField(path));
  };

  return (
    <form
      noValidate
      onSubmit={withAutofill(
        form,
        form.onSubmit((order) => {
          if (!isPreview) storeSubmittedOrder(packageId, order);
          if (user === null) account.open();
          else onComplete({ isSignedIn: false });
        }, refuse),
      )}
    >
      <Stack gap="lg">
        {options !== null && (
          <ChoiceFields
            pkg={{ ...pkg, options }}
            choice={form.values.choice ?? DEFAULT_CHOICE}
            error={form.errors['choice']}
            onChoice={(choice) => {
              form.clearFieldError('choice');
              form.setFieldValue('choice', choice);
            }}
          />
        )}
        <Card component="section" aria-labelledby="about-you">
          <Title order={2} id="about-you" fz="lg" mb="md">
            About you and your project
          </Title>
          <Stack gap="md">
            <Columns count={2} from="xs">
              <TextInput
                label="Name"
                withAsterisk
                aria-required
                autoComplete="name"
                {...form.getInputProps('customer.name')}
              />
              <TextInput
                label="Email"
                withAsterisk
                aria-required
                type="email"
                autoComplete="email"
                {...form.getInputProps('customer.email')}
              />
            </Columns>
            <Textarea
              label="Project description"
              withAsterisk
              aria-required
              minRows={4}
              maxRows={14}
              placeholder="What do you want to promote, and what should viewers remember?"
              {...form.getInputProps('customer.projectDescription')}
            />
            <CampaignFields form={form} />
            {user?.userType === 'brand' && (
              <OrderBudgetFields
                value={form.values.purpose}
                onChange={(purpose) => form.setFieldValue('purpose', purpose)}
              />
            )}
          </Stack>
        </Card>
        <Card component="section" aria-labelledby="questions">
          <Title order={2} id="questions" fz="lg" mb="md">
            Questions from the creator
          </Title>
          {questions.length === 0 ? (
            <Text c="dimmed">No additional information needed</Text>
          ) : (
            <QuestionFields
              questions={questions}
              answers={form.values.answers}
              errors={form.errors}
              notes={formatAnswerPrices(options, questions, feeBps)}
              onAnswer={(id, answer) => {
                form.clearFieldError(`answers.${id}`);
                form.setFieldValue('answers', (answers) => ({ ...answers, [id]: answer }));
              }}
            />
          )}
        </Card>
        {user === null && (
          <OrderAccountSection account={account} email={form.values.customer.email.trim()} packageId={packageId} />
        )}
        <div className={classes.submit}>
          {pkg.pricesVary && <RunningTotal pkg={pkg} order={form.values} questions={questions} />}
          <RequiredProgress {...countRequiredAnswers(form.values, questions)} />
          <Button type="submit" size="lg" loading={account.isPending}>
            Continue to Checkout
          </Button>
        </div>
      </Stack>
    </form>
  );
}

interface RunningTotalProps {
  pkg: PackageDetails;
  order: OrderDraft;
  questions: readonly Question[];
}

/** Shows the total below the form, because on a phone the price summary is far above the submit button. */
function RunningTotal({ pkg, order, questions }: RunningTotalProps) {
  const { feeBps } = useOperatorTerms();
  const result = computeSale(pkg, order.choice ?? DEFAULT_CHOICE, listAnsweredQuestions(questions, order.answers));
  if ('message' in result) return null;
  return (
    <Text fw={650}>
      Total {formatDollars(computeQuote(result.sale.priceCents, feeBps).totalCents)}{' '}
      <Text span size="sm" c="dimmed" fw={400}>
        {formatFeeIncluded(feeBps)}
      </Text>
    </Text>
  );
}

function RequiredProgress({ done, all }: { done: number; all: number }) {
  return (
    <div className={classes.progress}>
      <Text size="sm" c="dimmed">
        {`${done} of ${all} required answers`}
      </Text>
      <ProgressBar label="Required answers" value={done} max={all} />
    </div>
  );
}

const CAMPAIGN_FIELDS = [
  'targetAudience',
  'brandTone',
  'preferredPostDate',
  'additionalRequirements',
  'purchaseOrder',
] as const;

/**
 * Renders the optional campaign details (requirements R3.8). They are collapsed unless one of them is filled in or
 * invalid.
 */
function CampaignFields({ form }: { form: UseFormReturnType<OrderDraft> }) {
  const [isAsked, setAsked] = useState(() => CAMPAIGN_FIELDS.some((field) => form.values.customer[field] !== ''));
  const isOpen =
    isAsked ||
    CAMPAIGN_FIELDS.some((field) => form.errors[`customer.${field}`] !== undefined) ||
    describeExcessText(form.values.customer.purchaseOrder ?? '', LIMITS.purchaseOrder) !== undefined;

  return (
    <MoreFields label="More about your campaign (optional)" isOpen={isOpen} onToggle={() => setAsked(!isOpen)}>
      <Stack gap="md">
        <TextInput
          label="Target audience"
          placeholder="Hikers aged 25 to 40 in Northern Europe"
          {...form.getInputProps('customer.targetAudience')}
        />
        <Columns count={2} from="xs">
          <NativeSelect
            label="Brand tone"
            data={[{ value: '', label: 'No preference' }, ...BRAND_TONES]}
            {...form.getInputProps('customer.brandTone')}
          />
          <TextInput
            label="Preferred post date"
            type="date"
            max="9999-12-31"
            {...form.getInputProps('customer.preferredPostDate')}
          />
        </Columns>
        <Textarea
          label="Additional requirements"
          maxRows={12}
          placeholder="Hashtags, links or topics to avoid"
          {...form.getInputProps('customer.additionalRequirements')}
        />
        <LimitedTextInput
          label="PO number or reference"
          description="This appears on your receipt."
          autoComplete="off"
          limit={LIMITS.purchaseOrder}
          {...form.getInputProps('customer.purchaseOrder')}
        />
      </Stack>
    </MoreFields>
  );
}

/** Returns the initial values for a package. Resets the stored options if the package no longer offers them. */
export function createOrderForPackage(pkg: PackageDetails, user: SignedInUser | null): OrderDraft {
  const order = createStartingOrder(pkg.id, user);
  const isOffered = order.choice === null || 'sale' in computeSale(pkg, order.choice, []);
  return {
    ...order,
    choice: pkg.options === null ? null : isOffered ? (order.choice ?? DEFAULT_CHOICE) : DEFAULT_CHOICE,
  };
}

/** Returns a text about the price by question id, for questions whose answer changes the price. */
function formatAnswerPrices(
  options: PackageOptions | null,
  questions: readonly Question[],
  feeBps: BasisPoints,
): Record<string, string> {
  const notes: Record<string, string> = {};
  for (const rule of options?.answerPrices ?? []) {
    const question = questions.find(({ id }) => id === rule.questionId);
    if (question === undefined) continue;
    const { totalCents } = computeQuote(toCents(rule.priceCents), feeBps);
    const words = formatAnswerPrice({ ...rule, priceCents: totalCents }, QUESTION_KINDS[question.type].shown);
    notes[question.id] = notes[question.id] === undefined ? words : `${notes[question.id]} · ${words}`;
  }
  return notes;
}

/** Returns error messages by field, in the order of requirements R5.11 to R5.14, followed by errors in answers. */
function findOrderProblems(
  { customer, answers, choice }: OrderDraft,
  questions: readonly Question[],
  pkg: PackageDetails,
): FormErrors {
  const problems: FormErrors = {};
  for (const { path, message } of orderCustomer.safeParse(customer).error?.issues ?? [])
    problems[`customer.${path.join('.')}`] ??= message;
  for (const question of listVisibleQuestions(questions, answers)) {
    const problem = findAnswerProblem(question, getAnswer(question, answers));
    if (problem !== null) problems[getAnswerPath(question)] = problem;
  }
  const sale = computeSale(pkg, choice ?? DEFAULT_CHOICE, listAnsweredQuestions(questions, answers));
  if ('message' in sale) problems['choice'] = sale.message;
  return problems;
}

/** Counts the required fields and the visible required questions, and how many of them are filled in. */
function countRequiredAnswers(
  { customer, answers }: OrderDraft,
  questions: readonly Question[],
): { done: number; all: number } {
  const requiredQuestions = listVisibleQuestions(questions, answers).filter(({ required }) => required);
  const values = [
    customer.name,
    customer.email,
    customer.projectDescription,
    ...requiredQuestions.map((question) => getAnswer(question, answers)),
  ];
  return { done: values.filter((value) => value.trim() !== '').length, all: values.length };
}
