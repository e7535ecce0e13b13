import { Text, type TextProps } from '@mantine/core';
import { formatDollars, formatWholeDollars } from '@marquee/money';

/** An amount in cents, with figures of one width. `whole`: in whole dollars, as package cards show it. */
export function Money({ cents, whole = false, ...style }: { cents: number; whole?: boolean } & TextProps) {
  return (
    <Text span inherit {...style} style={{ fontVariantNumeric: 'tabular-nums' }}>
      {whole ? formatWholeDollars(cents) : formatDollars(cents)}
    </Text>
  );
}
