/** /admin/audit?action=&actorPersonId=&subjectId=: the audit log of all staff actions. */
import type { PersonId } from '@marquee/contracts';
import { Button, Group, NativeSelect } from '@mantine/core';
import { ScrollText } from 'lucide-react';
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router-dom';
import { RecordedChanges } from '../../features/staff/admin/RecordedFields.tsx';
import { AdminRow } from '../../features/staff/admin/AdminRow.tsx';
import { AdminListScreen } from '../../features/staff/admin/AdminListScreen.tsx';
import { ADMIN_ACTION_NAMES, type AuditRow } from '../../features/staff/admin/admin.words.ts';
import { paths } from '../../paths.ts';
import { queryUtils, ALWAYS_FRESH, trpc } from '../../trpc.ts';
import { cursorPaging } from '../../ui/LoadMore.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { DateTime } from '../../ui/DateTime.tsx';

interface AuditFilter {
  action?: string;
  actorPersonId?: PersonId;
  subjectId?: string;
}

export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const filter: AuditFilter = Object.fromEntries(
    ['action', 'actorPersonId', 'subjectId'].flatMap((name) => {
      const value = query.get(name);
      return value === null || value === '' ? [] : [[name, value]];
    }),
  );
  await withLoadError(
    queryUtils.admin.audit.fetchInfinite(filter, { ...ALWAYS_FRESH, ...cursorPaging }),
    'Failed to load the audit log',
  );
  return filter;
}

export function Page() {
  const filter = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const query = trpc.admin.audit.useSuspenseInfiniteQuery(filter, cursorPaging);
  const actors = query[0].pages[0]?.actors ?? [];
  const choose = (change: AuditFilter) => {
    const next = Object.fromEntries(Object.entries({ ...filter, ...change }).filter(([, value]) => value !== ''));
    void navigate(paths.adminAudit(next), { preventScrollReset: true });
  };
  return (
    <AdminListScreen
      title="Audit log"
      description="Every staff action, with who did it, when and why. Entries cannot be edited."
      filter={
        <Group gap="md" mb="lg" align="flex-end">
          <NativeSelect
            label="Action"
            value={filter.action ?? ''}
            onChange={(event) => choose({ action: event.currentTarget.value })}
            data={[
              { value: '', label: 'All actions' },
              ...Object.entries(ADMIN_ACTION_NAMES).map(([value, label]) => ({ value, label })),
            ]}
          />
          <NativeSelect
            label="Staff member"
            value={filter.actorPersonId ?? ''}
            onChange={(event) => choose({ actorPersonId: event.currentTarget.value })}
            data={[
              { value: '', label: 'Everyone' },
              ...actors.map(({ id, fullName }) => ({ value: id, label: fullName })),
            ]}
          />
          {Object.keys(filter).length > 0 && (
            <Button component={Link} to={paths.adminAudit()} variant="default">
              Clear filters
            </Button>
          )}
        </Group>
      }
      query={query}
      empty={{
        icon: ScrollText,
        title: Object.keys(filter).length === 0 ? 'No staff actions yet' : 'No entries match these filters',
      }}
    >
      {(row) => <AuditRowItem key={row.id} row={row} />}
    </AdminListScreen>
  );
}

function AuditRowItem({ row }: { row: AuditRow }) {
  const subject = findSubjectPath(row);
  return (
    <AdminRow
      title={`${ADMIN_ACTION_NAMES[row.action] ?? row.action}: ${row.subjectLabel}`}
      {...(subject !== null && { to: subject })}
      meta={
        <>
          {row.actorName ?? 'Command line'} · <DateTime at={row.at} />
        </>
      }
    >
      <span>{row.reason}</span>
      <RecordedChanges before={row.before} after={row.after} />
    </AdminRow>
  );
}

function findSubjectPath({ subjectKind, subjectId }: AuditRow): string | null {
  if (subjectKind === 'user') return paths.adminUser({ id: subjectId });
  if (subjectKind === 'booking') return paths.adminBooking({ id: subjectId });
  if (subjectKind === 'dispute') return paths.adminDispute({ id: subjectId });
  return null;
}
