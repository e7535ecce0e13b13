import { PLATFORMS } from '@marquee/validation';
import type { Outputs } from '../../trpc.ts';
import { Compact } from '../../ui/Compact.tsx';
import { Money } from '../../ui/Money.tsx';
import { Card, Text, Title } from '../../ui/plain.tsx';
import classes from './Platforms.module.css';

/** Where a creator publishes: how many follow there, and from which rate. */
export function Platforms({
  creator,
}: {
  creator: Pick<Outputs['profiles']['byUsername'], 'platforms' | 'followers'>;
}) {
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
                  from <Money cents={startingPriceCents} whole />
                </Text>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
