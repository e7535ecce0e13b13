import type { Question } from '@marquee/validation';
import { Button, Card, Progress, SimpleGrid, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useForm, type FormErrors } from '@mantine/form';
import type { User } from '../../session.ts';
import { focusField } from '../../ui/focusField.ts';
import { notify } from '../../ui/notify.ts';
import { QuestionFields } from '../questionnaires/QuestionFields.tsx';
import { CampaignFields } from './CampaignFields.tsx';
import { saveDraft, saveOrder, startingOrder, type Order } from './orderDraft.ts';
import classes from './OrderForm.module.css';
import { orderProblems, requiredAnswers } from './orderRules.ts';

interface OrderFormProps {
  packageId: string;
  questions: readonly Question[];
  user: User | null;
  /** The owner tries it out: nothing is kept or sent. */
  isPreview?: boolean;
  onComplete: () => void;
}

/** Who orders, what the project is, and the creator's questions. What is typed survives a reload and signing in. */
export function OrderForm({ packageId, questions, user, isPreview = false, onComplete }: OrderFormProps) {
  const form = useForm<Order>({
    initialValues: startingOrder(packageId, isPreview ? null : user),
    onValuesChange: (order) => {
      if (!isPreview) saveDraft(packageId, order);
    },
    validate: (order) => orderProblems(order, questions),
  });

  /** Every field says what is wrong with it; the first rule that fails (spec §5) is also said aloud. */
  const refuse = (errors: FormErrors) => {
    const [path, message] = Object.entries(errors)[0] ?? [];
    notify('Validation Error', typeof message === 'string' ? message : undefined);
    // After folded fields have opened.
    if (path !== undefined) setTimeout(() => focusField(path));
  };

  return (
    <form
      noValidate
      onSubmit={form.onSubmit((order) => {
        if (!isPreview) saveOrder(packageId, order);
        onComplete();
      }, refuse)}
    >
      <Stack gap="lg">
        <Card component="section" aria-labelledby="about-you">
          <Title order={2} id="about-you" fz="lg" mb="md">
            About you and your project
          </Title>
          <Stack gap="md">
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
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
            </SimpleGrid>
            <Textarea
              label="Project description"
              withAsterisk
              aria-required
              minRows={4}
              maxRows={14}
              placeholder="What do you want to promote, and what should people take away from it?"
              {...form.getInputProps('customer.projectDescription')}
            />
            <CampaignFields form={form} />
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
              onAnswer={(id, answer) => {
                form.clearFieldError(`answers.${id}`);
                form.setFieldValue('answers', (answers) => ({ ...answers, [id]: answer }));
              }}
            />
          )}
        </Card>
        <div className={classes.submit}>
          <RequiredProgress {...requiredAnswers(form.values, questions)} />
          <Button type="submit" size="lg">
            Continue to Checkout
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** How much is left before the form can be sent. */
function RequiredProgress({ done, all }: { done: number; all: number }) {
  const words = `${done} of ${all} required answers`;
  return (
    <div className={classes.progress}>
      <Text size="sm" c="dimmed">
        {words}
      </Text>
      <Progress.Root size="sm">
        <Progress.Section
          value={(done / all) * 100}
          aria-label="Required answers"
          aria-valuetext={words}
          {...(done === all && { color: 'teal' })}
        />
      </Progress.Root>
    </div>
  );
}
