/** /admin/health?span=day: requests, errors, jobs, webhooks and money of all servers together. */
import { List, Stack, Text } from '@mantine/core';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { AdminHeader } from '../../features/staff/admin/AdminHeader.tsx';
import { getExceptionTitle } from '../../features/staff/admin/admin.words.ts';
import { BarChart } from '../../features/staff/analytics/BarChart.tsx';
import { paths } from '../../paths.ts';
import { queryUtils, ALWAYS_FRESH, trpc, type RouterOutputs } from '../../trpc.ts';
import { Callout } from '../../ui/Callout.tsx';
import { ChoiceLinks } from '../../ui/ChoiceLinks.tsx';
import { Columns } from '../../ui/Columns.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Money } from '../../ui/Money.tsx';
import { NumberTable } from '../../ui/NumberTable.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { StatList } from '../../ui/StatList.tsx';

type HealthReport = RouterOutputs['health']['report'];
type SpanFigures = HealthReport['hour'];
type HealthProblem = HealthReport['problems'][number];
type Calls = Pick<SpanFigures['requests'], 'calls' | 'failed' | 'unavailable'>;

const SPAN_LABELS = { hour: 'Last hour', day: 'Last day' } as const;
type Span = keyof typeof SPAN_LABELS;

export async function loader({ request }: LoaderFunctionArgs) {
  const span: Span = new URL(request.url).searchParams.get('span') === 'day' ? 'day' : 'hour';
  await withLoadError(queryUtils.health.report.fetch(undefined, ALWAYS_FRESH), 'Failed to load the figures');
  return { span };
}

const countFormat = new Intl.NumberFormat('en-US');
const formatCount = (count: number) => countFormat.format(count);
const shareFormat = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 2 });
const secondsFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const formatMs = (ms: number) => (ms < 1_000 ? `${ms} ms` : `${secondsFormat.format(ms / 1_000)} s`);
const countErrors = ({ failed, unavailable }: Calls) => failed + unavailable;
const formatErrorShare = (calls: Calls) =>
  calls.calls === 0 ? 'No requests' : `${shareFormat.format(countErrors(calls) / calls.calls)} of requests`;

