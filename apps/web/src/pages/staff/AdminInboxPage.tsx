/** /admin: everything that needs action from staff, in one list. */
import { Text } from '@mantine/core';
import { PLATFORM_LABELS, type Platform } from '@marquee/contracts';
import { CircleCheck } from 'lucide-react';
import { AdminListScreen } from '../../features/staff/admin/AdminListScreen.tsx';
import { AdminRow } from '../../features/staff/admin/AdminRow.tsx';
import {
  DISPUTE_KIND_LABELS,
  getExceptionTitle,
  REPORT_SUBJECT_LABELS,
} from '../../features/staff/admin/admin.words.ts';
import { useNow } from '../../lib/readerClock.ts';
import { paths } from '../../paths.ts';
import { queryUtils, ALWAYS_FRESH, trpc, type RouterOutputs } from '../../trpc.ts';
import { Callout } from '../../ui/Callout.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { cursorPaging } from '../../ui/LoadMore.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';

export async function loader() {
  await withLoadError(
    queryUtils.admin.inbox.fetchInfinite({}, { ...ALWAYS_FRESH, ...cursorPaging }),
    'Failed to load the inbox',
  );
  return null;
}

export function Page() {
  const query = trpc.admin.inbox.useSuspenseInfiniteQuery({}, cursorPaging);
  const { data: work } = trpc.admin.overview.useQuery();
  return (
    <AdminListScreen
      title="Inbox"
      description="Everything that needs a decision or an answer from staff, earliest deadline first."
      filter={
        work?.acceptsFiles === false && (
          <Callout tone="warning" title="Uploads are paused">
            The server’s disk is nearly full. Free some space, or lower STORAGE_MIN_FREE_MB.
          </Callout>
        )
      }
      query={query}
      dense
      empty={{
        icon: CircleCheck,
        title: 'Nothing needs your attention',
        text: 'New disputes, chargebacks, reports and messages appear here.',
      }}
    >
      {(item) => <InboxRow key={`${item.kind} ${item.id}`} item={item} />}
    </AdminListScreen>
  );
}

type InboxItem = RouterOutputs['admin']['inbox']['items'][number];

function InboxRow({ item }: { item: InboxItem }) {
  const { title, to } = describeInboxItem(item);
  const people = [item.brandName, item.creatorName, item.personName].filter((name) => name !== null);
  return (
    <AdminRow
      title={title}
      to={to}
      meta={
        <Text span inherit lineClamp={2}>
          {[item.about, people.join(' and ')].filter(Boolean).join(' · ')}
        </Text>
      }
      side={<InboxTime item={item} />}
    />
  );
}

/** Shows the deadline, in red if it has passed, or else since when the item has been waiting. */
function InboxTime({ item: { at, hasDeadline } }: { item: InboxItem }) {
  const isOverdue = Date.parse(at) < useNow() && hasDeadline;
  return (
    <Text size="sm" c={isOverdue ? 'red' : 'dimmed'} fw={isOverdue ? 650 : undefined}>
      {hasDeadline ? (isOverdue ? 'Overdue since ' : 'Due ') : 'Since '}
      <DateTime at={at} /> (<RelativeTime at={at} />)
    </Text>
  );
}

/** Returns what staff have to do, and the page where they do it. */
function describeInboxItem({ kind, id, detail }: InboxItem): { title: string; to: string } {
  switch (kind) {
    case 'dispute':
      return {
        title:
          detail === 'unanswered'
            ? 'Dispute: waiting for a response'
            : `Decide dispute: ${DISPUTE_KIND_LABELS[detail as keyof typeof DISPUTE_KIND_LABELS].toLowerCase()}`,
        to: paths.adminDispute({ id }),
      };
    case 'chargeback':
      return { title: 'Respond to chargeback', to: paths.adminChargebacks() };
    case 'message':
      return { title: 'Answer message', to: paths.adminMessage({ id }) };
    case 'payout':
      return { title: 'Check blocked payout', to: paths.adminPayouts() };
    case 'exception':
      return { title: `Resolve exception: ${getExceptionTitle(detail ?? '')}`, to: paths.adminExceptions() };
    case 'report':
      return { title: `Decide report about a ${getSubjectLabel(detail)}`, to: paths.adminReports() };
    case 'appeal':
      return { title: `Decide appeal about a ${getSubjectLabel(detail)}`, to: paths.adminReports({ show: 'appeals' }) };
    case 'proof':
      return { title: `Check follower count on ${PLATFORM_LABELS[detail as Platform]}`, to: paths.adminProofs() };
    case 'frozen_account':
      return { title: 'Check locked workspace', to: paths.adminUser({ id }) };
    case 'factor_reset':
      return { title: 'Approve removal of a second factor', to: paths.adminUser({ id }) };
    case 'workspace_return':
      return { title: 'Approve return of a workspace', to: paths.adminUser({ id }) };
    case 'booking':
      return { title: 'Review booking of a suspended account', to: paths.adminBooking({ id }) };
  }
}

const getSubjectLabel = (kind: string | null) =>
  REPORT_SUBJECT_LABELS[kind as keyof typeof REPORT_SUBJECT_LABELS].toLowerCase();
