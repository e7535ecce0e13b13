import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { BookingSteps, countStepsDone } from './BookingSteps.tsx';

it.each([
  ['pending', 'requires_payment', 0],
  ['pending', 'authorized', 1],
  ['accepted', 'capturing', 2],
  ['accepted', 'held', 2],
  ['in_progress', 'held', 3],
  ['in_progress', 'disputed', 3],
  ['completed', 'held', 4],
  ['completed', 'releasing', 4],
  ['completed', 'released', 5],
  ['completed', 'split', 5],
  ['completed', 'refunded', 0],
  ['cancelled', 'voided', 0],
] as const)(
  'shows a booking with status %s and payment state %s with %i completed steps',
  (status, paymentState, done) => {
    expect(countStepsDone({ status, paymentState })).toBe(done);
    const markup = renderToStaticMarkup(<BookingSteps booking={{ status, paymentState }} />);
    expect(markup.match(/data-done/g) ?? []).toHaveLength(done);
    expect(markup === '').toBe(done === 0);
  },
);
