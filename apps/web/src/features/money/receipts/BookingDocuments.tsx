import { Anchor, Group, Text } from '@mantine/core';
import { paths } from '../../../paths.ts';
import type { BookingDetails } from '../../booking/bookings/booking.ts';
import { pluralize } from '../../../lib/pluralize.ts';
import { FoldedSection } from '../../../ui/FoldedSection.tsx';
import { StackList } from '../../../ui/StackList.tsx';

interface DocumentFile {
  label: string;
  forms: { pdf: string; csv?: string; zip?: string };
}

/** Lists the documents of a booking that the viewer may download. There are none before the card is charged. */
export function BookingDocuments({
  booking,
}: {
  booking: Pick<BookingDetails, 'id' | 'viewer' | 'paymentState' | 'acceptedAt' | 'refundedAt'>;
}) {
  const files = listDocumentFiles(booking);
  if (files.length === 0) return null;
  return (
    <FoldedSection title="Documents" essence={pluralize(files.length, 'document')}>
      <StackList gap="xs">
        {files.map(({ label, forms }) => (
          <Group component="li" key={label} justify="space-between" gap="xs">
            <Text size="sm">{label}</Text>
            <Group gap="sm">
              {Object.entries(forms).map(([form, href]) => (
                <Anchor
                  key={form}
                  href={href}
                  size="sm"
                  underline="always"
                  aria-label={`${label} as ${form.toUpperCase()}`}
                >
                  {form.toUpperCase()}
                </Anchor>
              ))}
            </Group>
          </Group>
        ))}
      </StackList>
    </FoldedSection>
  );
}

function listDocumentFiles(booking: Parameters<typeof BookingDocuments>[0]['booking']): DocumentFile[] {
  const { id: bookingId, viewer, paymentState, refundedAt } = booking;
  if (!isBookingCharged(booking)) return [];
  const both = (to: typeof paths.receiptFile): DocumentFile['forms'] => ({
    pdf: to({ bookingId, form: 'pdf' }),
    csv: to({ bookingId, form: 'csv' }),
  });
  const isPaidOut = paymentState === 'released' || paymentState === 'split';
  return [
    { label: 'Booking agreement', forms: { pdf: paths.agreementFile({ bookingId }) } },
    {
      label: 'Complete record',
      forms: {
        pdf: paths.recordFile({ bookingId, form: 'pdf' }),
        zip: paths.recordFile({ bookingId, form: 'zip' }),
      },
    },
    ...(viewer === 'brand' ? [{ label: 'Receipt', forms: both(paths.receiptFile) }] : []),
    ...(viewer === 'brand' && refundedAt !== null ? [{ label: 'Credit note', forms: both(paths.creditNoteFile) }] : []),
    ...(viewer === 'creator' && isPaidOut ? [{ label: 'Payout statement', forms: both(paths.payoutFile) }] : []),
  ];
}

const isBookingCharged = ({ acceptedAt, paymentState }: Pick<BookingDetails, 'acceptedAt' | 'paymentState'>): boolean =>
  acceptedAt !== null && !['requires_payment', 'authorized', 'capturing', 'voided'].includes(paymentState);
