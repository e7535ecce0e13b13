import { Facts, type Fact } from '../../ui/Facts.tsx';
import { Section } from '../../ui/Section.tsx';
import type { Booking } from './booking.ts';

/** Days have no time zone: '2026-03-14' is the same day everywhere. */
const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const dayText = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`));

/** Who ordered, and what for (spec §3 "Booking"). What may be left out is shown only when it was given. */
export function CustomerInfo({ customer }: { customer: Booking['customer'] }) {
  const optional: [string, string | undefined][] = [
    ['Target audience', customer.targetAudience],
    ['Brand tone', customer.brandTone],
    ['Preferred post date', customer.preferredPostDate && dayText(customer.preferredPostDate)],
    ['Additional requirements', customer.additionalRequirements],
  ];
  return (
    <Section title="Customer Information">
      <Facts
        facts={[
          { label: 'Name', value: customer.name },
          { label: 'Email', value: customer.email },
          { label: 'Project description', value: customer.projectDescription },
          ...optional.flatMap(([label, value]): Fact[] => (value ? [{ label, value }] : [])),
        ]}
      />
    </Section>
  );
}

/** The creator's questions as they were when the order was placed, with the answers. */
export function OrderAnswers({ booking }: { booking: Pick<Booking, 'questions' | 'answers'> }) {
  if (booking.questions.length === 0) return null;
  const answers = new Map(booking.answers.map((answer) => [answer.questionId, answer.value]));
  return (
    <Section title="Questions and Answers">
      <Facts
        none="No answer"
        facts={booking.questions.map(({ id, question, type }) => ({
          label: question,
          value: answerText(type, answers.get(id) ?? ''),
        }))}
      />
    </Section>
  );
}

function answerText(type: string, value: string): string {
  if (type === 'boolean' && value !== '') return value === 'yes' ? 'Yes' : 'No';
  return type === 'date' && value !== '' ? dayText(value) : value;
}
