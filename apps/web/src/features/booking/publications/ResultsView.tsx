/** Shows the published posts of a booking and their metrics to both parties and to visitors with the shared link. */
import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { formatLink } from '@marquee/validation';
import { PUBLICATION_METRIC_LABELS, PUBLICATION_METRICS } from '@marquee/booking';
import { formatDay } from '@marquee/time';
import { Megaphone } from 'lucide-react';
import { lazy } from 'react';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { StatList } from '../../../ui/StatList.tsx';
import { LazyPart } from '../../../ui/LazyPart.tsx';
import { pluralize } from '../../../lib/pluralize.ts';
import { SectionCard } from '../../../ui/SectionCard.tsx';
import { WideTable } from '../../../ui/WideTable.tsx';
import { DateTime } from '../../../ui/DateTime.tsx';
import {
  listMetrics,
  formatMetricValue,
  computeResultTotals,
  type Publication,
  type BookingResults,
  type SharedResults,
} from './results.ts';
import { PublicationPicture } from './PublicationPicture.tsx';
import classes from './Results.module.css';

// These components load on demand, because most viewers cannot add posts.
const LazyPublicationForm = lazy(() =>
  import('./PublicationForm.tsx').then((module) => ({ default: module.PublicationForm })),
);
const LazyPublicationTools = lazy(() =>
  import('./PublicationTools.tsx').then((module) => ({ default: module.PublicationTools })),
);

/** `noting` contains the data needed to add posts. It is set for the booking's creator only. */
export function ResultsView(props: {
  results: SharedResults;
  creatorName: string;
  amountCents?: number | null;
  empty: string;
  noting?: BookingResults | null;
  /** The token of the shared link, or null on the booking's own page. */
  token?: string | null;
}) {
  const { results, creatorName, amountCents = null, empty, noting = null, token = null } = props;
  const { posts } = results;
  const totals = computeResultTotals(results, amountCents);
  return (
    <Stack gap="lg">
      {totals.length > 0 && <StatList label="All posts" figures={totals} />}
      <SectionCard title="Published posts">
        <Stack gap="lg">
          {posts.some(({ reports }) => reports.length > 0) && (
            <Text size="sm" c="dimmed">
              {creatorName === 'you' ? 'You' : creatorName} reported these metrics. We have not verified them.
            </Text>
          )}
          {posts.length === 0 ? (
            <EmptyState title="No posts yet" text={empty} />
          ) : (
            <ul className={classes.posts}>
              {posts.map((post) => (
                <li key={post.id} className={classes.post}>
                  <PublicationFacts post={post} token={token} isOwn={noting !== null} />
                  {noting !== null && (
                    <LazyPart>
                      <LazyPublicationTools post={post} results={noting} />
                    </LazyPart>
                  )}
                </li>
              ))}
            </ul>
          )}
          {noting !== null && (
            <LazyPart fallback={<Skeleton height={220} radius="md" />}>
              <LazyPublicationForm results={noting} />
            </LazyPart>
          )}
        </Stack>
      </SectionCard>
      <SectionCard title="Delivered work">
        <ul className={classes.delivered}>
          {results.deliverables.map(({ id, title, sentAt, approvedAt }) => (
            <li key={id}>
              <span>{title}</span>
              <Text span size="sm" c="dimmed">
                {approvedAt !== null ? (
                  <span>
                    approved <DateTime at={approvedAt} dateOnly />
                  </span>
                ) : sentAt !== null ? (
                  <span>
                    sent <DateTime at={sentAt} dateOnly />
                  </span>
                ) : (
                  'not sent'
                )}
              </Text>
            </li>
          ))}
        </ul>
      </SectionCard>
    </Stack>
  );
}

function PublicationFacts({ post, token, isOwn }: { post: Publication; token: string | null; isOwn: boolean }) {
  const { link, publishedOn, reports, answeredAt, unansweredSince } = post;
  const last = reports.at(-1);
  return (
    <>
      <div>
        <Anchor
          href={link}
          target="_blank"
          rel="noopener noreferrer nofollow"
          underline="always"
          className={classes.link ?? ''}
        >
          {formatLink(link)}
        </Anchor>
        <Text size="sm" c="dimmed">
          Published {formatDay(publishedOn)}. <Megaphone size={14} aria-hidden style={{ verticalAlign: '-2px' }} /> The
          creator marked it as advertising.
        </Text>
        {(unansweredSince ?? answeredAt) !== null && (
          <Text size="sm" c="dimmed">
            {unansweredSince !== null ? (
              <span>
                The link has been unreachable since <DateTime at={unansweredSince} dateOnly />.
              </span>
            ) : (
              answeredAt !== null && (
                <span>
                  The link last worked on <DateTime at={answeredAt} dateOnly />.
                </span>
              )
            )}
          </Text>
        )}
      </div>
      <PublicationPicture post={post} token={token} isOwn={isOwn} />
      {last === undefined ? (
        <Text size="sm">No metrics reported yet</Text>
      ) : (
        <>
          <dl className={classes.figures}>
            {listMetrics(last).map(({ name, label, value }) => (
              <div key={name}>
                <dt>{label}</dt>
                <dd>{formatMetricValue(value)}</dd>
              </div>
            ))}
          </dl>
          <Text size="sm" c="dimmed">
            Reported <DateTime at={last.reportedAt} dateOnly />
          </Text>
        </>
      )}
      {reports.length > 1 && (
        <details>
          <summary className={classes.summary}>{pluralize(reports.length, 'report')}</summary>
          <WideTable label={`Reports of ${link}`}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">Reported</th>
                  {PUBLICATION_METRICS.map((name) => (
                    <th key={name} scope="col">
                      {PUBLICATION_METRIC_LABELS[name]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {reports.toReversed().map((report) => (
                  <tr key={report.number}>
                    <th scope="row">
                      <DateTime at={report.reportedAt} dateOnly />
                    </th>
                    {PUBLICATION_METRICS.map((name) => (
                      <td key={name}>{report[name] === null ? '–' : formatMetricValue(report[name])}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </WideTable>
        </details>
      )}
    </>
  );
}
