import { REVIEW_LIMITS } from '@marquee/booking';
import { queryUtils, trpc } from '../../trpc.ts';
import { notify } from '../../lib/notify.ts';
import { notifyFailure } from '../../lib/notifyFailure.ts';
import { TextForm } from '../../ui/TextForm.tsx';

/** Lets the reviewed party reply to a review, once. */
export function ReviewAnswerForm({ id, bookingId }: { id: string; bookingId: string }) {
  const answer = trpc.reviews.answer.useMutation({
    onSuccess: (reviews) => {
      queryUtils.reviews.byBooking.setData({ bookingId }, reviews);
      notify('Answer sent', 'It stands below the review.');
    },
    onError: (error) => notifyFailure(error, 'Your answer could not be sent'),
  });
  return (
    <TextForm
      keptAs={`answer ${id}`}
      label="Your answer"
      description="Everybody who sees the review reads it. You can answer once, and not change it afterwards."
      missing="Please write an answer"
      limit={REVIEW_LIMITS.answer}
      submitLabel="Answer"
      loading={answer.isPending}
      onSubmit={(text, sent) => answer.mutate({ id, text }, { onSuccess: sent })}
    />
  );
}
