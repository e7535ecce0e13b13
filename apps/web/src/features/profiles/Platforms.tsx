import { cents, feeIncluded, formatTotal, quote } from '@marquee/money';
import { PLATFORMS } from '@marquee/validation';
import { useTerms } from '../../terms.ts';
import type { Outputs } from '../../trpc.ts';
import { Compact } from '../../ui/Compact.tsx';
import { Card, Text, Title } from '../../ui/plain.tsx';
import classes from './Platforms.module.css';

/** Where a creator publishes: how many follow there, and from which rate. */
export function Platforms({
  creator,
}: {
  creator: Pick<Outputs['profiles']['byUsername'], 'platforms' | 'followers'>;
}) {
  const { feeBps } = useTerms();
  const { platforms, followers } = creator;
  return (
    <Card component="section" aria-labelledby="platforms">
      <div className={classes.head}>
        <Title order={2} id="platforms" fz="lg">
          Platforms
        </Title>
        {platforms.length > 1 && (
          <Text size="sm" c="dimmed">
            <Compact value={followers} /> followers in all
          </Text>
        )}
      </div>
      <ul className={classes.list}>
        {platforms.map(({ platform, handle, followers: count, startingPriceCents }) => (
          <li key={platform} className={classes.platform}>
            <div className={classes.who}>
              <Text fw={600}>{PLATFORMS[platform]}</Text>
              <Text size="sm" c="dimmed" className={classes.handle ?? ''}>
                {handle}
              </Text>
            </div>
            <div className={classes.figures}>
              <Text fw={600}>
                <Compact value={count} />{' '}
                <Text span size="sm" fw={400} c="dimmed">
                  followers
                </Text>
              </Text>
              {startingPriceCents !== null && (
                <Text size="sm" c="dimmed">
                  from {formatTotal(quote(cents(startingPriceCents), feeBps).totalCents)}
                </Text>
              )}
            </div>
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed" className={classes.note ?? ''}>
        Follower figures are self-declared.
        {platforms.some(({ startingPriceCents }) => startingPriceCents !== null) &&
          ` Starting prices: ${feeIncluded(feeBps)}.`}
      </Text>
    </Card>
  );
}
