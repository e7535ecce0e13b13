import { Badge, Button, Text, Title, VisuallyHidden } from '@mantine/core';
import {
  listLosses,
  listStrengths,
  NEWCOMER_BOOKINGS_THRESHOLD,
  NEWCOMER_SLOT_INTERVAL,
  type ScorePart,
  type PlacedCandidate,
} from '@marquee/matching';
import { PRODUCT_NAME } from '@marquee/brand';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import type { RouterOutputs } from '../../../trpc.ts';
import { Money } from '../../../ui/Money.tsx';
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx';
import { BookButton } from '../availability/BookButton.tsx';
import { NextAvailableSlot } from '../availability/NextAvailableSlot.tsx';
import { DeliveryTime } from '../packages/PackageFacts.tsx';
import classes from './Matching.module.css';

export type MatchedCreator = PlacedCandidate<RouterOutputs['matching']['find']['items'][number]>;

/** The maximum number of reasons on the card. The score table lists all of them. */
const MAX_SHOWN_REASONS = 3;

/** Shows a ranked creator with their score and how it was computed. */
export function MatchCard({
  match: creator,
  brief,
  onBook,
}: {
  match: MatchedCreator;
  brief: Record<string, string>;
  onBook: () => void;
}) {
  const titleId = useId();
  const { match, packageId, packageName, totalCents, deliveryDays } = creator;
  const strengths = listStrengths(match);
  const losses = listLosses(match);
  return (
    <article className={classes.card} aria-labelledby={titleId}>
      <div className={classes.head}>
        <PersonAvatar person={creator} size={52} />
        <div className={classes.names}>
          <Title order={3} id={titleId} className={classes.name ?? ''}>
            <Link to={paths.profile(creator)} onClick={onBook}>
              {creator.fullName}
            </Link>
          </Title>
          <Text size="sm" c="dimmed">
            @{creator.username} · {creator.location}
          </Text>
        </div>
        <p className={classes.score}>
          <strong>{match.score}</strong> <span>of 100</span>
        </p>
      </div>
      {creator.isKept && (
        <div className={classes.kept}>
          <Badge>New on {PRODUCT_NAME}</Badge>
          <Text size="sm" c="dimmed">
            We reserve one in {NEWCOMER_SLOT_INTERVAL} positions for creators with fewer than{' '}
            {NEWCOMER_BOOKINGS_THRESHOLD} completed bookings.
          </Text>
        </div>
      )}
      <div className={classes.grounds}>
        <MatchReasonList
          title="Strengths"
          grounds={strengths
            .slice(0, MAX_SHOWN_REASONS)
            .map((part) => ({ part, points: `+${part.points}`, words: part.reason }))}
        />
        <MatchReasonList
          title="Missing points"
          none="None. This creator meets your whole brief."
          grounds={losses
            .slice(0, MAX_SHOWN_REASONS)
            .map((part) => ({ part, points: `−${part.most - part.points}`, words: part.missing ?? part.reason }))}
        />
      </div>
      <details className={classes.sum}>
        <summary>
          Score details<VisuallyHidden> for {creator.fullName}</VisuallyHidden>
        </summary>
        <ScoreTable parts={match.parts} score={match.score} />
      </details>
      <div className={classes.foot}>
        <div className={classes.offer}>
          <Text fw={600}>{packageName}</Text>
          <Text size="sm" component="div">
            <Money cents={totalCents} fw={700} /> in total
          </Text>
          <DeliveryTime days={deliveryDays} />
          <NextAvailableSlot availability={creator.availability} />
        </div>
        <div className={classes.actions}>
          <Button
            component={Link}
            to={paths.newOffer({ ...brief, creator: creator.username })}
            variant="default"
            size="sm"
            aria-label={`Request an offer from ${creator.fullName}`}
          >
            Request an offer
          </Button>
          <BookButton
            packageId={packageId}
            name={`${packageName} by ${creator.fullName}`}
            availability={creator.availability}
            onClick={onBook}
          />
        </div>
      </div>
    </article>
  );
}

interface MatchReason {
  part: ScorePart;
  points: string;
  words: string;
}

function MatchReasonList({ title, grounds, none }: { title: string; grounds: readonly MatchReason[]; none?: string }) {
  return (
    <div>
      <Title order={4} fz="sm">
        {title}
      </Title>
      {grounds.length === 0 && none !== undefined && (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      )}
      <ul>
        {grounds.map(({ part, points, words }) => (
          <li key={part.name}>
            <span className={classes.points}>{points}</span>
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Shows the full calculation of the score. The points for a part are its maximum, multiplied by the share of the
 * part that the creator meets, and rounded down.
 */
function ScoreTable({ parts, score }: { parts: readonly ScorePart[]; score: number }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Criterion</th>
          <th scope="col">Weight</th>
          <th scope="col">Max. points</th>
          <th scope="col">Fit</th>
          <th scope="col">Points</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ name, label, weight, most, percent, points, reason }) => (
          <tr key={name}>
            <th scope="row">
              {label}
              <span>{reason}</span>
            </th>
            <td>{weight}</td>
            <td>{most}</td>
            <td>{percent}%</td>
            <td>{points}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>{parts.reduce((sum, { weight }) => sum + weight, 0)}</td>
          <td>100</td>
          <td>–</td>
          <td>{score}</td>
        </tr>
      </tfoot>
    </table>
  );
}
