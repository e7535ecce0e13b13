import { VisuallyHidden } from '@mantine/core';

const compactFormat = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const wholeFormat = new Intl.NumberFormat('en-US');

/** A compact number such as '12.4K'. Screen readers get the full number and `of`, which an icon shows. */
export function CompactNumber({ value, of = '' }: { value: number; of?: string }) {
  return (
    <>
      <span aria-hidden title={wholeFormat.format(value)}>
        {compactFormat.format(value)}
      </span>
      <VisuallyHidden>{of + wholeFormat.format(value)}</VisuallyHidden>
    </>
  );
}
