/** /admin/packages?show=&search= */
import { Package } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { ListScreen } from '../features/admin/ListScreen.tsx';
import { PackageEntry } from '../features/admin/PackageEntry.tsx';
import { SearchAndShow, searchOf } from '../features/admin/ShowChoices.tsx';
import { paths } from '../paths.ts';
import { data, FRESH, trpc } from '../trpc.ts';
import { paging } from '../ui/More.tsx';
import { orFail } from '../ui/RouteError.tsx';

const SHOWN = { all: 'All', hidden: 'Hidden' } as const;

export async function loader({ request }: LoaderFunctionArgs) {
  const input = searchOf(request, SHOWN);
  await orFail(data.admin.packages.fetchInfinite(input, { ...FRESH, ...paging }), 'Failed to load packages');
  return input;
}

export function Page() {
  const input = useLoaderData<typeof loader>();
  const query = trpc.admin.packages.useSuspenseInfiniteQuery(input, paging);
  return (
    <ListScreen
      title="Packages"
      description="Everything that creators offer. A hidden package is as if it were inactive."
      filter={
        <SearchAndShow
          searchLabel="Package or creator"
          label="Which packages"
          choices={SHOWN}
          {...input}
          to={paths.adminPackages}
        />
      }
      query={query}
      empty={{ icon: Package, title: input.show === 'hidden' ? 'No package is hidden' : 'No packages found' }}
    >
      {(pack) => <PackageEntry key={pack.id} pack={pack} />}
    </ListScreen>
  );
}
