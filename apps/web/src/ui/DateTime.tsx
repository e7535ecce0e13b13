import { Text, type TextProps } from '@mantine/core';
import { toReaderDay, createReaderFormatter, getReaderToday, useReaderTimeZone } from '../lib/readerClock.ts';

const DAY = { month: 'short', day: 'numeric' } as const;
const TIME = { hour: 'numeric', minute: '2-digit' } as const;
const YEAR = { year: 'numeric' } as const;

const dateTime = createReaderFormatter({ ...DAY, ...TIME });
const dateTimeYear = createReaderFormatter({ ...DAY, ...YEAR, ...TIME });
const date = createReaderFormatter(DAY);
const dateYear = createReaderFormatter({ ...DAY, ...YEAR });

/**
 * Shows a time (`at`, an ISO timestamp) in the viewer's time zone, with the year if it is not the current year.
 * `dateOnly` omits the time of day.
 */
export function DateTime({ at, dateOnly = false, ...style }: { at: string; dateOnly?: boolean } & TextProps) {
  useReaderTimeZone();
  const moment = new Date(at);
  const [withTime, withoutTime] =
    toReaderDay(moment).slice(0, 4) === getReaderToday().slice(0, 4) ? [dateTime, date] : [dateTimeYear, dateYear];
  return (
    <Text span inherit {...style} style={{ whiteSpace: 'nowrap' }}>
      <time dateTime={at} title={dateTimeYear(moment)}>
        {(dateOnly ? withoutTime : withTime)(moment)}
      </time>
    </Text>
  );
}
