/**
 * A creator's record of completed work: a paper to take along, with the figures of the day on which it was made. The
 * paper and the page that checks its code say the same, in the words that stand here.
 */
import { dayText } from './availability.ts';
import { clockWords, type ReplyClock } from './reply-clock.ts';
import { REVIEW_PARTS } from './reviews.ts';

/** So many of a creator's records are kept, and can be checked; one is made a day at most. */
export const MOST_WORK_RECORDS = 24;
/** So many of the newest completed bookings stand on a record. */
export const MOST_WORK_LINES = 50;

export const WORK_RECORD_EMPTY = 'A record of work can be made once a booking is completed';
export const WORK_RECORD_KEPT = `A record of work can be checked while it is among the ${MOST_WORK_RECORDS} newest of its creator.`;
/** In place of an offer's title: it was written for one brand, and may say who that is. */
export const WORK_BY_OFFER = 'Work of an offer';
/** Why neither brands nor amounts stand on it. */
export const WORK_RECORD_LEAVES_OUT = 'Brands are counted and not named, and no amounts are given.';

/** What a record says, as it was when it was made. Days and months are of the operator's time zone. */
export interface WorkFigures {
  readonly name: string;
  readonly username: string;
  /** The day of the registration, '2026-03-14'. */
  readonly since: string;
  readonly completed: number;
  readonly brands: number;
  /** In stars, as the profile shows it. */
  readonly rating: number;
  readonly reviewCount: number;
  /** Of one star, two, … five. */
  readonly stars: readonly number[];
  /** The average of each part in tenths (`REVIEW_PARTS`). */
  readonly parts: readonly number[];
  readonly clock: ReplyClock | null;
  readonly accounts: readonly {
    /** Its name, as people read it. */
    readonly platform: string;
    readonly handle: string;
    readonly followers: number;
    /** The day on which staff saw a picture of the figure; null: the creator says it. */
    readonly checkedOn: string | null;
  }[];
  /** The newest ones; `month`: of the completion, '2026-03'. */
  readonly bookings: readonly { readonly packageName: string; readonly month: string }[];
}

/** Labels with the lines of what stands beside them, under a title. */
export interface WorkSection {
  readonly title: string;
  readonly facts: readonly (readonly [label: string, lines: readonly string[]])[];
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const number = (value: number) => value.toLocaleString('en-US');
/** Not broken over two lines. */
const together = (words: string) => words.replaceAll(' ', '\u00A0');
const capital = (words: string) => words.replace(/^./, (letter) => letter.toUpperCase());
const plural = (count: number, word: string) => `${number(count)} ${word}${count === 1 ? '' : 's'}`;

/** All that a record says, part by part. */
export function workSections(work: WorkFigures): WorkSection[] {
  const { accounts, bookings, brands, clock, completed, since } = work;
  const words = clock === null ? null : clockWords(clock);
  const months = Map.groupBy(bookings, ({ month }) => month);
  return [
    {
      title: 'Work',
      facts: [
        ['Registered since', [dayText(since)]],
        ['Completed', [plural(completed, 'booking')]],
        ['Ordered by', [plural(brands, 'brand')]],
      ],
    },
    { title: 'Rating by brands', facts: ratingFacts(work) },
    {
      title: 'Answers and deadlines',
      facts:
        words === null
          ? [['Not said', ['Too few bookings to say']]]
          : [
              ['Requests', [[words.answers, words.median].filter((each) => each !== null).join(', ')]],
              ['Deadlines', [words.onTime === null ? 'Too few deadlines to say' : capital(words.onTime)]],
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
                    `${handle}: ${number(followers)}`,
                    checkedOn === null ? 'Said by the creator' : `A picture was checked on ${dayText(checkedOn)}`,
                  ],
                ] as const,
            ),
          },
        ]),
    {
      title: bookings.length < completed ? `The newest ${bookings.length} completed bookings` : 'Completed bookings',
      facts: [...months].map(([month, done]) => [
        monthFormat.format(new Date(`${month}-01T00:00:00Z`)),
        [...Map.groupBy(done, ({ packageName }) => packageName)].map(([name, same]) =>
          same.length === 1 ? name : `${name} × ${same.length}`,
        ),
      ]),
    },
  ];
}

function ratingFacts({ rating, reviewCount, stars, parts }: WorkFigures): WorkSection['facts'] {
  if (reviewCount === 0) return [['Average', ['No ratings yet']]];
  return [
    ['Average', [`${rating.toFixed(1)} of 5, from ${plural(reviewCount, 'review')}`]],
    [
      'Reviews',
      [[5, 4, 3, 2, 1].map((each) => together(`${plural(each, 'star')}: ${number(stars[each - 1] ?? 0)}`)).join(' · ')],
    ],
    ...REVIEW_PARTS.brand.map((name, at) => [name, [`${((parts[at] ?? 0) / 10).toFixed(1)} of 5`]] as const),
  ];
}
