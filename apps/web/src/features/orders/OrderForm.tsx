import { checkAnswers, orderCustomer, type Question } from '@marquee/validation';
import { Button, Card, SimpleGrid, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { schemaResolver, useForm, type FormErrors } from '@mantine/form';
import type { User } from '../../session.ts';
import { focusField } from '../../ui/focusField.ts';
import { notify } from '../../ui/notify.ts';
import { QuestionField } from '../questionnaires/QuestionField.tsx';
import { loadDraft, saveDraft, saveOrder, type Order } from './orderDraft.ts';

const checkCustomer = schemaResolver(orderCustomer, { sync: true });

interface OrderFormProps {
  packageId: string;
  questions: readonly Question[];
  user: User | null;
  onComplete: () => void;
}

/** Who orders, what the project is, and the creator's questions. What is typed survives a reload. */
export function OrderForm({ packageId, questions, user, onComplete }: OrderFormProps) {
  const form = useForm<Order>({
    initialValues: startingFrom(loadDraft(packageId), user),
    onValuesChange: (order) => saveDraft(packageId, order),
    validate: (order) => firstProblem(order, questions),
  });

  const refuse = (errors: FormErrors) => {
    const [path, message] = Object.entries(errors)[0] ?? [];
    notify('Validation Error', typeof message === 'string' ? message : undefined);
    if (path !== undefined) focusField(path);
  };

  return (
    <form
      noValidate
      onSubmit={form.onSubmit((order) => {
        saveOrder(packageId, order);
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
          </Stack>
        </Card>
        <Card component="section" aria-labelledby="questions">
          <Title order={2} id="questions" fz="lg" mb="md">
            Questions from the creator
          </Title>
          {questions.length === 0 ? (
            <Text c="dimmed">No additional information needed</Text>
          ) : (
            <Stack gap="lg">
              {questions.map((question) => (
                <QuestionField
                  key={question.id}
                  path={pathOf(question)}
                  question={question}
                  value={answerTo(question, form.values)}
                  error={form.errors[pathOf(question)]}
                  onChange={(answer) => {
                    form.clearFieldError(pathOf(question));
                    form.setFieldValue('answers', (answers) => ({ ...answers, [question.id]: answer }));
                  }}
                />
              ))}
            </Stack>
          )}
        </Card>
        <Button type="submit" size="lg">
          Continue to Checkout
        </Button>
      </Stack>
    </form>
  );
}

const pathOf = ({ id }: Question) => `answers.${id}`;

/** A question's id may be any name, also one that every object has. */
const answerTo = ({ id }: Question, { answers }: Order): string =>
  Object.hasOwn(answers, id) ? (answers[id] ?? '') : '';

/** What was typed before, else what the account says. */
const startingFrom = (draft: Order | null, user: User | null): Order => ({
  customer: {
    name: draft?.customer.name || (user?.fullName ?? ''),
    email: draft?.customer.email || (user?.email ?? ''),
    projectDescription: draft?.customer.projectDescription ?? '',
  },
  answers: draft?.answers ?? {},
});

/** Spec §5 "Order form": one problem at a time, in the order of the rules; the answers come last, in the questions' order. */
function firstProblem({ customer, answers }: Order, questions: readonly Question[]): FormErrors {
  const problem = Object.entries(checkCustomer(customer))[0];
  if (problem !== undefined) return { [`customer.${problem[0]}`]: problem[1] };
  for (const question of questions) {
    const checked = checkAnswers([question], answers);
    if ('message' in checked) return { [pathOf(question)]: checked.message };
  }
  return {};
}
