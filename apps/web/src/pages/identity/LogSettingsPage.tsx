/** /settings/log?memberId=&topic=&from=&to=: what members did for the acting workspace, for owners. */
import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { actionFilter, type ActionFilter } from '@marquee/validation';
import { ACTION_TOPICS, describeAction, describeActor, hasPermission } from '@marquee/contracts';
import { ScrollText } from 'lucide-react';
import { redirect, useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router-dom';
import { DownloadButton } from '../../features/money/receipts/DownloadButton.tsx';
import { SettingsTabs } from '../../features/identity/settings/SettingsTabs.tsx';
import { paths } from '../../paths.ts';
import { requireUser } from '../../session.ts';
import { ALWAYS_FRESH, queryUtils, trpc } from '../../trpc.ts';
import { AnchoredSection } from '../../ui/AnchoredSection.tsx';
import { Columns } from '../../ui/Columns.tsx';
import { DateTime, TimeZoneNote } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { cursorPaging, LoadMore } from '../../ui/LoadMore.tsx';
import { NarrowContainer } from '../../ui/NarrowContainer.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { StackList } from '../../ui/StackList.tsx';

/** Reads the filter from the request's query string. Invalid values are ignored. */
function parseActionFilter(request: Request): ActionFilter {
  const query = new URL(request.url).searchParams;
  return Object.fromEntries(
    Object.entries(actionFilter.shape).flatMap(([name, field]) => {
      const value = query.get(name);
      return value !== null && field.safeParse(value).success ? [[name, value]] : [];
    }),
  );
}

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  if (!hasPermission(user.memberRole, 'members.manage')) throw redirect(paths.settingsMembers());
  const filter = parseActionFilter(request);
  await withLoadError(
    Promise.all([
      queryUtils.workspaces.actions.fetchInfinite(filter, { ...ALWAYS_FRESH, ...cursorPaging }),
      queryUtils.workspaces.timeZone.fetch(undefined, ALWAYS_FRESH),
    ]),
    'Failed to load the activity log',
  );
  return filter;
}

export function Page() {
  const filter = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const [{ timeZone }] = trpc.workspaces.timeZone.useSuspenseQuery();
  const [{ pages }, list] = trpc.workspaces.actions.useSuspenseInfiniteQuery(filter, cursorPaging);
  const actions = pages.flatMap(({ items }) => items);
  const members = pages[0]?.members ?? [];
  const isFiltered = Object.keys(filter).length > 0;
  const choose = (change: Record<string, string>) => {
    const next = Object.fromEntries(Object.entries({ ...filter, ...change }).filter(([, value]) => value !== ''));
    void navigate(paths.settingsLog(next), { preventScrollReset: true });
  };
  const day = (label: string, name: 'from' | 'to') => (
    <TextInput
      type="date"
      label={label}
      max="9999-12-31"
      value={filter[name] ?? ''}
      onChange={({ currentTarget }) => choose({ [name]: currentTarget.value })}
    />
  );
  return (
    <NarrowContainer>
      <PageMeta title="Activity log" />
      <PageHeader title="Settings" description="Actions of members, Stripe and Marquee in this workspace." />
      <SettingsTabs />
      <AnchoredSection
        id="log"
        title="Activity log"
        text="Entries cannot be edited, and are kept as long as the workspace exists."
      >
        <Stack gap="lg">
          <search>
            <Columns count={2} from="xs">
              <NativeSelect
                label="Member"
                value={filter.memberId ?? ''}
                onChange={({ currentTarget }) => choose({ memberId: currentTarget.value })}
                data={[
                  { value: '', label: 'Everyone' },
                  ...members.map(({ id, fullName }) => ({ value: id, label: fullName })),
                ]}
              />
              <NativeSelect
                label="Action"
                value={filter.topic ?? ''}
                onChange={({ currentTarget }) => choose({ topic: currentTarget.value })}
                data={[
                  { value: '', label: 'All actions' },
                  ...Object.entries(ACTION_TOPICS).map(([value, label]) => ({ value, label })),
                ]}
              />
              {day('From', 'from')}
              {day('To', 'to')}
            </Columns>
            <Text size="sm" c="dimmed" mt="xs">
              {`Days begin in the time zone of the workspace (${timeZone}). `}
              <TimeZoneNote />
            </Text>
          </search>
          {actions.length === 0 ? (
            <EmptyState
              icon={<ScrollText size={36} strokeWidth={1.5} aria-hidden />}
              title={isFiltered ? 'No entries match these filters' : 'No entries yet'}
              text={
                isFiltered
                  ? 'Choose other filters or a longer period.'
                  : 'Changes of members, orders and budgets appear here.'
              }
              action={
                isFiltered && (
                  <Button variant="default" onClick={() => void navigate(paths.settingsLog())}>
                    Clear filters
                  </Button>
                )
              }
            />
          ) : (
            <>
              <div>
                <DownloadButton
                  label="CSV"
                  name="Download the entries in this list as CSV"
                  href={paths.workspaceLogFile(filter)}
                />
              </div>
              <StackList gap="sm">
                {actions.map(({ id, memberName, topic, about, at, ...action }) => (
                  <li key={id}>
                    <Text
                      style={{ overflowWrap: 'anywhere' }}
                    >{`${describeActor({ memberName, topic })} ${describeAction(action, about)}`}</Text>
                    <Text size="sm" c="dimmed">
                      <DateTime at={at} />
                    </Text>
                  </li>
                ))}
              </StackList>
              <LoadMore list={list} />
            </>
          )}
        </Stack>
      </AnchoredSection>
    </NarrowContainer>
  );
}
