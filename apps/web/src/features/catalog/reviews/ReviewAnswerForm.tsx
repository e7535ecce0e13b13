import { REVIEW_LIMITS } from '@marquee/booking';
import { queryUtils, trpc } from '../../../trpc.ts';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { TextForm } from '../../../ui/TextForm.tsx';

/** Lets the reviewed party reply to a review, once. */
export function ReviewAnswerForm({ id, bookingId }: { id: string; bookingId: string }) {
  const answer = trpc.reviews.answer.useMutation({
    onSuccess: (reviews) => {
      queryUtils.reviews.byBooking.setData({ bookingId }, reviews);
      notify('Answer sent', 'It appears below the review.');
    },
    onError: (error) => notifyFailure(error, 'Your answer could not be sent'),
  });
  return (
    <TextForm
      keptAs={`answer ${id}`}
      label="Your answer"
      description="Your answer is public. You can answer once and cannot change it later."
      missing="Please write an answer"
      limit={REVIEW_LIMITS.answer}
      submitLabel="Send answer"
      loading={answer.isPending}
      onSubmit={(text, sent) => answer.mutate({ id, text }, { onSuccess: sent })}
    />
  );
}
