import type { LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LoadMore, type PagedList as Query } from '../../../ui/LoadMore.tsx';
import { AdminHeader } from './AdminHeader.tsx';
import { DenseAdminRows, AdminRows } from './AdminRow.tsx';

interface AdminListScreenProps<Row> {
  title: string;
  description: string;
  filter?: ReactNode;
  /** The loaded pages and the query object, as tRPC's `useSuspenseInfiniteQuery` returns them. */
  query: readonly [{ pages: readonly { items: readonly Row[] }[] }, Query];
  empty: { icon: LucideIcon; title: string; text?: string; action?: ReactNode };
  /** Renders all rows in one card instead of one card per row. */
  dense?: boolean;
  /** Renders one row. The returned element needs a `key`. */
  children: (row: Row) => ReactElement;
}

/** Renders an admin page that consists of a single paginated list. */
export function AdminListScreen<Row>({
  title,
  description,
  filter,
  query: [{ pages }, list],
  empty,
  dense = false,
  children,
}: AdminListScreenProps<Row>) {
  const rows = pages.flatMap((page) => page.items);
  const List = dense ? DenseAdminRows : AdminRows;
  const { icon: Icon, ...words } = empty;
  return (
    <>
      <AdminHeader title={title} description={description} />
      {filter}
      {rows.length === 0 ? (
        <EmptyState icon={<Icon size={36} strokeWidth={1.5} aria-hidden />} {...words} />
      ) : (
        <List>{rows.map((row) => children(row))}</List>
      )}
      <LoadMore list={list} />
    </>
  );
}
