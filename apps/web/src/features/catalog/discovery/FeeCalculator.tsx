import { TextInput } from '@mantine/core';
import {
  formatDecimal,
  formatDollars,
  MAX_PRICE_CENTS,
  MIN_PRICE_CENTS,
  parseDollars,
  parsePrice,
  toPlainAmount,
  findPriceWithin,
  computeQuote,
  type BasisPoints,
  type Quote,
} from '@marquee/money';
import { useOperatorTerms } from '../../../operatorTerms.ts';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import classes from './FeeCalculator.module.css';

type AmountKind = 'price' | 'total';

/**
 * Computes the quote from the text in the price or the total field. Returns null if the text is not a valid amount.
 */
function findQuote(side: AmountKind, text: string, feeBps: BasisPoints): Quote | null {
  if (side === 'price') {
    const price = parsePrice(text);
    return price === null ? null : computeQuote(price, feeBps);
  }
  const total = parseDollars(text);
  const price = total === null ? null : findPriceWithin(total, feeBps);
  return price === null || price < MIN_PRICE_CENTS || price > MAX_PRICE_CENTS ? null : computeQuote(price, feeBps);
}

const EXAMPLE_PRICE = '100.00';
/** Delay between the last key press and the update of the URL. */
const PAUSE_MS = 400;

/**
 * Lets the user enter a price or a total and computes the other amount and the fee. The URL contains the entered
 * text.
 */
export function FeeCalculator() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const initialAmount: [AmountKind, string] = params.has('total')
    ? ['total', params.get('total') ?? '']
    : ['price', params.get('price') ?? EXAMPLE_PRICE];
  const [[side, text], setTyped] = useState(initialAmount);
  const { fee, feeBps } = useOperatorTerms();
  const result = findQuote(side, toPlainAmount(text), feeBps);

  useEffect(() => {
    const [askedSide, askedText] = initialAmount;
    if (result === null || (side === askedSide && toPlainAmount(text) === askedText)) return undefined;
    const pause = setTimeout(
      () =>
        void navigate(paths.pricingGuide({ [side]: toPlainAmount(text) }), { replace: true, preventScrollReset: true }),
      PAUSE_MS,
    );
    return () => clearTimeout(pause);
  });

  const valueOf = (field: AmountKind) =>
    field === side
      ? text
      : result === null
        ? ''
        : formatDecimal(field === 'price' ? result.priceCents : result.totalCents);
  const input = (field: AmountKind, label: string) => ({
    label,
    inputMode: 'decimal' as const,
    leftSection: '$',
    size: 'lg' as const,
    value: valueOf(field),
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setTyped([field, event.currentTarget.value]),
    error:
      field === side &&
      result === null &&
      (text.trim() === '' ? 'Please enter an amount' : getAmountError(side, feeBps)),
  });

  return (
    <div className={classes.calculator}>
      <div className={classes.fields}>
        <TextInput {...input('price', 'The creator charges')} />
        <span className={classes.equals} aria-hidden>
          ⇄
        </span>
        <TextInput {...input('total', 'The brand pays')} />
      </div>
      <output className={classes.answer}>
        {result !== null && (
          <span>
            The creator receives <strong>{formatDollars(result.priceCents)}</strong>, the platform keeps{' '}
            <strong>{formatDollars(result.feeCents)}</strong>, and the brand pays{' '}
            <strong>{formatDollars(result.totalCents)}</strong>.
            {side === 'total' && parseDollars(toPlainAmount(text)) !== result.totalCents && (
              <span>{` No price adds up to exactly ${formatDollars(parseDollars(toPlainAmount(text)) ?? 0)}, so this is the closest lower total.`}</span>
            )}
          </span>
        )}
      </output>
      <div className={classes.bar} aria-hidden>
        <span className={classes.share}>Creator’s price</span>
        <span className={classes.fee}>{fee} fee</span>
      </div>
    </div>
  );
}

function getAmountError(side: AmountKind, feeBps: BasisPoints): string {
  const [least, most] = [MIN_PRICE_CENTS, MAX_PRICE_CENTS].map((price) =>
    formatDollars(side === 'price' ? price : computeQuote(price, feeBps).totalCents),
  );
  return `${side === 'price' ? 'Price' : 'Total'} must be from ${least} to ${most} with at most two decimal places`;
}
