/** /admin/reports?show=: reports by users, decisions and appeals. */
import { Badge, Group } from '@mantine/core';
import { isHideable } from '@marquee/validation';
import { Flag } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { StaffActionButton } from '../../features/staff/admin/StaffActionButton.tsx';
import { AdminRow } from '../../features/staff/admin/AdminRow.tsx';
import { AdminListScreen } from '../../features/staff/admin/AdminListScreen.tsx';
import { AdminUserLink } from '../../features/staff/admin/AdminUserLink.tsx';
import { ListFilter, parseListFilter } from '../../features/staff/admin/ListFilter.tsx';
import { REPORT_OUTCOME_LABELS, REPORT_SUBJECT_LABELS } from '../../features/staff/admin/admin.words.ts';
import { paths } from '../../paths.ts';
import { queryUtils, ALWAYS_FRESH, trpc, trpcClient, type RouterOutputs } from '../../trpc.ts';
import { cursorPaging } from '../../ui/LoadMore.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { DateTime } from '../../ui/DateTime.tsx';

const REPORT_FILTERS = { open: 'Open', appeals: 'Appeals', decided: 'Decided' } as const;
const REPORTS_DESCRIPTION =
  'Profiles, packages, reviews, messages and lists that users reported. The reporter and the reported user are notified of your decision.';

export async function loader({ request }: LoaderFunctionArgs) {
  const { show } = parseListFilter(request, REPORT_FILTERS);
  const fresh = { ...ALWAYS_FRESH, ...cursorPaging };
  await withLoadError<unknown>(
    show === 'appeals'
      ? queryUtils.admin.appeals.fetchInfinite({}, fresh)
      : queryUtils.admin.reports.fetchInfinite({ show }, fresh),
    'Failed to load reports',
  );
  return { show };
}

export function Page() {
  const { show } = useLoaderData<typeof loader>();
  return show === 'appeals' ? <Appeals /> : <Reports show={show} />;
}

const renderReportFilter = (show: keyof typeof REPORT_FILTERS) => (
  <ListFilter label="Filter reports" choices={REPORT_FILTERS} show={show} to={paths.adminReports} />
);

function Reports({ show }: { show: 'open' | 'decided' }) {
  const query = trpc.admin.reports.useSuspenseInfiniteQuery({ show }, cursorPaging);
  return (
    <AdminListScreen
      title="Reports"
      description={REPORTS_DESCRIPTION}
      filter={renderReportFilter(show)}
      query={query}
      empty={{ icon: Flag, title: show === 'open' ? 'No open reports' : 'No decided reports yet' }}
    >
      {(report) => <AdminReportRow key={report.id} report={report} />}
    </AdminListScreen>
  );
}

type AdminReport = RouterOutputs['admin']['reports']['items'][number];

function AdminReportRow({ report }: { report: AdminReport }) {
  const { id, subjectKind, subjectLabel, outcome } = report;
  return (
    <AdminRow
      title={subjectLabel}
      to={
        report.listToken !== null
          ? paths.sharedList({ token: report.listToken })
          : report.reviewBookingId === null
            ? paths.profile({ username: report.ownerUsername })
            : paths.adminBooking({ id: report.reviewBookingId })
      }
      badges={
        <>
          <Badge variant="light" color="gray" tt="none">
            {REPORT_SUBJECT_LABELS[subjectKind]}
          </Badge>
          <Badge variant="light" color="blue" tt="none">
            {report.reason}
          </Badge>
          {outcome !== null && (
            <Badge variant="light" color={outcome === 'none' ? 'gray' : 'red'} tt="none">
              {REPORT_OUTCOME_LABELS[outcome]}
            </Badge>
          )}
          {report.appealOutcome === 'reversed' && (
            <Badge variant="light" color="teal" tt="none">
              Reversed on appeal
            </Badge>
          )}
        </>
      }
      meta={
        <>
          Owner: <AdminUserLink id={report.ownerWorkspaceId} name={report.ownerName} /> · reported by{' '}
          {report.reporterWorkspaceId === null ? (
            'a deleted account'
          ) : (
            <AdminUserLink id={report.reporterWorkspaceId} name={report.reporterName ?? ''} />
          )}{' '}
          · <DateTime at={report.createdAt} />
        </>
      }
      side={outcome === null ? <ReportDecisionActions id={id} kind={subjectKind} label={subjectLabel} /> : undefined}
    >
      <span style={{ whiteSpace: 'pre-wrap' }}>{report.sentence}</span>
      {report.reviewStars !== null && (
        <span style={{ whiteSpace: 'pre-wrap' }}>
          The review: {report.reviewStars} of 5 stars. {report.reviewText}
        </span>
      )}
      {report.decidedAt !== null && (
        <span>
          {report.deciderName} on <DateTime at={report.decidedAt} />: {report.decisionReason}
        </span>
      )}
    </AdminRow>
  );
}

