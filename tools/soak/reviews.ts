/** Writes reviews of completed bookings, and checks the reviews and their visibility. */
import type { WorkspaceId } from '@marquee/contracts';
import type { KnownBooking } from './actions.ts';
import type { CallOutcome, Actor } from './client.ts';
import type { RandomChoices } from './random.ts';
import type { World } from './world.ts';

export interface WrittenReview {
  bookingId: string;
  authorWorkspaceId: WorkspaceId;
  stars: number;
  text: string;
}

interface SeenReview {
  own: { stars: number; text: string } | null;
  other: { id: string; text: string; answer: string | null } | null;
}

/** Returns true if users may review the booking. The server must refuse reviews of other bookings. */
export const isReviewable = ({ status, paymentState }: KnownBooking): boolean =>
  status === 'completed' && !['refunding', 'refunded'].includes(paymentState);

/**
 * Writes a review, or replies to a review that is visible. In some cases, sends two reviews with different texts at
 * once.
 */
export async function reviewBooking(
  person: Actor,
  booking: KnownBooking,
  choices: RandomChoices,
  {
    reviewed,
    note,
  }: { reviewed: WrittenReview[]; note: (name: string, outcome: CallOutcome<unknown>) => Promise<void> },
): Promise<void> {
  const shownReviews = await person.ask<SeenReview>('reviews.byBooking', { bookingId: booking.id });
  if (
    shownReviews.is === 'done' &&
    shownReviews.data.own !== null &&
    shownReviews.data.other?.answer === null &&
    choices.chance(0.5)
  ) {
    const answer = { id: shownReviews.data.other.id, text: `Thank you, number ${choices.whole(1, 1_000)}.` };
    return note('answer a review', await person.act('reviews.answer', answer));
  }
  const stars = () => choices.whole(1, 5);
  await Promise.all(
    Array.from({ length: choices.chance(0.15) ? 2 : 1 }, async () => {
      const form = {
        bookingId: booking.id,
        stars: stars(),
        parts: [stars(), stars(), stars()],
        text: `As I said ${choices.whole(1, 1_000_000_000)} times.`,
        staffNote: '',
      };
      const outcome = await person.act<SeenReview>('reviews.write', form);
      await note('write a review', outcome);
      if (outcome.is === 'done')
        reviewed.push({
          bookingId: booking.id,
          authorWorkspaceId: person.workspaceId,
          stars: form.stars,
          text: form.text,
        });
    }),
  );
}

/**
 * Returns the number of problems: lost, duplicate and changed reviews, reviews that the other side sees too early or
 * not at all, and wrong totals.
 */
export async function countWrongReviews(
  world: World,
  people: readonly Actor[],
  reviewed: readonly WrittenReview[],
): Promise<number> {
  const problems: string[] = [];
  const rows = await world.query<{
    booking: string;
    author: string;
    other: string;
    stars: number;
    text: string;
    isShown: boolean;
    isOver: boolean;
    both: number;
  }>(
    `select booking_id as booking, author_workspace_id as author, subject_workspace_id as other, stars, text, shown_at is not null as "isShown",
       closes_at <= $1 as "isOver", (count(*) over (partition by booking_id))::int as both
     from review`,
    [world.now()],
  );
  const key = (booking: string, author: string) => `${booking} ${author}`;
  const byAuthor = Map.groupBy(rows, ({ booking, author }) => key(booking, author));
  for (const each of reviewed) {
    const storedReviews = byAuthor.get(key(each.bookingId, each.authorWorkspaceId)) ?? [];
    const isRight =
      storedReviews.length === 1 && storedReviews[0]?.stars === each.stars && storedReviews[0].text === each.text;
    if (!isRight)
      problems.push(
        `the review of ${each.bookingId} by ${each.authorWorkspaceId} is stored ${storedReviews.length} times`,
      );
  }
  for (const { booking, author, isShown, isOver, both } of rows) {
    if (isShown && both < 2 && !isOver) problems.push(`${booking}: the review by ${author} is visible too early`);
    if (!isShown && both === 2) problems.push(`${booking}: both sides have written, but no review is visible`);
  }
  // Compare with the reviews that the other side sees.
  for (const { booking, other, text, isShown } of rows) {
    const person = people.find(({ id }) => id === other);
    if (person === undefined) continue;
    const shownReviews = await person.ask<SeenReview>('reviews.byBooking', { bookingId: booking });
    if (shownReviews.is !== 'done')
      problems.push(`${person.email} cannot look at ${booking}: ${JSON.stringify(shownReviews)}`);
    else if (JSON.stringify(shownReviews.data).includes(text) !== isShown)
      problems.push(`${person.email} ${isShown ? 'does not see' : 'sees'} the review of ${booking}`);
  }
  const wrongSums = await world.query<{ id: string }>(
    `select workspace_id as id from review_total t full join review_total_now n using (workspace_id)
     where coalesce(t.stars, array[0, 0, 0, 0, 0]) <> coalesce(n.stars, array[0, 0, 0, 0, 0])`,
  );
  for (const { id } of wrongSums) problems.push(`the star totals of ${id} do not match the reviews`);
  for (const problem of problems.slice(0, 20)) console.log(`FAIL ${problem}`);
  const shownCount = rows.filter(({ isShown }) => isShown).length;
  console.log(`${reviewed.length} acknowledged reviews checked. ${shownCount} of ${rows.length} are visible.`);
  return problems.length;
}
