import { Text, type TextProps } from '@mantine/core';
import { formatDollars, formatWholeDollars } from '@marquee/money';

/** Shows an amount in cents as dollars, with digits of equal width. `whole` omits the cents, as on package cards. */
export function Money({ cents, whole = false, ...style }: { cents: number; whole?: boolean } & TextProps) {
  return (
    <Text span inherit {...style} style={{ fontVariantNumeric: 'tabular-nums' }}>
      {whole ? formatWholeDollars(cents) : formatDollars(cents)}
    </Text>
  );
}
