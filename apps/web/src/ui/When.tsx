import { Text, type TextProps } from '@mantine/core';
import { dayOf, printer, today, useReadersZone } from './clock.ts';

const DAY = { month: 'short', day: 'numeric' } as const;
const TIME = { hour: 'numeric', minute: '2-digit' } as const;
const YEAR = { year: 'numeric' } as const;

const dateTime = printer({ ...DAY, ...TIME });
const dateTimeYear = printer({ ...DAY, ...YEAR, ...TIME });
const date = printer(DAY);
const dateYear = printer({ ...DAY, ...YEAR });

/**
 * A moment (ISO text) in the reader's own time zone; the year
 * only when it is another one. `dateOnly` leaves the time out.
 */
export function When({ at, dateOnly = false, ...style }: { at: string; dateOnly?: boolean } & TextProps) {
  useReadersZone();
  const moment = new Date(at);
  const [withTime, withoutTime] =
    dayOf(moment).slice(0, 4) === today().slice(0, 4) ? [dateTime, date] : [dateTimeYear, dateYear];
  return (
    <Text span inherit {...style} style={{ whiteSpace: 'nowrap' }}>
      <time dateTime={at} title={dateTimeYear(moment)}>
        {(dateOnly ? withoutTime : withTime)(moment)}
      </time>
    </Text>
  );
}
