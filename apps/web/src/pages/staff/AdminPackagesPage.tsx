/** /admin/packages?show=&search=: all packages, with filters. */
import { Package } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { AdminListScreen } from '../../features/staff/admin/AdminListScreen.tsx';
import { AdminPackageRow } from '../../features/staff/admin/AdminPackageRow.tsx';
import { SearchableListFilter, parseListSearch } from '../../features/staff/admin/ListFilter.tsx';
import { paths } from '../../paths.ts';
import { queryUtils, ALWAYS_FRESH, trpc } from '../../trpc.ts';
import { cursorPaging } from '../../ui/LoadMore.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { PACKAGE_FAILURES } from '../../features/catalog/packages/packages.words.ts';

const PACKAGE_FILTERS = { all: 'All', hidden: 'Hidden' } as const;

export async function loader({ request }: LoaderFunctionArgs) {
  const input = parseListSearch(request, PACKAGE_FILTERS);
  await withLoadError(
    queryUtils.admin.packages.fetchInfinite(input, { ...ALWAYS_FRESH, ...cursorPaging }),
    PACKAGE_FAILURES.load,
  );
  return input;
}

export function Page() {
  const input = useLoaderData<typeof loader>();
  const query = trpc.admin.packages.useSuspenseInfiniteQuery(input, cursorPaging);
  return (
    <AdminListScreen
      title="Packages"
      description="All packages, newest first. Hidden packages cannot be found or booked."
      filter={
        <SearchableListFilter
          searchLabel="Package or creator"
          label="Filter packages"
          choices={PACKAGE_FILTERS}
          {...input}
          to={paths.adminPackages}
        />
      }
      query={query}
      empty={{ icon: Package, title: input.show === 'hidden' ? 'No hidden packages' : 'No packages found' }}
    >
      {(pack) => <AdminPackageRow key={pack.id} pack={pack} />}
    </AdminListScreen>
  );
}
