import { Card, Text, Title } from '@mantine/core';
import { toCents, formatFeeIncluded, formatTotal, computeQuote } from '@marquee/money';
import { summarizeFollowerProofs } from '@marquee/validation';
import { PLATFORM_LABELS } from '@marquee/contracts';
import { BadgeCheck } from 'lucide-react';
import { useOperatorTerms } from '../../../operatorTerms.ts';
import type { RouterOutputs } from '../../../trpc.ts';
import { CompactNumber } from '../../../ui/CompactNumber.tsx';
import { DateTime } from '../../../ui/DateTime.tsx';
import classes from './CreatorPlatforms.module.css';

const FOLLOWER_PROOF_SENTENCES = {
  none: 'Follower counts are self-declared.',
  some: 'We checked the verified follower counts. The others are self-declared.',
  all: 'We verified every follower count.',
};

export function CreatorPlatforms({
  creator,
}: {
  creator: Pick<RouterOutputs['profiles']['byUsername'], 'platforms' | 'followers'>;
}) {
  const { feeBps } = useOperatorTerms();
  const { platforms, followers } = creator;
  return (
    <Card component="section" aria-labelledby="platforms">
      <div className={classes.head}>
        <Title order={2} id="platforms" fz="lg">
          Platforms
        </Title>
        {platforms.length > 1 && (
          <Text size="sm" c="dimmed">
            <CompactNumber value={followers} /> followers in total
          </Text>
        )}
      </div>
      <ul className={classes.list}>
        {platforms.map(({ platform, handle, followers: count, startingPriceCents, checkedAt }) => (
          <li key={platform} className={classes.platform}>
            <div className={classes.who}>
              <Text fw={600}>{PLATFORM_LABELS[platform]}</Text>
              <Text size="sm" c="dimmed" className={classes.handle ?? ''}>
                {handle}
              </Text>
            </div>
            <div className={classes.figures}>
              <Text fw={600}>
                <CompactNumber value={count} />{' '}
                <Text span size="sm" fw={400} c="dimmed">
                  followers
                </Text>
              </Text>
              {checkedAt !== null && (
                <Text size="sm" className={classes.checked ?? ''}>
                  <BadgeCheck size={15} aria-hidden /> Verified <DateTime at={checkedAt} dateOnly />
                </Text>
              )}
              {startingPriceCents !== null && (
                <Text size="sm" c="dimmed">
                  from {formatTotal(computeQuote(toCents(startingPriceCents), feeBps).totalCents)}
                </Text>
              )}
            </div>
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed" className={classes.note ?? ''}>
        {FOLLOWER_PROOF_SENTENCES[summarizeFollowerProofs(platforms)]}
        {platforms.some(({ startingPriceCents }) => startingPriceCents !== null) && (
          <span>{` Starting prices: ${formatFeeIncluded(feeBps)}.`}</span>
        )}
      </Text>
    </Card>
  );
}
