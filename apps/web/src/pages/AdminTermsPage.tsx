/** /admin/terms: the platform's fee, and how long each step of a booking may take. */
import { Stack, Title } from '@mantine/core';
import { formatRate } from '@marquee/money';
import { Entries, Entry } from '../features/admin/Entry.tsx';
import { changesOf, TermsForm } from '../features/admin/TermsForm.tsx';
import { data, FRESH, trpc } from '../trpc.ts';
import { Head } from '../ui/Head.tsx';
import { More, paging } from '../ui/More.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { When } from '../ui/When.tsx';

export async function loader() {
  await orFail(data.terms.list.fetchInfinite({}, { ...FRESH, ...paging }), 'Failed to load the terms');
  return null;
}

export function Page() {
  const [{ pages }, list] = trpc.terms.list.useSuspenseInfiniteQuery({}, paging);
  const all = pages.flatMap((page) => page.items);
  const [current] = all;
  return (
    <>
      <Head title="Fee and windows" />
      <PageHeader
        title="Fee and windows"
        description="What the platform adds to a price, and how long each step of a booking may take. Every screen, mail and term says these."
      />
      <Stack gap="xl">
        {current !== undefined && <TermsForm key={current.number} terms={current} />}
        <section aria-labelledby="history">
          <Title order={2} fz="lg" mb="md" id="history">
            When they were set
          </Title>
          <Entries>
            {all.map((terms, at) => {
              const before = all[at + 1];
              return (
                <Entry
                  key={terms.id}
                  title={`Terms ${terms.number}: ${formatRate(terms.feeBps)} fee`}
                  meta={
                    <>
                      {terms.setByName ?? 'With the product'} · <When at={terms.setAt} />
                    </>
                  }
                >
                  <span>{terms.reason}</span>
                  {before !== undefined && (
                    <ul>
                      {changesOf(before, terms).map((line) => (
                        <li key={line}>{line}</li>
                      ))}
                    </ul>
                  )}
                </Entry>
              );
            })}
          </Entries>
          <More list={list} />
        </section>
      </Stack>
    </>
  );
}
