import { Anchor, Badge, Card, Text, Title } from '@mantine/core';
import type { Side } from '@marquee/booking';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { Money } from '../../../ui/Money.tsx';
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { DateTime } from '../../../ui/DateTime.tsx';
import { getOtherOfferPerson, getOfferStatus, type OfferListItem } from './offers.words.ts';
import classes from './Offers.module.css';

export function OfferCard({ offer, side }: { offer: OfferListItem; side: Side }) {
  const other = getOtherOfferPerson(offer, side);
  const { label, isYours } = getOfferStatus(offer, side);
  return (
    <Card component="li" className={classes.card ?? ''}>
      <div className={classes.what}>
        <PersonAvatar person={other} size={44} className={classes.face ?? ''} />
        <Title order={2} fz="lg" className={classes.name ?? ''}>
          <Anchor component={Link} to={paths.offer({ id: offer.id })} inherit c="inherit">
            {offer.latestName ??
              (side === 'creator' ? `Request from ${offer.brandName}` : `Request to ${offer.creatorName}`)}
          </Anchor>
        </Title>
        <Text size="sm" c="dimmed">
          {side === 'creator' ? 'for' : 'by'} {other.fullName} · <DateTime at={offer.lastAt} dateOnly />
          {offer.latestName === null && offer.brief !== '' && <span>{` · ${offer.brief}`}</span>}
        </Text>
      </div>
      <div className={classes.side}>
        <Badge variant={isYours ? 'filled' : 'light'}>{label}</Badge>
        <Text size="sm" component="div">
          {offer.latestPriceCents !== null && offer.latestTotalCents !== null ? (
            <span>
              {side === 'creator' ? 'You receive ' : 'Total '}
              <Money cents={side === 'creator' ? offer.latestPriceCents : offer.latestTotalCents} fw={700} />
            </span>
          ) : (
            offer.budgetCents !== null && (
              <span>
                Budget <Money cents={offer.budgetCents} fw={700} />
              </span>
            )
          )}
        </Text>
        {offer.endedAt === null && offer.latestName === null && (
          <Text size="sm" c="dimmed">
            Expires <RelativeTime at={offer.endsAt} />
          </Text>
        )}
      </div>
    </Card>
  );
}
