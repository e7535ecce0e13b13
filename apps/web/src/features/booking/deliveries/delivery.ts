import { queryUtils, type RouterOutputs } from '../../../trpc.ts';
import type { BookingDetails } from '../bookings/booking.ts';

export type BookingDeliverables = RouterOutputs['deliveries']['byBooking'];
export type Deliverable = BookingDeliverables['items'][number];
export type DeliverableVersion = Deliverable['versions'][number];
export type DeliveredFile = DeliverableVersion['files'][number];
export type GuestReviews = RouterOutputs['guestReviews']['byBooking'];
export type GuestReview = GuestReviews['reviews'][number];
export type FileComment = DeliverableVersion['remarks'][number];

/** Formats a playback position: 75,000 ms becomes '1:15'. */
export function formatPlaybackTime(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const [minutes, restSeconds] = [Math.floor(seconds / 60), seconds % 60];
  const hours = Math.floor(minutes / 60);
  const two = (value: number) => String(value).padStart(2, '0');
  return hours === 0 ? `${minutes}:${two(restSeconds)}` : `${hours}:${two(minutes % 60)}:${two(restSeconds)}`;
}

/** Describes the file and position of a remark, such as 'photo.jpg' or 'cut.mp4 at 0:12'. */
export const formatCommentPosition = ({ ms }: Pick<FileComment, 'ms'>, file: { name: string } | undefined): string =>
  `${file?.name ?? 'A file'}${ms === null ? '' : ` at ${formatPlaybackTime(ms)}`}`;

/** Caches the deliverables that a mutation returned, and reloads the booking, which the mutation may have changed. */
export const cacheDeliverables = (booking: BookingDetails, all: BookingDeliverables): void => {
  queryUtils.deliveries.byBooking.setData({ id: booking.id }, all);
  void queryUtils.bookings.byId.invalidate({ id: booking.id });
};

/** Returns the guests' reviews of one version of a deliverable. */
export const listReviewsOf = ({ reviews }: GuestReviews, deliverableId: string, number: number) =>
  reviews.filter((review) => review.deliverableId === deliverableId && review.number === number);
