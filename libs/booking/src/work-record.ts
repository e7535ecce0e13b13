/**
 * A creator's work record is a document about their completed bookings, as of the day on which it was created. The
 * document and the page that verifies it use the texts of this file.
 */
import { formatDay } from '@marquee/time';
import { formatResponseStatsParts, type ResponseStats } from './response-stats.ts';
import { REVIEW_PARTS } from './reviews.ts';

/** Maximum number of stored records per creator, who can create at most one per day. */
export const MAX_WORK_RECORDS = 24;
/** Maximum number of bookings on a record, newest first. */
export const MAX_WORK_RECORD_BOOKINGS = 50;

export const WORK_RECORD_EMPTY_MESSAGE = 'You can create a record of work once a booking is completed';
export const WORK_RECORD_RETENTION_MESSAGE = `A record of work can be verified as long as it is one of the creator’s ${MAX_WORK_RECORDS} newest.`;
/** Shown instead of the title of a booked offer, which may contain the brand's name. */
export const WORK_FROM_OFFER_TITLE = 'Custom offer';
export const WORK_RECORD_OMISSIONS = 'Brand names and amounts are left out.';

/** The contents of a record as of its creation. Days and months are in the operator's time zone. */
export interface WorkRecordData {
  readonly name: string;
  readonly username: string;
  /** The day on which the creator registered ('2026-03-14'). */
  readonly since: string;
  readonly completed: number;
  readonly brands: number;
  readonly rating: number;
  readonly reviewCount: number;
  /** The number of reviews with one, two, … five stars. */
  readonly stars: readonly number[];
  /** The average rating of each aspect of `REVIEW_PARTS.brand`, in tenths of a star. */
  readonly parts: readonly number[];
  readonly clock: ResponseStats | null;
  readonly accounts: readonly {
    readonly platform: string;
    readonly handle: string;
    readonly followers: number;
    /** The day on which staff verified the follower count, or null if it is self-reported. */
    readonly checkedOn: string | null;
  }[];
  /** The completed bookings, newest first. `month` is the month of completion ('2026-03'). */
  readonly bookings: readonly { readonly packageName: string; readonly month: string }[];
}

export interface WorkRecordSection {
  readonly title: string;
  readonly facts: readonly (readonly [label: string, lines: readonly string[]])[];
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const formatInteger = (value: number) => value.toLocaleString('en-US');
const withNonBreakingSpaces = (words: string) => words.replaceAll(' ', '\u00A0');
const formatCount = (count: number, word: string) => `${formatInteger(count)} ${word}${count === 1 ? '' : 's'}`;

export function buildWorkRecordSections(work: WorkRecordData): WorkRecordSection[] {
  const { accounts, bookings, brands, clock, completed, since } = work;
  const words = clock === null ? null : formatResponseStatsParts(clock);
  const months = Map.groupBy(bookings, ({ month }) => month);
  return [
    {
      title: 'Work',
      facts: [
        ['Member since', [formatDay(since)]],
        ['Completed', [formatCount(completed, 'booking')]],
        ['Ordered by', [formatCount(brands, 'brand')]],
      ],
    },
    { title: 'Ratings from brands', facts: buildRatingFacts(work) },
    {
      title: 'Responses and deadlines',
      facts:
        words === null
          ? [['Responses', ['Too few bookings']]]
          : [
              ['Requests', [[words.answers, words.median].filter((each) => each !== null).join(', ')]],
              ['Deadlines', [words.onTime ?? 'Too few deadlines']],
            ],
    },
    ...(accounts.length === 0
      ? []
      : [
          {
            title: 'Followers',
            facts: accounts.map(
              ({ platform, handle, followers, checkedOn }) =>
                [
                  platform,
                  [
                    `${handle}: ${formatInteger(followers)}`,
                    checkedOn === null ? 'Self-declared' : `Verified on ${formatDay(checkedOn)}`,
                  ],
                ] as const,
            ),
          },
        ]),
    {
      title: bookings.length < completed ? `Latest ${bookings.length} completed bookings` : 'Completed bookings',
      facts: [...months].map(([month, done]) => [
        monthFormat.format(new Date(`${month}-01T00:00:00Z`)),
        [...Map.groupBy(done, ({ packageName }) => packageName)].map(([name, same]) =>
          same.length === 1 ? name : `${name} × ${same.length}`,
        ),
      ]),
    },
  ];
}

function buildRatingFacts({ rating, reviewCount, stars, parts }: WorkRecordData): WorkRecordSection['facts'] {
  if (reviewCount === 0) return [['Average', ['No ratings yet']]];
  return [
    ['Average', [`${rating.toFixed(1)} of 5, from ${formatCount(reviewCount, 'review')}`]],
    [
      'Reviews',
      [
        [5, 4, 3, 2, 1]
          .map((each) => withNonBreakingSpaces(`${formatCount(each, 'star')}: ${formatInteger(stars[each - 1] ?? 0)}`))
          .join(' · '),
      ],
    ],
    ...REVIEW_PARTS.brand.map((name, at) => [name, [`${((parts[at] ?? 0) / 10).toFixed(1)} of 5`]] as const),
  ];
}
