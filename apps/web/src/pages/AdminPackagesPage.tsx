/** /admin/packages?show=&search= */
import { Package } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { PackageEntries } from '../features/admin/PackageEntries.tsx';
import { SearchBox } from '../features/admin/SearchBox.tsx';
import { FRESH } from '../features/bookings/booking.ts';
import { paths } from '../paths.ts';
import { data, trpc } from '../trpc.ts';
import { Choices } from '../ui/Choices.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Head } from '../ui/Head.tsx';
import { More, paging } from '../ui/More.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const input = { show: query.get('show') === 'hidden' ? ('hidden' as const) : ('all' as const), search: query.get('search') ?? '' };
  await orFail(data.admin.packages.fetchInfinite(input, { ...FRESH, ...paging }), 'Failed to load packages');
  return input;
}

export function Page() {
  const input = useLoaderData<typeof loader>();
  const [{ pages }, list] = trpc.admin.packages.useSuspenseInfiniteQuery(input, paging);
  const packages = pages.flatMap((page) => page.items);
  const to = (change: { show?: 'all' | 'hidden'; search?: string | undefined }) => {
    const { show, search } = { ...input, ...change };
    return paths.adminPackages({ ...(show === 'hidden' && { show }), ...(search && { search }) });
  };
  return (
    <>
      <Head title="Packages" />
      <PageHeader title="Packages" description="Everything that creators offer. A hidden package is as if it were inactive." />
      <SearchBox label="Package, description or creator" search={input.search} to={(search) => to({ search })} />
      <Choices
        label="Which packages"
        choices={[
          { label: 'All', to: to({ show: 'all' }), chosen: input.show === 'all' },
          { label: 'Hidden', to: to({ show: 'hidden' }), chosen: input.show === 'hidden' },
        ]}
      />
      {packages.length === 0 ? (
        <EmptyState icon={<Package size={36} strokeWidth={1.5} aria-hidden />} title={input.show === 'hidden' ? 'No package is hidden' : 'No packages found'} />
      ) : (
        <PackageEntries packages={packages} />
      )}
      <More list={list} />
    </>
  );
}
