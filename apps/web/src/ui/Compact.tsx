import { VisuallyHidden } from './plain.tsx';

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat('en-US');

/** A large number as people write it, '12.4K'; screen readers are told all of it. */
export function Compact({ value }: { value: number }) {
  return (
    <>
      <span aria-hidden title={whole.format(value)}>
        {compact.format(value)}
      </span>
      <VisuallyHidden>{whole.format(value)}</VisuallyHidden>
    </>
  );
}