function ReportDecisionActions({ id, kind, label }: { id: string; kind: AdminReport['subjectKind']; label: string }) {
  const decide = (outcome: 'none' | 'hidden' | 'suspended') => (reason: string) =>
    trpcClient.admin.decideReport.mutate({ id, outcome, reason });
  return (
    <Group gap="xs">
      <StaffActionButton
        label="Dismiss"
        subject={label}
        title={`Dismiss the report about “${label}”?`}
        field="Reason"
        done="Report dismissed"
        act={decide('none')}
      >
        The content stays as it is. The reporter and the owner are notified, and your reason is kept in the audit log.
      </StaffActionButton>
      {isHideable(kind) && (
        <StaffActionButton
          label="Hide"
          subject={label}
          title={`Hide “${label}”?`}
          field="Reason"
          destructive
          done={`${REPORT_SUBJECT_LABELS[kind]} hidden`}
          act={decide('hidden')}
        >
          Only the owner still sees it. The owner receives your reason and can appeal once.
        </StaffActionButton>
      )}
      <StaffActionButton
        label="Suspend"
        subject={label}
        title="Suspend this account?"
        field="Reason"
        destructive
        done="Account suspended"
        act={decide('suspended')}
      >
        The owner can no longer sign in, and nothing from this account can be booked. The owner receives your reason and
        can appeal once.
      </StaffActionButton>
    </Group>
  );
}

function Appeals() {
  const query = trpc.admin.appeals.useSuspenseInfiniteQuery({}, cursorPaging);
  return (
    <AdminListScreen
      title="Reports"
      description={REPORTS_DESCRIPTION}
      filter={renderReportFilter('appeals')}
      query={query}
      empty={{ icon: Flag, title: 'No open appeals' }}
    >
      {(decision) => {
        const decide = (outcome: 'upheld' | 'reversed') => (reason: string) =>
          trpcClient.admin.decideAppeal.mutate({ id: decision.id, outcome, reason });
        return (
          <AdminRow
            key={decision.id}
            title={decision.subjectLabel}
            badges={
              <Badge variant="light" color="red" tt="none">
                {REPORT_OUTCOME_LABELS[decision.outcome]}
              </Badge>
            }
            meta={
              <>
                Owner: <AdminUserLink id={decision.ownerWorkspaceId} name={decision.ownerName} /> · appealed{' '}
                {decision.appealedAt !== null && <DateTime at={decision.appealedAt} />}
              </>
            }
            side={
              <Group gap="xs">
                <StaffActionButton
                  label="Uphold decision"
                  subject={decision.subjectLabel}
                  title="Uphold this decision?"
                  field="Reason"
                  done="Appeal decided"
                  act={decide('upheld')}
                >
                  {decision.outcome === 'hidden' ? 'The content stays hidden.' : 'The account stays suspended.'}{' '}
                  {decision.ownerName} receives your reason and cannot appeal again.
                </StaffActionButton>
                <StaffActionButton
                  label="Reverse decision"
                  subject={decision.subjectLabel}
                  title="Reverse this decision?"
                  field="Reason"
                  done="Appeal decided"
                  act={decide('reversed')}
                >
                  {decision.outcome === 'hidden' ? 'The content becomes visible again.' : 'The account is reinstated.'}{' '}
                  The reporter and the reported user are notified.
                </StaffActionButton>
              </Group>
            }
          >
            <span>Reason for the decision: {decision.reason}</span>
            <span style={{ whiteSpace: 'pre-wrap' }}>{decision.appeal}</span>
          </AdminRow>
        );
      }}
    </AdminListScreen>
  );
}
