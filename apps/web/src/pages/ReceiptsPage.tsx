/** /receipts?from=&to=&search=: a brand's receipts. */
import { Anchor, Button, Card, Container, Group, Text, Title } from '@mantine/core';
import { ReceiptText } from 'lucide-react';
import { Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router-dom';
import { DownloadButton } from '../features/receipts/DownloadButton.tsx';
import { FileLinks } from '../features/receipts/FileLinks.tsx';
import { isAll, NothingFound, PapersFilter, papersOf } from '../features/receipts/PapersFilter.tsx';
import { paths } from '../paths.ts';
import { requireUser } from '../session.ts';
import { data, FRESH, trpc, type Outputs } from '../trpc.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Head } from '../ui/Head.tsx';
import { Money } from '../ui/Money.tsx';
import { More, paging } from '../ui/More.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { When } from '../ui/When.tsx';
import { Rows } from '../ui/Rows.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  if (user.userType !== 'brand') throw redirect(paths.payouts());
  const wanted = papersOf(request);
  await orFail(data.receipts.list.fetchInfinite(wanted, { ...FRESH, ...paging }), 'Failed to load receipts');
  return wanted;
}

const fileOf = ({ kind }: Outputs['receipts']['list']['items'][number]) =>
  kind === 'credit_note' ? paths.creditNoteFile : paths.receiptFile;

export function Page() {
  const wanted = useLoaderData<typeof loader>();
  const [{ pages }, list] = trpc.receipts.list.useSuspenseInfiniteQuery(wanted, paging);
  const receipts = pages.flatMap((page) => page.items);
  const hasAny = receipts.length > 0 || !isAll(wanted);
  return (
    <Container size="lg" py="xl">
      <Head title="Receipts" />
      <PageHeader
        title="Receipts"
        description="A receipt for every booking whose card was charged, and a credit note for what you got back."
      />
      {hasAny && (
        <PapersFilter wanted={wanted} searchLabel="Number, package, creator or PO number" to={paths.receipts}>
          <DownloadButton
            label="PDFs (ZIP)"
            name="Download all that are shown as PDFs, in one ZIP file"
            href={paths.receiptFiles({ form: 'zip', ...wanted })}
          />
          <DownloadButton
            label="CSV"
            name="Download all that are shown as one CSV table"
            href={paths.receiptFiles({ form: 'csv', ...wanted })}
          />
        </PapersFilter>
      )}
      {receipts.length === 0 && hasAny ? (
        <NothingFound list={list} what="receipt" />
      ) : receipts.length === 0 ? (
        <EmptyState
          icon={<ReceiptText size={36} strokeWidth={1.5} aria-hidden />}
          title="No receipts yet"
          text="Your card is charged when a creator accepts your booking. The receipt is here from then on."
          action={
            <Button component={Link} to={paths.bookings()} variant="default">
              Your bookings
            </Button>
          }
        />
      ) : (
        <Rows>
          {receipts.map((receipt) => (
            <Card component="li" key={receipt.number} p="md">
              <Group justify="space-between" gap="md">
                <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                  <Title order={2} fz="md">
                    {receipt.kind === 'credit_note' ? 'Credit note' : 'Receipt'} {receipt.number}
                  </Title>
                  <Text size="sm" c="dimmed">
                    <Anchor
                      component={Link}
                      to={paths.bookingDetails({ bookingId: receipt.bookingId })}
                      underline="always"
                      inherit
                    >
                      {receipt.packageName}
                    </Anchor>{' '}
                    by {receipt.creatorName} · <When at={receipt.issuedAt} dateOnly />
                    {receipt.kind === 'credit_note' && <span>{` · for receipt ${receipt.receiptNumber}`}</span>}
                  </Text>
                </div>
                <Group gap="lg">
                  <div>
                    <Money cents={receipt.amountCents} fw={650} />
                    {receipt.kind === 'receipt' && receipt.refundedCents > 0 && (
                      <Text size="sm" c="dimmed">
                        <Money cents={receipt.refundedCents} /> given back
                      </Text>
                    )}
                  </div>
                  <FileLinks
                    of={receipt.number}
                    pdf={fileOf(receipt)({ bookingId: receipt.bookingId, form: 'pdf' })}
                    csv={fileOf(receipt)({ bookingId: receipt.bookingId, form: 'csv' })}
                  />
                </Group>
              </Group>
            </Card>
          ))}
        </Rows>
      )}
      <More list={list} />
    </Container>
  );
}
