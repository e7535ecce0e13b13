import { Badge, Card, Group, Text, Title, VisuallyHidden } from '@mantine/core';
import { computePayableUntil, type OfferVersionFacts } from '@marquee/booking';
import { formatRate } from '@marquee/money';
import type { ReactNode } from 'react';
import { Money } from '../../../ui/Money.tsx';
import { pluralize } from '../../../lib/pluralize.ts';
import { useNow } from '../../../lib/readerClock.ts';
import { DateTime } from '../../../ui/DateTime.tsx';
import { diffWords } from './diffWords.ts';
import { formatVersionOwner, type OfferDetails, type OfferVersion } from './offers.words.ts';
import classes from './Offers.module.css';

/** Shows the current version by each party side by side, with the replaced versions below. */
export function OfferVersions({
  offer,
  actionsOf,
}: {
  offer: OfferDetails;
  actionsOf: (version: OfferVersion) => ReactNode;
}) {
  const standing = offer.versions.filter(({ supersededAt }) => supersededAt === null);
  const replaced = offer.versions.filter(({ supersededAt }) => supersededAt !== null).toReversed();
  return (
    <>
      <div className={classes.versions} data-count={standing.length}>
        {standing.map((version) => {
          const other = standing.find(({ side }) => side !== version.side);
          // Changes are marked in the later version only.
          const before = other !== undefined && other.createdAt < version.createdAt ? other : null;
          return (
            <OfferVersionCard key={version.id} offer={offer} version={version} before={before}>
              {actionsOf(version)}
            </OfferVersionCard>
          );
        })}
      </div>
      {replaced.length > 0 && (
        <details className={classes.earlier}>
          <summary>{pluralize(replaced.length, 'earlier version')}</summary>
          <ol>
            {replaced.map((version) => (
              <li key={version.id}>
                <OfferVersionCard offer={offer} version={version} before={null} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

interface OfferVersionCardProps {
  offer: OfferDetails;
  version: OfferVersion;
  /** The version to compare with, or null to mark no changes. */
  before: OfferVersion | null;
  children?: ReactNode;
}

function OfferVersionCard({ offer, version, before, children }: OfferVersionCardProps) {
  const isReplaced = version.supersededAt !== null;
  const total = offer.viewer === 'creator' ? 'The brand pays' : 'Total';
  const agency = offer.agencyParts.find(({ versionId }) => versionId === version.id);
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
          {formatVersionOwner(version, offer)} {version.number} · <DateTime at={version.createdAt} dateOnly />
        </Text>
        {version.acceptedAt !== null && <Badge variant="light">Accepted</Badge>}
        {isReplaced && <Badge variant="light">Replaced</Badge>}
      </Group>
      <Title order={3} fz="lg" style={{ overflowWrap: 'anywhere' }}>
        {version.name}
      </Title>
      <dl className={classes.facts}>
        <OfferFactRow label={offer.viewer === 'creator' ? 'You receive' : 'Price'} isChanged={is('priceCents')}>
          <Money cents={version.priceCents - (agency?.cents ?? 0)} />
        </OfferFactRow>
        {agency !== undefined && (
          <OfferFactRow label={`${agency.name} receives (${formatRate(agency.shareBps)})`}>
            <Money cents={agency.cents} />
          </OfferFactRow>
        )}
        <OfferFactRow label={`Platform fee (${formatRate(version.feeBps)})`}>
          <Money cents={version.feeCents} />
        </OfferFactRow>
        <OfferFactRow label={total} isTotal>
          <Money cents={version.totalCents} />
        </OfferFactRow>
        <OfferFactRow label="Delivery" isChanged={is('deliveryDays')}>
          {pluralize(version.deliveryDays, 'day')} from the start
        </OfferFactRow>
        {!isReplaced && offer.endedAt === null && !offer.facts.isBooked && <OfferDeadlineRow version={version} />}
      </dl>
      <p className={classes.scope}>
        {version.scope === '' ? (
          <Text component="span" c="dimmed">
            This text was deleted with its author’s account.
          </Text>
        ) : before === null ? (
          version.scope
        ) : (
          diffWords(before.scope, version.scope).map(({ text, isNew }, at) =>
            isNew ? <ChangedText key={at}>{text}</ChangedText> : <span key={at}>{text}</span>,
          )
        )}
      </p>
      {version.features.length > 0 && (
        <ul className={classes.list} aria-label="What is included">
          {version.features.map((feature, at) => (
            <li key={`${at}:${feature}`}>
              {before === null || before.features.includes(feature) ? feature : <ChangedText>{feature}</ChangedText>}
            </li>
          ))}
        </ul>
      )}
      {children !== undefined && children !== null && <div className={classes.foot}>{children}</div>}
    </Card>
  );
}

const ChangedText = ({ children }: { children: ReactNode }) => (
  <mark className={classes.changed}>
    <VisuallyHidden>changed: </VisuallyHidden>
    {children}
  </mark>
);

function OfferFactRow(props: { label: string; isChanged?: boolean; isTotal?: boolean; children: ReactNode }) {
  return (
    <div className={props.isTotal ? classes.total : undefined}>
      <dt>{props.label}</dt>
      <dd>{props.isChanged ? <ChangedText>{props.children}</ChangedText> : props.children}</dd>
    </div>
  );
}

/** Shows the deadline to accept the version, or to pay if it was accepted. */
function OfferDeadlineRow({ version }: { version: OfferVersionFacts }) {
  const until = computePayableUntil(version);
  const isOver = until.getTime() <= useNow();
  const at = until.toISOString();
  return (
    <OfferFactRow label={version.acceptedAt === null ? 'Accept by' : 'Pay by'}>
      {isOver ? 'Expired' : <DateTime at={at} withDistance />}
    </OfferFactRow>
  );
}