/** Formats a time span in seconds, such as '45 s', '12 min' or '3 h'. */
function formatSeconds(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

export function Page() {
  const { span } = useLoaderData<typeof loader>();
  const [report] = trpc.health.report.useSuspenseQuery();
  const figures = report[span];
  const { requests } = figures;
  return (
    <>
      <AdminHeader title="Health" description="Figures of all servers together, up to a minute old." />
      <Stack gap="lg">
        <HealthVerdict report={report} />
        <ChoiceLinks
          label="Period"
          choices={(['hour', 'day'] as const).map((each) => ({
            label: SPAN_LABELS[each],
            to: paths.adminHealth(each === 'day' ? { span: each } : {}),
            chosen: each === span,
          }))}
        />
        <StatList
          label={SPAN_LABELS[span]}
          figures={[
            { label: 'Requests', value: formatCount(requests.calls) },
            { label: 'Errors', value: formatCount(countErrors(requests)), note: formatErrorShare(requests) },
            { label: 'Median response', value: formatMs(requests.p50Ms) },
            { label: '95% are faster than', value: formatMs(requests.p95Ms) },
          ]}
        />
        <SectionCard title="Requests of the last day">
          <RequestChart report={report} />
        </SectionCard>
        <SectionCard title="Errors">
          {figures.failing.length === 0 ? (
            <Text c="dimmed">No unexpected errors in this period.</Text>
          ) : (
            <NumberTable
              label="Calls with errors"
              head={['Call', 'Calls', 'Failed', 'Unavailable']}
              rows={figures.failing.map((each) => ({
                cells: [
                  each.operation,
                  formatCount(each.calls),
                  formatCount(each.failed),
                  formatCount(each.unavailable),
                ],
              }))}
            />
          )}
        </SectionCard>
        <Columns count={2} from="md" gap="lg">
          <SectionCard title="Jobs and webhooks">
            <DescriptionList facts={listJobFacts(report, figures)} />
          </SectionCard>
          <SectionCard title="Money">
            <MoneyFacts report={report} />
          </SectionCard>
        </Columns>
        <SectionCard title="Servers">
          <NumberTable
            label="Running servers"
            head={['Server', 'Version', 'Connections in use', 'Idle', 'Waiting', 'Live streams']}
            rows={report.processes.map(({ id, role, ...each }) => ({
              cells: [
                `${id.slice(0, 8)} (${role})${each.isMetricsPortRefused ? ', no metrics' : ''}`,
                each.version ?? '1.0.0',
                formatCount(each.poolTotal - each.poolIdle),
                formatCount(each.poolIdle),
                formatCount(each.poolWaiting),
                formatCount(each.liveStreams),
              ],
            }))}
          />
        </SectionCard>
        <SectionCard title="Most frequent calls">
          {figures.busiest.length === 0 ? (
            <Text c="dimmed">No calls in this period.</Text>
          ) : (
            <NumberTable
              label="Most frequent calls"
              head={['Call', 'Calls', 'Errors', 'Median', '95%']}
              rows={figures.busiest.map((each) => ({
                cells: [
                  each.operation,
                  formatCount(each.calls),
                  formatCount(countErrors(each)),
                  formatMs(each.p50Ms),
                  formatMs(each.p95Ms),
                ],
              }))}
            />
          )}
        </SectionCard>
      </Stack>
    </>
  );
}

/** One sentence for each kind of problem. */
const PROBLEM_SENTENCES: Record<HealthProblem['kind'], (problem: HealthProblem) => string> = {
  errors: ({ amount }) => `${shareFormat.format(amount)} of the requests of the last hour failed.`,
  unavailable: ({ amount }) =>
    `${shareFormat.format(amount)} of the requests of the last hour were refused because the database or Stripe was away.`,
  job_stuck: ({ amount, names }) => `A job has been waiting for ${formatSeconds(amount)} (${names.join(', ')}).`,
  jobs_failing: ({ amount, names }) =>
    `${amount === 1 ? 'One job keeps' : `${formatCount(amount)} jobs keep`} failing (${names.join(', ')}).`,
  payouts_failed: ({ amount }) =>
    `${amount === 1 ? 'A payout' : `${formatCount(amount)} payouts`} failed, and the money has not arrived.`,
  differences: ({ amount }) =>
    `The nightly check found ${amount === 1 ? 'a difference' : `${formatCount(amount)} differences`} between the ledger and Stripe.`,
  check_missing: () => 'The nightly check has not finished for more than 30 hours.',
  webhooks_late: () => 'Stripe’s webhooks arrive more than five minutes late.',
  no_worker: () => 'No worker is running, so payments, payouts and emails are waiting.',
};

/** Says in one sentence whether all systems are working, and lists the problems. */
function HealthVerdict({ report: { problems } }: { report: HealthReport }) {
  if (problems.length === 0) return <Callout tone="info">All systems are working.</Callout>;
  return (
    <Callout
      tone="warning"
      title={
        problems.length === 1 ? 'One problem needs your attention.' : `${problems.length} problems need your attention.`
      }
    >
      <List>
        {problems.map((problem) => (
          <List.Item key={problem.kind}>{PROBLEM_SENTENCES[problem.kind](problem)}</List.Item>
        ))}
      </List>
    </Callout>
  );
}

const periodFormat = new Intl.DateTimeFormat('en-US', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

const formatPeriod = (from: string) => periodFormat.format(new Date(from));

function RequestChart({ report: { periods } }: { report: HealthReport }) {
  const errors = periods.reduce((sum, period) => sum + period.errors, 0);
  const failing = periods.filter((period) => period.errors > 0);
  return (
    <Stack gap="lg">
      <BarChart
        bars={periods.map(({ from, calls }) => ({
          label: formatPeriod(from),
          title: `${formatPeriod(from)} UTC: ${formatCount(calls)} requests`,
          value: calls,
        }))}
        summary={`Requests by half hour (UTC). ${errors === 0 ? 'None of them ended with an error.' : `${formatCount(errors)} of them ended with an error.`}`}
        formatValue={formatCount}
      />
      {failing.length > 0 && (
        <NumberTable
          label="Half hours with errors"
          head={['Half hour (UTC)', 'Requests', 'Errors']}
          rows={failing.toReversed().map(({ from, calls, errors: count }) => ({
            cells: [formatPeriod(from), formatCount(calls), formatCount(count)],
          }))}
        />
      )}
    </Stack>
  );
}

function listJobFacts({ queue, failingJobs }: HealthReport, { jobs, webhooks }: SpanFigures) {
  return [
    { label: 'Jobs run', value: formatCount(jobs.calls) },
    { label: 'Failed runs', value: formatCount(countErrors(jobs)) },
    { label: 'Jobs that keep failing', value: formatCount(failingJobs.reduce((sum, { count }) => sum + count, 0)) },
    { label: 'Jobs due now', value: formatCount(queue.due) },
    {
      label: 'Longest wait',
      value: queue.oldestName === null ? 'None' : `${formatSeconds(queue.oldestDueSeconds)} (${queue.oldestName})`,
    },
    { label: 'Stripe events by webhook', value: formatCount(webhooks.received) },
    { label: 'Stripe events that were found in its list first', value: formatCount(webhooks.missed) },
    { label: 'Stripe events later than five minutes', value: formatCount(webhooks.late) },
  ];
}

function MoneyFacts({ report: { lastCheck, openExceptions } }: { report: HealthReport }) {
  const open = Object.entries(openExceptions).map(([kind, count]) => `${getExceptionTitle(kind)}: ${count}`);
  return (
    <DescriptionList
      facts={[
        { label: 'Open exceptions', value: open.length === 0 ? 'None' : open.join('\n') },
        ...(lastCheck === null
          ? [{ label: 'Nightly check', value: 'Not finished yet' }]
          : [
              { label: 'Nightly check', value: <DateTime at={lastCheck.finishedAt} withDistance /> },
              { label: 'Differences', value: formatCount(lastCheck.differences) },
              { label: 'Held for brands and creators', value: <Money cents={lastCheck.heldCents} /> },
              { label: 'Paid out to creators', value: <Money cents={lastCheck.releasedCents} /> },
            ]),
      ]}
    />
  );
}
