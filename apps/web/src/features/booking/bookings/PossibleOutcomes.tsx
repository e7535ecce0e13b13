import {
  listPossibleOutcomes,
  type MoneyResult,
  type PossibleOutcome,
  type Side,
  type PreviewedStep,
} from '@marquee/booking';
import { PRODUCT_NAME } from '@marquee/brand';
import { formatDollars } from '@marquee/money';
import { Fragment } from 'react';
import { useNow } from '../../../lib/readerClock.ts';
import { DateTime } from '../../../ui/DateTime.tsx';
import type { BookingDetails } from './booking.ts';
import classes from './PossibleOutcomes.module.css';

/** Lists the possible outcomes of an action before the viewer takes it, with the viewer's amounts and dates. */
export function PossibleOutcomes({
  booking,
  step,
  offerCents,
}: {
  booking: BookingDetails;
  step: PreviewedStep;
  offerCents?: number;
}) {
  const now = new Date(useNow());
  const all = listPossibleOutcomes(
    step,
    { ...booking.facts, priceCents: booking.priceCents, feeBps: booking.feeBps },
    booking.viewer,
    now,
    offerCents,
  );
  // Omits outcomes in which the card is not charged, because the next step above already describes them.
  const outcomes = step === 'wait' ? all.filter(({ ends }) => !ends.includes('uncharged')) : all;
  if (outcomes.length === 0) return null;
  return (
    <dl className={classes.outcomes}>
      {outcomes.map((outcome) => (
        <div key={`${outcome.who} ${outcome.does}`}>
          <dt>{describeCondition(outcome, booking, step)}</dt>
          <dd>
            {outcome.ends.length === 0 && <span>you see the amounts and can accept or wait</span>}
            {outcome.ends.map((end, index) => (
              <Fragment key={typeof end === 'string' ? end : end.creatorCents}>
                {index > 0 && <span>{' or '}</span>}
                <span>{describeMoneyResult(end, booking)}</span>
              </Fragment>
            ))}
            {outcome.at !== null && (
              <span>
                , {outcome.does === 'is silent' ? 'on' : 'by'} <DateTime at={outcome.at.toISOString()} />
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const getSideName = (side: Side, { viewer, creatorName, brandName }: BookingDetails): string =>
  side === viewer ? 'you' : side === 'creator' ? creatorName : brandName;

function describeCondition({ who, does }: PossibleOutcome, booking: BookingDetails, step: PreviewedStep): string {
  if (who === 'staff') return `If ${PRODUCT_NAME} decides`;
  if (who === null) return does === 'this' ? 'If you do this' : 'If nobody acts';
  const name = getSideName(who, booking);
  const isYou = name === 'you';
  switch (does) {
    case 'agrees':
      return `If ${name} agree${isYou ? '' : 's'}${step === 'report_problem' ? ' to a refund' : ''}`;
    case 'refuses':
      return `If ${name} disagree${isYou ? '' : 's'}, ${PRODUCT_NAME} may decide`;
    case 'offers':
      return `If ${name} offers a split`;
    case 'accepts':
      return `If ${name} accepts`;
    default:
      return isYou ? 'If you do nothing' : `If ${name} does not answer`;
  }
}

function describeMoneyResult(end: MoneyResult, booking: BookingDetails): string {
  if (end === 'uncharged') return 'nothing is charged and nobody is paid';
  if (end === 'goes_on') return `the booking continues and we hold the ${formatDollars(booking.totalCents)}`;
  const isBrand = booking.viewer === 'brand';
  const refund = formatDollars(end.refundCents);
  const paid = formatDollars(end.creatorCents);
  const refundText = isBrand ? `refund of ${refund} to your card` : `refund of ${refund} to ${booking.brandName}`;
  const payout = isBrand ? `${paid} to ${booking.creatorName}` : `${paid} to you`;
  if (end.creatorCents === 0) return isBrand ? refundText : `no payout to you, ${refundText}`;
  if (end.refundCents === 0) return isBrand ? `${payout}, no refund` : payout;
  return isBrand ? `${refundText}, ${payout}` : `${payout}, ${refundText}`;
}
