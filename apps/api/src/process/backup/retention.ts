/** Decides which backups are kept. */
import { DAY_MS } from '@marquee/time';

const DAILY_BACKUPS = 14;
const WEEKLY_BACKUPS = 8;

/**
 * Returns the backups to delete. Keeps all backups of the day before the newest one, the newest of each of the last 14
 * days with a backup, and the newest of each of the last 8 weeks with a backup. Days and weeks are those of UTC, and
 * weeks begin on Monday.
 */
export function listExpiredBackups(backups: readonly { name: string; startedAt: Date }[]): string[] {
  const newestFirst = backups.toSorted((one, other) => other.startedAt.getTime() - one.startedAt.getTime());
  const recentSince = (newestFirst[0]?.startedAt.getTime() ?? 0) - DAY_MS;
  const kept = new Set([
    ...newestFirst.filter(({ startedAt }) => startedAt.getTime() >= recentSince).map(({ name }) => name),
    ...listNewestPerPeriod(newestFirst, getDay).slice(0, DAILY_BACKUPS),
    ...listNewestPerPeriod(newestFirst, getWeek).slice(0, WEEKLY_BACKUPS),
  ]);
  return newestFirst.map(({ name }) => name).filter((name) => !kept.has(name));
}

const getDay = (at: Date): number => Math.floor(at.getTime() / DAY_MS);

/** Returns the number of the week. The epoch was a Thursday, so the first Monday was four days later. */
const getWeek = (at: Date): number => Math.floor((getDay(at) - 4) / 7);

function listNewestPerPeriod(
  newestFirst: readonly { name: string; startedAt: Date }[],
  getPeriod: (at: Date) => number,
): string[] {
  const names = new Map<number, string>();
  for (const { name, startedAt } of newestFirst) {
    const period = getPeriod(startedAt);
    if (!names.has(period)) names.set(period, name);
  }
  return [...names.values()];
}
