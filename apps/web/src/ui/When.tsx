import { Text, type TextProps } from './plain.tsx';

const DAY = { month: 'short', day: 'numeric' } as const;
const TIME = { hour: 'numeric', minute: '2-digit' } as const;
const YEAR = { year: 'numeric' } as const;

const THIS_YEAR = new Date().getFullYear();

const dateTime = new Intl.DateTimeFormat('en-US', { ...DAY, ...TIME });
const dateTimeYear = new Intl.DateTimeFormat('en-US', { ...DAY, ...YEAR, ...TIME });
const date = new Intl.DateTimeFormat('en-US', DAY);
const dateYear = new Intl.DateTimeFormat('en-US', { ...DAY, ...YEAR });

/**
 * A moment (ISO text) in the reader's own time zone; the year
 * only when it is another one. `dateOnly` leaves the time out.
 */
export function When({ at, dateOnly = false, ...style }: { at: string; dateOnly?: boolean } & TextProps) {
  const moment = new Date(at);
  const [withTime, withoutTime] = moment.getFullYear() === THIS_YEAR ? [dateTime, date] : [dateTimeYear, dateYear];
  return (
    <Text span inherit {...style} style={{ whiteSpace: 'nowrap' }}>
      <time dateTime={at} title={dateTimeYear.format(moment)}>
        {(dateOnly ? withoutTime : withTime).format(moment)}
      </time>
    </Text>
  );
}
