import type { LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { LoadMore, type PagedList as Query } from '../../ui/LoadMore.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { DenseAdminRows, AdminRows } from './AdminRow.tsx';

interface AdminListScreenProps<Row> {
  title: string;
  description: string;
  /** Filter controls, shown above the list. */
  filter?: ReactNode;
  /** The result of the infinite query. */
  query: readonly [{ pages: readonly { items: readonly Row[] }[] }, Query];
  empty: { icon: LucideIcon; title: string; text?: string };
  /** Shows rows in one sheet instead of as cards. */
  dense?: boolean;
  /** Renders one row, including its `key`. */
  children: (row: Row) => ReactElement;
}

/** An admin page that consists of one paged list. */
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
      <PageMeta title={title} />
      <PageHeader title={title} description={description} />
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
