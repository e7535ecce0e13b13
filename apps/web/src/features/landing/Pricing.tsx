import { cents, FEE_PERCENT, formatWholeDollars, quote } from '@marquee/money';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import classes from './Landing.module.css';
import { Part } from './Part.tsx';

/** Spec §1: the fee with its example, computed like every other quote. */
const { priceCents, feeCents, totalCents } = quote(cents(10_000));

export const Pricing = () => (
  <Part title="Pricing">
    <div className={classes.pricing}>
      <div>
        <p className={classes.fee}>{FEE_PERCENT}% platform fee</p>
        <Text c="dimmed">
          It is added on top of the creator’s price and kept only when a booking is completed. Creating an account and
          publishing packages cost nothing.
        </Text>
        <Text mt="sm">
          <Anchor component={Link} to={paths.pricingGuide()} underline="always">
            What do creators charge? See the pricing guide
          </Anchor>
        </Text>
      </div>
      <div className={classes.example}>
        {/* What the brand pays, drawn to scale. */}
        <div className={classes.scale} aria-hidden>
          <span style={{ flexGrow: priceCents }} />
          <span style={{ flexGrow: feeCents }} />
        </div>
        <dl aria-label="Example">
          {(
            [
              ['The creator charges', priceCents],
              ['The brand pays', totalCents],
              ['The creator receives', priceCents],
              ['The platform keeps', feeCents],
            ] as const
          ).map(([label, amount]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{formatWholeDollars(amount)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  </Part>
);
