import { Anchor, Button, Card, Container, Group, Text, Title } from '@mantine/core';
import { ReceiptText } from 'lucide-react';
import { Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router-dom';
import { DownloadButton } from '../../features/money/receipts/DownloadButton.tsx';
import { DocumentFileLinks } from '../../features/money/receipts/DocumentFileLinks.tsx';
import {
  isFilterEmpty,
  NoDocumentsFound,
  DocumentFilterForm,
  parseDocumentFilter,
} from '../../features/money/receipts/DocumentFilterForm.tsx';
import { paths } from '../../paths.ts';
import { requireUser } from '../../session.ts';
import { queryUtils, ALWAYS_FRESH, trpc, type RouterOutputs } from '../../trpc.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { Money } from '../../ui/Money.tsx';
import { LoadMore, cursorPaging } from '../../ui/LoadMore.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { RowsCard } from '../../ui/RowsCard.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  if (user.userType !== 'brand') throw redirect(paths.payouts());
  const documentFilter = parseDocumentFilter(request);
  await withLoadError(
    queryUtils.receipts.list.fetchInfinite(documentFilter, { ...ALWAYS_FRESH, ...cursorPaging }),
    'Failed to load receipts',
  );
  return documentFilter;
}

const getReceiptFilePath = ({ kind }: RouterOutputs['receipts']['list']['items'][number]) =>
  kind === 'credit_note' ? paths.creditNoteFile : paths.receiptFile;

export function Page() {
  const documentFilter = useLoaderData<typeof loader>();
  const [{ pages }, list] = trpc.receipts.list.useSuspenseInfiniteQuery(documentFilter, cursorPaging);
  const receipts = pages.flatMap((page) => page.items);
  const hasAny = receipts.length > 0 || !isFilterEmpty(documentFilter);
  return (
    <Container size="lg" py="xl">
      <PageMeta title="Receipts" />
      <PageHeader title="Receipts" description="Receipts for your payments, and credit notes for your refunds." />
      {hasAny && (
        <DocumentFilterForm
          wanted={documentFilter}
          searchLabel="Number, package, creator or PO number"
          to={paths.receipts}
        >
          <DownloadButton
            label="PDFs (ZIP)"
            name="Download all receipts in this list as PDFs in a ZIP file"
            href={paths.receiptFiles({ form: 'zip', ...documentFilter })}
          />
          <DownloadButton
            label="CSV"
            name="Download all receipts in this list as CSV"
            href={paths.receiptFiles({ form: 'csv', ...documentFilter })}
          />
        </DocumentFilterForm>
      )}
      {receipts.length === 0 && hasAny ? (
        <NoDocumentsFound list={list} what="receipt" />
      ) : receipts.length === 0 ? (
        <EmptyState
          icon={<ReceiptText size={36} strokeWidth={1.5} aria-hidden />}
          title="No receipts yet"
          text="Your receipts appear here when a creator accepts your booking and your card is charged."
          action={
            <Button component={Link} to={paths.bookings()} variant="default">
              View bookings
            </Button>
          }
        />
      ) : (
        <RowsCard>
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
                    by {receipt.creatorName} · <DateTime at={receipt.issuedAt} dateOnly />
                    {receipt.clientName !== null && <span>{` · for ${receipt.clientName}`}</span>}
                    {receipt.kind === 'credit_note' && <span>{` · for receipt ${receipt.receiptNumber}`}</span>}
                  </Text>
                </div>
                <Group gap="lg">
                  <div>
                    <Money cents={receipt.amountCents} fw={650} />
                    {receipt.kind === 'receipt' && receipt.refundedCents > 0 && (
                      <Text size="sm" c="dimmed">
                        <Money cents={receipt.refundedCents} /> refunded
                      </Text>
                    )}
                  </div>
                  <DocumentFileLinks
                    of={receipt.number}
                    pdf={getReceiptFilePath(receipt)({ bookingId: receipt.bookingId, form: 'pdf' })}
                    csv={getReceiptFilePath(receipt)({ bookingId: receipt.bookingId, form: 'csv' })}
                  />
                </Group>
              </Group>
            </Card>
          ))}
        </RowsCard>
      )}
      <LoadMore list={list} />
    </Container>
  );
}
