/** /admin/terms: the platform fee and the time limits of each booking step. */
import { Stack, Title } from '@mantine/core';
import { formatRate } from '@marquee/money';
import { AdminHeader } from '../../features/staff/admin/AdminHeader.tsx';
import { AdminRows, AdminRow } from '../../features/staff/admin/AdminRow.tsx';
import { listTermsChanges, OperatorTermsForm } from '../../features/staff/admin/OperatorTermsForm.tsx';
import { queryUtils, ALWAYS_FRESH, trpc } from '../../trpc.ts';
import { LoadMore, cursorPaging } from '../../ui/LoadMore.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { DateTime } from '../../ui/DateTime.tsx';

export async function loader() {
  await withLoadError(
    queryUtils.operatorTerms.list.fetchInfinite({}, { ...ALWAYS_FRESH, ...cursorPaging }),
    'Failed to load the terms',
  );
  return null;
}

export function Page() {
  const [{ pages }, list] = trpc.operatorTerms.list.useSuspenseInfiniteQuery({}, cursorPaging);
  const all = pages.flatMap((page) => page.items);
  const [current] = all;
  return (
    <>
      <AdminHeader
        title="Fee and deadlines"
        description="Set the fee and the time limit of each booking step. All pages, emails and legal texts use these values."
      />
      <Stack gap="xl">
        {current !== undefined && <OperatorTermsForm key={current.number} terms={current} />}
        <section aria-labelledby="history">
          <Title order={2} fz="lg" mb="md" id="history">
            History
          </Title>
          <AdminRows>
            {all.map((terms, at) => {
              const before = all[at + 1];
              return (
                <AdminRow
                  key={terms.id}
                  title={`Version ${terms.number}: ${formatRate(terms.feeBps)} fee`}
                  meta={
                    <>
                      {terms.setByName ?? 'Default terms'} · <DateTime at={terms.setAt} />
                    </>
                  }
                >
                  <span>{terms.reason}</span>
                  {before !== undefined && (
                    <ul>
                      {listTermsChanges(before, terms).map((line) => (
                        <li key={line}>{line}</li>
                      ))}
                    </ul>
                  )}
                </AdminRow>
              );
            })}
          </AdminRows>
          <LoadMore list={list} />
        </section>
      </Stack>
    </>
  );
}
