/** /admin/users?show=&search= */
import { Users } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { UserBadges } from '../features/admin/Badges.tsx';
import { Entry } from '../features/admin/Entry.tsx';
import { ListScreen } from '../features/admin/ListScreen.tsx';
import { SearchAndShow, searchOf } from '../features/admin/ShowChoices.tsx';
import { paths } from '../paths.ts';
import { data, FRESH, trpc } from '../trpc.ts';
import { paging } from '../ui/More.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { When } from '../ui/When.tsx';

const SHOWN = { all: 'All', creators: 'Creators', brands: 'Brands', suspended: 'Suspended', admins: 'Admins' } as const;

export async function loader({ request }: LoaderFunctionArgs) {
  const input = searchOf(request, SHOWN);
  await orFail(data.admin.users.fetchInfinite(input, { ...FRESH, ...paging }), 'Failed to load users');
  return input;
}

export function Page() {
  const input = useLoaderData<typeof loader>();
  const query = trpc.admin.users.useSuspenseInfiniteQuery(input, paging);
  return (
    <ListScreen
      title="Users"
      description="Everybody with an account."
      filter={
        <SearchAndShow
          searchLabel="Name, e-mail or username"
          label="Which users"
          choices={SHOWN}
          {...input}
          to={paths.adminUsers}
        />
      }
      query={query}
      dense
      empty={{ icon: Users, title: 'Nobody found', text: 'Try another name or fewer letters.' }}
    >
      {(user) => (
        <Entry
          key={user.id}
          title={user.fullName}
          to={paths.adminUser({ id: user.id })}
          badges={<UserBadges user={user} />}
          meta={
            <>
              @{user.username} · {user.email} · since <When at={user.createdAt} dateOnly />
            </>
          }
        />
      )}
    </ListScreen>
  );
}
