import {
  NEWCOMER_BOOKINGS_THRESHOLD,
  NEWCOMER_SLOT_INTERVAL,
  NEWCOMER_MIN_SCORE_PERCENT,
  SPARE_DAYS,
} from '@marquee/matching';
import { DEFAULT_WEIGHTS, MATCH_PART_NAMES, MATCH_PART_LABELS } from '@marquee/validation';
import { FoldedList, FoldedSection } from '../../../ui/FoldedSection.tsx';
import classes from './Matching.module.css';

/** Explains the main ranking factors and their weights, as article 5 of the EU P2B regulation requires. */
export const RankingExplanation = () => (
  <FoldedList>
    <FoldedSection title="How creators are ranked">
      <div className={classes.how}>
        <p>
          We leave out creators in other categories, on none of your platforms, above your budget, or too slow for your
          date. Every other creator can score up to 100 points. The weights below decide how many points each criterion
          can give, and you can change them.
        </p>
        <p>
          Default weights:{' '}
          {MATCH_PART_NAMES.map((part) => `${MATCH_PART_LABELS[part]} ${DEFAULT_WEIGHTS[part]}`).join(', ')}. The
          category has the highest weight, because a creator in another field doesn’t help at any price. Audience, and
          bookings and ratings have the lowest, so that new and small creators can rank first.
        </p>
        <ul>
          <li>
            Category, platforms, and keywords and tone: the share of your choices that the creator’s profile or package
            meets.
          </li>
          <li>Price: all points up to half of your budget, and half of the points at your full budget.</li>
          <li>
            Delivery: all points with {SPARE_DAYS} days or more before your date, and 40% of the points with none. The
            spare days cover a late acceptance or start.
          </li>
          <li>Audience: full points if it is within the size you chose, fewer the further it is outside.</li>
          <li>
            Bookings and ratings: completed bookings plus 2, divided by completed bookings plus 5. Ratings change how
            much each booking counts: 1.8 times at five stars, once at four stars or without reviews, and 0.1 times at
            two stars. A creator without bookings gets 40% of the points.
          </li>
        </ul>
        <p>
          We reserve one in {NEWCOMER_SLOT_INTERVAL} positions for a creator with fewer than{' '}
          {NEWCOMER_BOOKINGS_THRESHOLD} completed bookings and at least {NEWCOMER_MIN_SCORE_PERCENT}% of the best score.
          These creators take turns daily, and their cards say so. If scores are equal, the lower price comes first,
          then the faster delivery, then the better track record.
        </p>
        <p>
          We consider up to 100 creators in each of several sort orders, such as most booked, cheapest and newest.
          Nobody can pay for a position.
        </p>
      </div>
    </FoldedSection>
  </FoldedList>
);
