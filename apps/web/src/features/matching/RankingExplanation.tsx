import {
  NEWCOMER_BOOKINGS_THRESHOLD,
  NEWCOMER_SLOT_INTERVAL,
  NEWCOMER_MIN_SCORE_PERCENT,
  SPARE_DAYS,
} from '@marquee/matching';
import { DEFAULT_WEIGHTS, MATCH_PART_NAMES, MATCH_PART_LABELS } from '@marquee/validation';
import { SectionCard } from '../../ui/SectionCard.tsx';
import classes from './Matching.module.css';

/** Explains the main ranking factors and their weights, as article 5 of the EU P2B regulation requires. */
export const RankingExplanation = () => (
  <SectionCard title="How creators are ranked">
    <div className={classes.how}>
      <p>
        First your brief rules out: creators of another subject, on none of your platforms, above your budget, or slower
        than your date allows. The others share out 100 points by weight. Usual weights:{' '}
        {MATCH_PART_NAMES.map((part) => `${MATCH_PART_LABELS[part]} ${DEFAULT_WEIGHTS[part]}`).join(', ')}. The subject
        weighs most, because a creator of another field is of no use at any price; audience and proven work least, so
        that size and a long history help but do not decide. You can change all of them.
      </p>
      <ul>
        <li>Subject, platforms, words and tone: the share of what you named that the creator has or says.</li>
        <li>Price: all points up to half your budget, half of them at the whole budget.</li>
        <li>Delivery: all points with {SPARE_DAYS} days to spare, for accepting and starting late; 40% with none.</li>
        <li>Audience: all points inside the size you chose, fewer the further from it.</li>
        <li>
          Proven work: completed bookings plus 2, of completed bookings plus 5. Ratings weight each booking: it counts
          1.8 times at five stars, once at four stars or without reviews, and 0.1 times at two stars. A new creator
          starts at 40%.
        </li>
      </ul>
      <p>
        One place of {NEWCOMER_SLOT_INTERVAL} goes to a creator with fewer than {NEWCOMER_BOOKINGS_THRESHOLD} completed
        bookings who reaches {NEWCOMER_MIN_SCORE_PERCENT}% of the best score; they take turns by the day, and the card
        says so. Where scores are the same, the cheaper, then the faster, then the more proven comes first. Up to 100
        creators in each of several orders are looked at (the most proven, the cheapest, the newest and such). Nobody
        can pay for a place.
      </p>
    </div>
  </SectionCard>
);
