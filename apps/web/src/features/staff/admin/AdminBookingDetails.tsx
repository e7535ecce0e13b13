import { Anchor, Stack, Text } from '@mantine/core';
import { PAYMENT_LABELS, REVIEW_PARTS } from '@marquee/booking';
import type { ReactNode } from 'react';
import { paths } from '../../../paths.ts';
import type { RouterOutputs } from '../../../trpc.ts';
import { AsideLayout } from '../../../ui/Columns.tsx';
import { DescriptionList } from '../../../ui/DescriptionList.tsx';
import { Money } from '../../../ui/Money.tsx';
import { SectionCard } from '../../../ui/SectionCard.tsx';
import { DateTime } from '../../../ui/DateTime.tsx';
import { DeliveredWork } from '../../booking/bookings/DeliveredWork.tsx';
import { describeEventInReaderZone } from '../../booking/bookings/describeEvent.ts';
import { AnswerList, CustomerInfoList } from '../../booking/bookings/OrderBrief.tsx';
import timeline from '../../booking/bookings/BookingTimeline.module.css';
import { PriceBreakdown } from '../../money/payments/PriceBreakdown.tsx';
import { ReviewItem } from '../../catalog/reviews/ReviewItem.tsx';
import { humanizeName } from './admin.words.ts';

/** Shows staff the history, order, reviews and money of a booking. `children` are rendered above them. */
export const AdminBookingDetails = ({
  booking,
  children,
}: {
  booking: RouterOutputs['admin']['booking'];
  children?: ReactNode;
}) => (
  <AsideLayout main={7} aside={<BookingMoney booking={booking} />}>
    <Stack gap="lg">
      {children}
      <BookingHistory booking={booking} />
      <AdminBookingReviews booking={booking} />
      <BookingOrder booking={booking} />
    </Stack>
  </AsideLayout>
);

type AdminBooking = RouterOutputs['admin']['booking'];

/** Shows the reviews by both parties, including unpublished reviews and private notes to staff. */
function AdminBookingReviews({ booking }: { booking: AdminBooking }) {
  if (booking.reviews.length === 0) return null;
  return (
    <SectionCard title="Reviews">
      <Stack gap="lg">
        {booking.reviews.map((review) => (
          <div key={review.id}>
            <Text fw={600} size="sm">
              {review.side === 'brand' ? booking.brandName : booking.creatorName} ·{' '}
              {review.hiddenAt !== null ? 'hidden' : review.shownAt === null ? 'not published yet' : 'published'}
            </Text>
            <ReviewItem
              {...review}
              parts={REVIEW_PARTS[review.side].map((name, at) => [name, review.parts[at] ?? 0] as const)}
              about={<DateTime at={review.writtenAt} />}
              answerName={review.side === 'brand' ? booking.creatorName : booking.brandName}
            />
            {review.staffNote !== '' && (
              <Text size="sm" mt="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                Note to staff: {review.staffNote}
              </Text>
            )}
          </div>
        ))}
      </Stack>
    </SectionCard>
  );
}

function BookingMoney({ booking }: { booking: AdminBooking }) {
  return (
    <>
      <SectionCard title="Money">
        <PriceBreakdown amounts={booking} receiver="Creator receives" />
        <Text size="sm" mt="md">
          Payment: <strong>{PAYMENT_LABELS[booking.paymentState]}</strong>
        </Text>
        {booking.acceptedAt !== null && booking.ledger.length > 0 && (
          <Text size="sm" mt={4}>
            <Anchor href={paths.receiptFile({ bookingId: booking.id, form: 'pdf' })} underline="always" inherit>
              Receipt (PDF)
            </Anchor>
          </Text>
        )}
      </SectionCard>
      <SectionCard title="Ledger">
        {booking.ledger.length === 0 ? (
          <Text c="dimmed">No money has moved.</Text>
        ) : (
          <Stack gap="md">
            {groupMovements(booking).map((movement) => (
              <div key={movement.id}>
                <Text fw={600} size="sm">
                  {humanizeName(movement.kind)} · <DateTime at={movement.at} />
                </Text>
                {movement.entries.map((entry) => (
                  <Text key={entry.account} size="sm">
                    {humanizeName(entry.account)} <Money cents={entry.amountCents} />
                  </Text>
                ))}
                {movement.stripeObjectId !== null && (
                  <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                    {movement.stripeObjectId}
                  </Text>
                )}
              </div>
            ))}
          </Stack>
        )}
      </SectionCard>
    </>
  );
}

/** Groups consecutive ledger entries that belong to the same money movement. */
function groupMovements({ ledger }: AdminBooking) {
  const movements: (AdminBooking['ledger'][number] & { entries: AdminBooking['ledger'] })[] = [];
  for (const entry of ledger) {
    const last = movements.at(-1);
    if (last?.id === entry.id) last.entries.push(entry);
    else movements.push({ ...entry, entries: [entry] });
  }
  return movements;
}

function BookingOrder({ booking }: { booking: AdminBooking }) {
  return (
    <>
      <SectionCard title="Order">
        <DescriptionList
          facts={[
            { label: 'Package', value: booking.packageName },
            { label: 'Description', value: booking.packageDescription },
            { label: 'Includes', value: booking.features.join('\n') },
            { label: 'Delivery days', value: booking.deliveryDays },
            ...(booking.dueAt === null ? [] : [{ label: 'Due', value: <DateTime at={booking.dueAt} /> }]),
            { label: 'Stripe payment', value: booking.stripePaymentIntentId },
            { label: 'Booking', value: booking.id },
          ]}
        />
        <DeliveredWork booking={booking} />
      </SectionCard>
      <SectionCard title="Customer Information">
        <CustomerInfoList customer={booking.customer} />
        <AnswerList booking={booking} />
      </SectionCard>
    </>
  );
}

function BookingHistory({ booking }: { booking: AdminBooking }) {
  return (
    <SectionCard title="Timeline">
      <ol className={timeline.timeline}>
        {booking.timeline.map((event) => (
          <li key={event.id} className={timeline.event}>
            <Text>{describeEventInReaderZone(event, { id: '', side: null })}</Text>
            {'text' in event.data && <Text size="sm">“{event.data.text}”</Text>}
            {'reason' in event.data && event.kind === 'dispute.decided' && <Text size="sm">“{event.data.reason}”</Text>}
            <DateTime at={event.at} fz="sm" c="dimmed" />
          </li>
        ))}
      </ol>
    </SectionCard>
  );
}
