import { QUESTION_KINDS } from '@marquee/validation';
import { DescriptionList, type DescriptionItem } from '../../../ui/DescriptionList.tsx';
import type { BookingDetails } from './booking.ts';

/** Shows the customer's contact details and project (requirements R3.8). Omits optional fields that were left empty. */
export function CustomerInfoList({ customer }: { customer: BookingDetails['customer'] }) {
  const optional: [string, string | undefined][] = [
    ['Target audience', customer.targetAudience],
    ['Brand tone', customer.brandTone],
    ['Preferred post date', customer.preferredPostDate && QUESTION_KINDS.date.shown(customer.preferredPostDate)],
    ['Additional requirements', customer.additionalRequirements],
    ['PO number or reference', customer.purchaseOrder],
  ];
  return (
    <DescriptionList
      facts={[
        { label: 'Project description', value: customer.projectDescription },
        ...optional.flatMap(([label, value]): DescriptionItem[] => (value ? [{ label, value }] : [])),
        { label: 'Contact', value: `${customer.name}, ${customer.email}` },
      ]}
    />
  );
}

/** Shows the questions of the package, as they were worded at the time of the order, with the brand's answers. */
export function AnswerList({ booking }: { booking: Pick<BookingDetails, 'questions' | 'answers'> }) {
  if (booking.questions.length === 0) return null;
  const answers = new Map(booking.answers.map((answer) => [answer.questionId, answer.value]));
  return (
    <DescriptionList
      none="No answer"
      facts={booking.questions.map(({ id, question, type }) => ({
        label: question,
        value: QUESTION_KINDS[type].shown(answers.get(id) ?? ''),
      }))}
    />
  );
}
