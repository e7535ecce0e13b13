/** /admin/audit?action=&actorId=&subjectId=: everything that staff did. */
import { Button, Group, NativeSelect } from '@mantine/core';
import { ScrollText } from 'lucide-react';
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router-dom';
import { DataChanges } from '../features/admin/DataFacts.tsx';
import { Entry } from '../features/admin/Entry.tsx';
import { ListScreen } from '../features/admin/ListScreen.tsx';
import { ACTIONS, type AuditRow } from '../features/admin/words.ts';
import { paths } from '../paths.ts';
import { data, FRESH, trpc } from '../trpc.ts';
import { paging } from '../ui/More.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { When } from '../ui/When.tsx';

interface Filter {
  action?: string;
  actorId?: string;
  subjectId?: string;
}

export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const filter: Filter = Object.fromEntries(
    ['action', 'actorId', 'subjectId'].flatMap((name) => {
      const value = query.get(name);
      return value === null || value === '' ? [] : [[name, value]];
    }),
  );
  await orFail(data.admin.audit.fetchInfinite(filter, { ...FRESH, ...paging }), 'Failed to load the audit log');
  return filter;
}

export function Page() {
  const filter = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const query = trpc.admin.audit.useSuspenseInfiniteQuery(filter, paging);
  const actors = query[0].pages[0]?.actors ?? [];
  const choose = (change: Filter) => {
    const next = Object.fromEntries(Object.entries({ ...filter, ...change }).filter(([, value]) => value !== ''));
    void navigate(paths.adminAudit(next), { preventScrollReset: true });
  };
  return (
    <ListScreen
      title="Audit log"
      description="Everything that staff did: who, what, on what, why. It cannot be changed."
      filter={
        <Group gap="md" mb="lg" align="flex-end">
          <NativeSelect
            label="What"
            value={filter.action ?? ''}
            onChange={(event) => choose({ action: event.currentTarget.value })}
            data={[
              { value: '', label: 'Everything' },
              ...Object.entries(ACTIONS).map(([value, label]) => ({ value, label })),
            ]}
          />
          <NativeSelect
            label="Who"
            value={filter.actorId ?? ''}
            onChange={(event) => choose({ actorId: event.currentTarget.value })}
            data={[
              { value: '', label: 'Everybody' },
              ...actors.map(({ id, fullName }) => ({ value: id, label: fullName })),
            ]}
          />
          {Object.keys(filter).length > 0 && (
            <Button component={Link} to={paths.adminAudit()} variant="default">
              Show everything
            </Button>
          )}
        </Group>
      }
      query={query}
      empty={{ icon: ScrollText, title: 'Nothing was done yet' }}
    >
      {(row) => <Row key={row.id} row={row} />}
    </ListScreen>
  );
}

function Row({ row }: { row: AuditRow }) {
  const subject = subjectPath(row);
  return (
    <Entry
      title={`${ACTIONS[row.action] ?? row.action}: ${row.subjectLabel}`}
      {...(subject !== null && { to: subject })}
      meta={
        <>
          {row.actorName ?? 'Command line'} · <When at={row.at} />
        </>
      }
    >
      <span>{row.reason}</span>
      <DataChanges before={row.before} after={row.after} />
    </Entry>
  );
}

function subjectPath({ subjectKind, subjectId }: AuditRow): string | null {
  if (subjectKind === 'user') return paths.adminUser({ id: subjectId });
  if (subjectKind === 'booking') return paths.adminBooking({ id: subjectId });
  if (subjectKind === 'dispute') return paths.adminDispute({ id: subjectId });
  return null;
}
