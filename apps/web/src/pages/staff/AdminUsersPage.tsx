/** /admin/users?show=&search=: all users, with filters. */
import { Users } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { UserBadges } from '../../features/staff/admin/Badges.tsx';
import { AdminRow } from '../../features/staff/admin/AdminRow.tsx';
import { AdminListScreen } from '../../features/staff/admin/AdminListScreen.tsx';
import { SearchableListFilter, parseListSearch } from '../../features/staff/admin/ListFilter.tsx';
import { paths } from '../../paths.ts';
import { queryUtils, ALWAYS_FRESH, trpc } from '../../trpc.ts';
import { cursorPaging } from '../../ui/LoadMore.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { DateTime } from '../../ui/DateTime.tsx';

const USER_FILTERS = {
  all: 'All',
  creators: 'Creators',
  brands: 'Brands',
  suspended: 'Suspended',
  admins: 'Admins',
} as const;

export async function loader({ request }: LoaderFunctionArgs) {
  const input = parseListSearch(request, USER_FILTERS);
  await withLoadError(
    queryUtils.admin.users.fetchInfinite(input, { ...ALWAYS_FRESH, ...cursorPaging }),
    'Failed to load users',
  );
  return input;
}

export function Page() {
  const input = useLoaderData<typeof loader>();
  const query = trpc.admin.users.useSuspenseInfiniteQuery(input, cursorPaging);
  return (
    <AdminListScreen
      title="Users"
      description="All accounts, newest first."
      filter={
        <SearchableListFilter
          searchLabel="Name, email or username"
          label="Filter users"
          choices={USER_FILTERS}
          {...input}
          to={paths.adminUsers}
        />
      }
      query={query}
      dense
      empty={{ icon: Users, title: 'No users found', text: 'Check the spelling, or search for fewer letters.' }}
    >
      {(user) => (
        <AdminRow
          key={user.id}
          title={user.fullName}
          to={paths.adminUser({ id: user.id })}
          badges={<UserBadges user={user} />}
          meta={
            <>
              @{user.username} · {user.email} · joined <DateTime at={user.createdAt} dateOnly />
            </>
          }
        />
      )}
    </AdminListScreen>
  );
}
