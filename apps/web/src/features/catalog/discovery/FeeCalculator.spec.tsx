import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { FeeCalculator } from './FeeCalculator.tsx';

/** Renders the calculator with the amounts in the URL. Returns the error, and the values of both fields. */
function calculate(query: Record<string, string>) {
  const markup = renderToStaticMarkup(
    <MantineProvider>
      <MemoryRouter initialEntries={[`/pricing-guide?${new URLSearchParams(query).toString()}`]}>
        <FeeCalculator />
      </MemoryRouter>
    </MantineProvider>,
  );
  return {
    error: />([^<]*)<\/p>/.exec(markup)?.[1],
    values: [...markup.matchAll(/<input[^>]*value="([^"]*)"/g)].map(([, value]) => value),
  };
}

const PRICE_ERROR = 'Price must be from $1.00 to $100,000.00 with at most two decimal places';
const TOTAL_ERROR = 'Total must be from $1.15 to $115,000.00 with at most two decimal places';

it.each([
  ['price', '1e9', PRICE_ERROR],
  ['price', '0.99', PRICE_ERROR],
  ['price', '12.345', PRICE_ERROR],
  ['total', '1.14', TOTAL_ERROR],
  ['total', '115001', TOTAL_ERROR],
  ['total', '', 'Please enter an amount'],
] as const)('shows an error for the %s “%s”, and no other amount', (side, text, error) => {
  expect(calculate({ [side]: text })).toEqual({ error, values: side === 'price' ? [text, ''] : ['', text] });
});

it('computes the total from the price, and the price from the total', () => {
  expect(calculate({ price: '100' })).toEqual({ error: undefined, values: ['100', '115.00'] });
  expect(calculate({ total: '115' })).toEqual({ error: undefined, values: ['100.00', '115'] });
});
