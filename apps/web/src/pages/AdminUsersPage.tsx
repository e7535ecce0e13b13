/** /admin/users?show=&search= */
import { Users } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { Entries, Entry } from '../features/admin/Entry.tsx';
import { SearchBox } from '../features/admin/SearchBox.tsx';
import { UserBadges } from '../features/admin/UserBadges.tsx';
import { FRESH } from '../features/bookings/booking.ts';
import { paths } from '../paths.ts';
import { data, trpc } from '../trpc.ts';
import { Choices } from '../ui/Choices.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Head } from '../ui/Head.tsx';
import { More, paging } from '../ui/More.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { When } from '../ui/When.tsx';

const SHOWN = { all: 'All', creators: 'Creators', brands: 'Brands', suspended: 'Suspended', admins: 'Admins' } as const;
type Shown = keyof typeof SHOWN;

export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const show = (Object.keys(SHOWN) as Shown[]).find((each) => each === query.get('show')) ?? 'all';
  const input = { show, search: query.get('search') ?? '' };
  await orFail(data.admin.users.fetchInfinite(input, { ...FRESH, ...paging }), 'Failed to load users');
  return input;
}

export function Page() {
  const input = useLoaderData<typeof loader>();
  const [{ pages }, list] = trpc.admin.users.useSuspenseInfiniteQuery(input, paging);
  const users = pages.flatMap((page) => page.items);
  const to = (change: { show?: Shown; search?: string | undefined }) => {
    const { show, search } = { ...input, ...change };
    return paths.adminUsers({ ...(show !== 'all' && { show }), ...(search && { search }) });
  };
  return (
    <>
      <Head title="Users" />
      <PageHeader title="Users" description="Everybody with an account." />
      <SearchBox label="Name, e-mail or username" search={input.search} to={(search) => to({ search })} />
      <Choices label="Which users" choices={(Object.keys(SHOWN) as Shown[]).map((show) => ({ label: SHOWN[show], to: to({ show }), chosen: show === input.show }))} />
      {users.length === 0 ? (
        <EmptyState icon={<Users size={36} strokeWidth={1.5} aria-hidden />} title="Nobody found" text="Try another name or fewer letters." />
      ) : (
        <Entries>
          {users.map((user) => (
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
          ))}
        </Entries>
      )}
      <More list={list} />
    </>
  );
}
