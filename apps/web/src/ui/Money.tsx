import { Text, type TextProps } from '@mantine/core';
import { formatDollars, formatWholeDollars } from '@marquee/money';

/** Shows cents with tabular figures. `whole` omits the cents, as on package cards. */
export function Money({ cents, whole = false, ...style }: { cents: number; whole?: boolean } & TextProps) {
  return (
    <Text span inherit {...style} style={{ fontVariantNumeric: 'tabular-nums' }}>
      {whole ? formatWholeDollars(cents) : formatDollars(cents)}
    </Text>
  );
}
