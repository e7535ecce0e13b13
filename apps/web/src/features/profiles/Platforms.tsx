import { Card, Text, Title } from '@mantine/core';
import { cents, feeIncluded, formatTotal, quote } from '@marquee/money';
import { evidenceOf, PLATFORMS } from '@marquee/validation';
import { BadgeCheck } from 'lucide-react';
import { useTerms } from '../../terms.ts';
import type { Outputs } from '../../trpc.ts';
import { Compact } from '../../ui/Compact.tsx';
import { When } from '../../ui/When.tsx';
import classes from './Platforms.module.css';

const EVIDENCE_WORDS = {
  none: 'Follower figures are self-declared.',
  some: 'We have seen a picture of each checked follower figure; the others are self-declared.',
  all: 'We have seen a picture of each follower figure.',
};

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
        {platforms.map(({ platform, handle, followers: count, startingPriceCents, checkedAt }) => (
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
              {checkedAt !== null && (
                <Text size="sm" className={classes.checked ?? ''}>
                  <BadgeCheck size={15} aria-hidden /> Checked <When at={checkedAt} dateOnly />
                </Text>
              )}
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
        {EVIDENCE_WORDS[evidenceOf(platforms)]}
        {platforms.some(({ startingPriceCents }) => startingPriceCents !== null) && (
          <span>{` Starting prices: ${feeIncluded(feeBps)}.`}</span>
        )}
      </Text>
    </Card>
  );
}
