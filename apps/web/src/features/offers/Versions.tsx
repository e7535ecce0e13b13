import { Badge, Card, Group, Text, Title, VisuallyHidden } from '@mantine/core';
import { payableUntilOf, type OfferVersionFacts } from '@marquee/booking';
import { formatRate } from '@marquee/money';
import type { ReactNode } from 'react';
import { Money } from '../../ui/Money.tsx';
import { plural } from '../../ui/plural.ts';
import { useNow } from '../../ui/clock.ts';
import { Relative } from '../../ui/Relative.tsx';
import { When } from '../../ui/When.tsx';
import { changesOf } from './changes.ts';
import { ownerOf, type Offer, type Version } from './words.ts';
import classes from './Offers.module.css';

/** The version that each side stands by, side by side, and below them those that were replaced. */
export function Versions({ offer, actionsOf }: { offer: Offer; actionsOf: (version: Version) => ReactNode }) {
  const standing = offer.versions.filter(({ supersededAt }) => supersededAt === null);
  const replaced = offer.versions.filter(({ supersededAt }) => supersededAt !== null).toReversed();
  return (
    <>
      <div className={classes.versions} data-count={standing.length}>
        {standing.map((version) => {
          const other = standing.find(({ side }) => side !== version.side);
          // Only the later one has changed something.
          const before = other !== undefined && other.madeAt < version.madeAt ? other : null;
          return (
            <VersionCard key={version.id} offer={offer} version={version} before={before}>
              {actionsOf(version)}
            </VersionCard>
          );
        })}
      </div>
      {replaced.length > 0 && (
        <details className={classes.earlier}>
          <summary>{plural(replaced.length, 'earlier version')}</summary>
          <ol>
            {replaced.map((version) => (
              <li key={version.id}>
                <VersionCard offer={offer} version={version} before={null} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

interface VersionCardProps {
  offer: Offer;
  version: Version;
  /** What it is compared with; null: nothing is marked. */
  before: Version | null;
  children?: ReactNode;
}

function VersionCard({ offer, version, before, children }: VersionCardProps) {
  const isReplaced = version.supersededAt !== null;
  const total = offer.viewer === 'creator' ? 'The brand pays' : 'Total';
  const is = (name: 'priceCents' | 'deliveryDays' | 'name') => before !== null && before[name] !== version[name];
  return (
    <Card
      component="article"
      aria-labelledby={`v-${version.id}`}
      className={classes.version ?? ''}
      data-over={isReplaced || undefined}
    >
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" id={`v-${version.id}`}>
          {ownerOf(version, offer)} {version.number} · <When at={version.madeAt} dateOnly />
        </Text>
        {version.acceptedAt !== null && <Badge variant="light">Accepted</Badge>}
        {isReplaced && <Badge variant="light">Replaced</Badge>}
      </Group>
      <Title order={3} fz="lg" style={{ overflowWrap: 'anywhere' }}>
        {version.name}
      </Title>
      <dl className={classes.facts}>
        <Row label={offer.viewer === 'creator' ? 'You receive' : 'Price'} isChanged={is('priceCents')}>
          <Money cents={version.priceCents} />
        </Row>
        <Row label={`Platform fee (${formatRate(version.feeBps)})`}>
          <Money cents={version.feeCents} />
        </Row>
        <Row label={total} isTotal>
          <Money cents={version.totalCents} />
        </Row>
        <Row label="Delivery" isChanged={is('deliveryDays')}>
          {plural(version.deliveryDays, 'day')} from the start
        </Row>
        {!isReplaced && offer.endedAt === null && !offer.facts.isBooked && <Clock version={version} />}
      </dl>
      <p className={classes.scope}>
        {version.scope === '' ? (
          <Text component="span" c="dimmed">
            The text went with its author’s account.
          </Text>
        ) : before === null ? (
          version.scope
        ) : (
          changesOf(before.scope, version.scope).map(({ text, isNew }, at) =>
            isNew ? <Changed key={at}>{text}</Changed> : <span key={at}>{text}</span>,
          )
        )}
      </p>
      {version.features.length > 0 && (
        <ul className={classes.list} aria-label="What is included">
          {version.features.map((feature, at) => (
            <li key={`${at}:${feature}`}>
              {before === null || before.features.includes(feature) ? feature : <Changed>{feature}</Changed>}
            </li>
          ))}
        </ul>
      )}
      {children !== undefined && children !== null && <div className={classes.foot}>{children}</div>}
    </Card>
  );
}

const Changed = ({ children }: { children: ReactNode }) => (
  <mark className={classes.changed}>
    <VisuallyHidden>changed: </VisuallyHidden>
    {children}
  </mark>
);

function Row(props: { label: string; isChanged?: boolean; isTotal?: boolean; children: ReactNode }) {
  return (
    <div className={props.isTotal ? classes.total : undefined}>
      <dt>{props.label}</dt>
      <dd>{props.isChanged ? <Changed>{props.children}</Changed> : props.children}</dd>
    </div>
  );
}

/** Until when it can be accepted, or paid. */
function Clock({ version }: { version: OfferVersionFacts }) {
  const until = payableUntilOf(version);
  const isOver = until.getTime() <= useNow();
  const at = until.toISOString();
  return (
    <Row label={version.acceptedAt === null ? 'Good until' : 'Pay until'}>
      {isOver ? (
        'The time is over'
      ) : (
        <span>
          <When at={at} /> (<Relative at={at} />)
        </span>
      )}
    </Row>
  );
}
