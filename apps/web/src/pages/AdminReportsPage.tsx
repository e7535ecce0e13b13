/** /admin/reports?show=: what people report, what was decided, and appeals. */
import { Badge, Group } from '@mantine/core';
import { isHideable } from '@marquee/validation';
import { Flag } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { Act } from '../features/admin/Act.tsx';
import { Entry } from '../features/admin/Entry.tsx';
import { ListScreen } from '../features/admin/ListScreen.tsx';
import { Person } from '../features/admin/Person.tsx';
import { ShowChoices, shownOf } from '../features/admin/ShowChoices.tsx';
import { REPORT_OUTCOME_WORDS } from '../features/admin/words.ts';
import { paths } from '../paths.ts';
import { data, FRESH, trpc, trpcClient, type Outputs } from '../trpc.ts';
import { paging } from '../ui/More.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { When } from '../ui/When.tsx';

const SHOWN = { open: 'Open', appeals: 'Appeals', decided: 'Decided' } as const;
const ABOUT = 'What people report about profiles, packages, reviews and messages. Both sides are told what you decide.';

export async function loader({ request }: LoaderFunctionArgs) {
  const { show } = shownOf(request, SHOWN);
  const fresh = { ...FRESH, ...paging };
  await orFail<unknown>(
    show === 'appeals'
      ? data.admin.appeals.fetchInfinite({}, fresh)
      : data.admin.reports.fetchInfinite({ show }, fresh),
    'Failed to load reports',
  );
  return { show };
}

export function Page() {
  const { show } = useLoaderData<typeof loader>();
  return show === 'appeals' ? <Appeals /> : <Reports show={show} />;
}

const filter = (show: keyof typeof SHOWN) => (
  <ShowChoices label="Which reports" choices={SHOWN} show={show} to={paths.adminReports} />
);

function Reports({ show }: { show: 'open' | 'decided' }) {
  const query = trpc.admin.reports.useSuspenseInfiniteQuery({ show }, paging);
  return (
    <ListScreen
      title="Reports"
      description={ABOUT}
      filter={filter(show)}
      query={query}
      empty={{ icon: Flag, title: show === 'open' ? 'Nothing is reported' : 'Nothing decided yet' }}
    >
      {(report) => <ReportEntry key={report.id} report={report} />}
    </ListScreen>
  );
}

const SUBJECTS = {
  package: 'Package',
  profile: 'Profile',
  review: 'Review',
  message: 'Message',
  list: 'List',
} as const;

type Report = Outputs['admin']['reports']['items'][number];

function ReportEntry({ report }: { report: Report }) {
  const { id, subjectKind, subjectLabel, outcome } = report;
  return (
    <Entry
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
            {SUBJECTS[subjectKind]}
          </Badge>
          <Badge variant="light" color="blue" tt="none">
            {report.reason}
          </Badge>
          {outcome !== null && (
            <Badge variant="light" color={outcome === 'none' ? 'gray' : 'red'} tt="none">
              {REPORT_OUTCOME_WORDS[outcome]}
            </Badge>
          )}
          {report.appealOutcome === 'reversed' && (
            <Badge variant="light" color="teal" tt="none">
              Taken back
            </Badge>
          )}
        </>
      }
      meta={
        <>
          of <Person id={report.ownerId} name={report.ownerName} /> · reported by{' '}
          {report.reporterId === null ? (
            'somebody who is gone'
          ) : (
            <Person id={report.reporterId} name={report.reporterName ?? ''} />
          )}{' '}
          · <When at={report.createdAt} />
        </>
      }
      side={outcome === null ? <Decide id={id} kind={subjectKind} label={subjectLabel} /> : undefined}
    >
      <span style={{ whiteSpace: 'pre-wrap' }}>{report.sentence}</span>
      {report.reviewStars !== null && (
        <span style={{ whiteSpace: 'pre-wrap' }}>
          The review: {report.reviewStars} of 5 stars. {report.reviewText}
        </span>
      )}
      {report.decidedAt !== null && (
        <span>
          {report.deciderName} on <When at={report.decidedAt} />: {report.decisionReason}
        </span>
      )}
    </Entry>
  );
}

/** Every way to decide, each with its reason. */
function Decide({ id, kind, label }: { id: string; kind: Report['subjectKind']; label: string }) {
  const decide = (outcome: 'none' | 'hidden' | 'suspended') => (reason: string) =>
    trpcClient.admin.decideReport.mutate({ id, outcome, reason });
  return (
    <Group gap="xs">
      <Act
        label="Leave it"
        subject={label}
        title={`Leave “${label}” as it is?`}
        field="Reason"
        done="Report decided"
        act={decide('none')}
      >
        Nothing changes. Who reported it and whose it is are told so; your reason stays in the audit log.
      </Act>
      {isHideable(kind) && (
        <Act
          label="Hide"
          subject={label}
          title={`Hide “${label}”?`}
          field="Reason"
          destructive
          done={`${SUBJECTS[kind]} hidden`}
          act={decide('hidden')}
        >
          Nobody but its owner sees it any more. The owner reads your reason and may appeal once.
        </Act>
      )}
      <Act
        label="Suspend"
        subject={label}
        title="Suspend the account?"
        field="Reason"
        destructive
        done="Account suspended"
        act={decide('suspended')}
      >
        Nobody can sign in to it, and nothing of it is for sale. The owner reads your reason and may appeal once.
      </Act>
    </Group>
  );
}

function Appeals() {
  const query = trpc.admin.appeals.useSuspenseInfiniteQuery({}, paging);
  return (
    <ListScreen
      title="Reports"
      description={ABOUT}
      filter={filter('appeals')}
      query={query}
      empty={{ icon: Flag, title: 'No appeal waits' }}
    >
      {(decision) => {
        const decide = (outcome: 'upheld' | 'reversed') => (reason: string) =>
          trpcClient.admin.decideAppeal.mutate({ id: decision.id, outcome, reason });
        return (
          <Entry
            key={decision.id}
            title={decision.subjectLabel}
            badges={
              <Badge variant="light" color="red" tt="none">
                {REPORT_OUTCOME_WORDS[decision.outcome]}
              </Badge>
            }
            meta={
              <>
                of <Person id={decision.ownerId} name={decision.ownerName} /> · appealed{' '}
                {decision.appealedAt !== null && <When at={decision.appealedAt} />}
              </>
            }
            side={
              <Group gap="xs">
                <Act
                  label="Keep it"
                  subject={decision.subjectLabel}
                  title="Keep the decision?"
                  field="Reason"
                  done="Appeal decided"
                  act={decide('upheld')}
                >
                  It stays {decision.outcome}. {decision.ownerName} reads your reason; there is no second appeal.
                </Act>
                <Act
                  label="Take it back"
                  subject={decision.subjectLabel}
                  title="Take the decision back?"
                  field="Reason"
                  done="Appeal decided"
                  act={decide('reversed')}
                >
                  {decision.outcome === 'hidden' ? 'The package is shown again.' : 'The account is opened again.'} Both
                  sides are told.
                </Act>
              </Group>
            }
          >
            <span>Decided because: {decision.reason}</span>
            <span style={{ whiteSpace: 'pre-wrap' }}>{decision.appeal}</span>
          </Entry>
        );
      }}
    </ListScreen>
  );
}
