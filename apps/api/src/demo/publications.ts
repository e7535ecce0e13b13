/** Seeds publications by demo creators and the metrics that they report. */
import type { MetricValues } from '@marquee/booking';
import { addDaysToDay, DAY_MS, toDayInZone } from '@marquee/time';
import type { SessionUser } from '../core/ctx.ts';
import type { Deps } from '../core/deps.ts';
import { createUserCaller } from './builders.ts';

/**
 * Pairs of metric reports. The first report is made after about three days, the second after three weeks. A metric
 * is null if the platform does not report it.
 */
const METRIC_REPORTS: readonly (readonly [MetricValues, MetricValues])[] = [
  [
    { views: 18_400, likes: 1_260, comments: 84, shares: 131, saves: 402, clicks: null },
    { views: 41_900, likes: 2_815, comments: 167, shares: 306, saves: 948, clicks: null },
  ],
  [
    { views: 6_150, likes: 390, comments: 41, shares: 22, saves: null, clicks: 208 },
    { views: 9_870, likes: 571, comments: 58, shares: 35, saves: null, clicks: 344 },
  ],
  [
    { views: 72_300, likes: 5_020, comments: 311, shares: 640, saves: 1_190, clicks: 865 },
    { views: 128_500, likes: 8_460, comments: 502, shares: 1_071, saves: 2_240, clicks: 1_530 },
  ],
];

/**
 * Adds a publication for two out of three bookings, and reports metrics for most of them. `toDays` sets the clock to
 * a number of days after the order.
 */
export async function seedPublications(
  deps: Deps,
  { bookingId, creator }: { bookingId: string; creator: SessionUser },
  toDays: (days: number) => void,
): Promise<void> {
  const nth = bookingId.charCodeAt(0) % 3;
  if (nth === 2) return;
  const { publications } = createUserCaller(deps, creator);
  toDays(10);
  const today = toDayInZone(deps.now(), null);
  const link = `https://example.com/${creator.username}/${bookingId.slice(0, 8)}`;
  const results = await publications.add({
    id: bookingId,
    link,
    publishedOn: addDaysToDay(today, -1),
    isDisclosed: true,
  });
  const [post] = results.posts;
  const reports = METRIC_REPORTS[bookingId.charCodeAt(1) % METRIC_REPORTS.length];
  if (!post || !reports) return;
  toDays(12);
  await publications.report({ id: post.id, ...reports[0] });
  const since = deps.now().getTime();
  toDays(30);
  if (deps.now().getTime() - since > 14 * DAY_MS) await publications.report({ id: post.id, ...reports[1] });
}
