/** What a booking came to, as everybody sees it who may see it. */
import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { linkText } from '@marquee/validation';
import { dayText, POST_FIGURE_LABELS, POST_FIGURES } from '@marquee/booking';
import { Megaphone } from 'lucide-react';
import { lazy } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Figures } from '../../ui/Figures.tsx';
import { Late } from '../../ui/late.tsx';
import { plural } from '../../ui/plural.ts';
import { Section } from '../../ui/Section.tsx';
import { WideTable } from '../../ui/WideTable.tsx';
import { When } from '../../ui/When.tsx';
import { figuresOf, numberText, totalsOf, type Post, type Results, type ShownResults } from './results.ts';
import { PostPicture } from './PostPicture.tsx';
import classes from './Results.module.css';

// For creators; most who look at results note nothing.
const PostForm = lazy(() => import('./PostForm.tsx').then((module) => ({ default: module.PostForm })));
const PostTools = lazy(() => import('./PostTools.tsx').then((module) => ({ default: module.PostTools })));

/** `noting`: the results again, for their creator, who can note more. */
export function ResultsView(props: {
  results: ShownResults;
  creatorName: string;
  amountCents?: number | null;
  empty: string;
  noting?: Results | null;
  /** Of results that are shared: the end of their address. */
  token?: string | null;
}) {
  const { results, creatorName, amountCents = null, empty, noting = null, token = null } = props;
  const { posts } = results;
  const totals = totalsOf(results, amountCents);
  return (
    <Stack gap="lg">
      {totals.length > 0 && <Figures label="All posts together" figures={totals} />}
      <Section title="Published posts">
        <Stack gap="lg">
          {posts.some(({ reports }) => reports.length > 0) && (
            <Text size="sm" c="dimmed">
              Figures are what {creatorName} reported from the platforms’ own statistics. Nobody has checked them.
            </Text>
          )}
          {posts.length === 0 ? (
            <EmptyState title="No post is noted yet" text={empty} />
          ) : (
            <ul className={classes.posts}>
              {posts.map((post) => (
                <li key={post.id} className={classes.post}>
                  <PostFacts post={post} token={token} isOwn={noting !== null} />
                  {noting !== null && (
                    <Late>
                      <PostTools post={post} results={noting} />
                    </Late>
                  )}
                </li>
              ))}
            </ul>
          )}
          {noting !== null && (
            <Late fallback={<Skeleton height={220} radius="md" />}>
              <PostForm results={noting} />
            </Late>
          )}
        </Stack>
      </Section>
      <Section title="What was delivered">
        <ul className={classes.delivered}>
          {results.deliverables.map(({ id, title, sentAt, approvedAt }) => (
            <li key={id}>
              <span>{title}</span>
              <Text span size="sm" c="dimmed">
                {approvedAt !== null ? (
                  <span>
                    approved <When at={approvedAt} dateOnly />
                  </span>
                ) : sentAt !== null ? (
                  <span>
                    sent <When at={sentAt} dateOnly />
                  </span>
                ) : (
                  'not sent here'
                )}
              </Text>
            </li>
          ))}
        </ul>
      </Section>
    </Stack>
  );
}

function PostFacts({ post, token, isOwn }: { post: Post; token: string | null; isOwn: boolean }) {
  const { link, publishedOn, reports, answeredAt, silentSince } = post;
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
          {linkText(link)}
        </Anchor>
        <Text size="sm" c="dimmed">
          Published {dayText(publishedOn)}. <Megaphone size={14} aria-hidden style={{ verticalAlign: '-2px' }} /> Marked
          as advertising, says its creator.
        </Text>
        {(silentSince ?? answeredAt) !== null && (
          <Text size="sm" c="dimmed">
            {silentSince !== null ? (
              <span>
                The link has not answered since <When at={silentSince} dateOnly />.
              </span>
            ) : (
              answeredAt !== null && (
                <span>
                  The link answered on <When at={answeredAt} dateOnly />.
                </span>
              )
            )}
          </Text>
        )}
      </div>
      <PostPicture post={post} token={token} isOwn={isOwn} />
      {last === undefined ? (
        <Text size="sm">No figures were reported yet.</Text>
      ) : (
        <>
          <dl className={classes.figures}>
            {figuresOf(last).map(({ name, label, value }) => (
              <div key={name}>
                <dt>{label}</dt>
                <dd>{numberText(value)}</dd>
              </div>
            ))}
          </dl>
          <Text size="sm" c="dimmed">
            Reported <When at={last.reportedAt} dateOnly />
          </Text>
        </>
      )}
      {reports.length > 1 && (
        <details>
          <summary className={classes.summary}>{plural(reports.length, 'report')}</summary>
          <WideTable label={`Reports of ${link}`}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">Reported</th>
                  {POST_FIGURES.map((name) => (
                    <th key={name} scope="col">
                      {POST_FIGURE_LABELS[name]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {reports.toReversed().map((report) => (
                  <tr key={report.number}>
                    <th scope="row">
                      <When at={report.reportedAt} dateOnly />
                    </th>
                    {POST_FIGURES.map((name) => (
                      <td key={name}>{report[name] === null ? '–' : numberText(report[name])}</td>
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
