import { Text, type TextProps } from '@mantine/core';
import { toReaderDay, createReaderFormatter, getReaderToday, useReaderTimeZone } from '../lib/readerClock.ts';
import { RelativeTime } from './RelativeTime.tsx';

const DAY = { month: 'short', day: 'numeric' } as const;
const TIME = { hour: 'numeric', minute: '2-digit' } as const;
const YEAR = { year: 'numeric' } as const;

const dateTime = createReaderFormatter({ ...DAY, ...TIME });
const dateTimeYear = createReaderFormatter({ ...DAY, ...YEAR, ...TIME });
const date = createReaderFormatter(DAY);
const dateYear = createReaderFormatter({ ...DAY, ...YEAR });

/**
 * Shows a time (`at`, an ISO timestamp) in the viewer's time zone, with the year if it is not the current year.
 * `dateOnly` omits the time of day. `withDistance` adds the distance from now, as in 'Nov 28, 10:37 AM (in 3 days)'.
 */
export function DateTime({
  at,
  dateOnly = false,
  withDistance = false,
  ...style
}: { at: string; dateOnly?: boolean; withDistance?: boolean } & TextProps) {
  useReaderTimeZone();
  const moment = new Date(at);
  const [withTime, withoutTime] =
    toReaderDay(moment).slice(0, 4) === getReaderToday().slice(0, 4) ? [dateTime, date] : [dateTimeYear, dateYear];
  return (
    <Text span inherit {...style}>
      <time dateTime={at} title={dateTimeYear(moment)} style={{ whiteSpace: 'nowrap' }}>
        {(dateOnly ? withoutTime : withTime)(moment)}
      </time>
      {withDistance && (
        <span style={{ whiteSpace: 'nowrap' }}>
          {' '}
          (<RelativeTime at={at} />)
        </span>
      )}
    </Text>
  );
}

const zoneName = createReaderFormatter({ year: 'numeric', timeZoneName: 'longGeneric' });

/** Names the time zone of all times on a page, such as 'Times are in Eastern Time.' Show it once per page. */
export function TimeZoneNote() {
  useReaderTimeZone();
  // The formatter puts the year in front of the name.
  const name = zoneName(new Date(0)).replace(/^\d+,? /, '');
  return <span>Times are in {name}.</span>;
}
