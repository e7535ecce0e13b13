import { Text, type TextProps } from '@mantine/core';

const dateTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** A moment (ISO text) in the reader's own time zone. `dateOnly` leaves the time out. */
export function When({ at, dateOnly = false, ...style }: { at: string; dateOnly?: boolean } & TextProps) {
  return (
    <Text span inherit {...style}>
      <time dateTime={at}>{(dateOnly ? date : dateTime).format(new Date(at))}</time>
    </Text>
  );
}
