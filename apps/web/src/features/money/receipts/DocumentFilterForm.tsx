/** Filters receipts and payouts by date and search text. The filter is stored in the URL. */
import { Button, Group, Text, TextInput } from '@mantine/core';
import { LIMITS, type DocumentFilter } from '@marquee/validation';
import { isCalendarDay } from '@marquee/time';
import { Search } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import classes from './DocumentFilterForm.module.css';
import { LimitedTextInput } from '../../../ui/LimitedText.tsx';

/** Reads the filter from the request's query string. Invalid dates are ignored. */
export function parseDocumentFilter(request: Request): DocumentFilter {
  const query = new URL(request.url).searchParams;
  const search = (query.get('search') ?? '').trim().slice(0, LIMITS.search);
  return { ...parseDayParam('from', query), ...parseDayParam('to', query), ...(search !== '' && { search }) };
}

function parseDayParam(name: 'from' | 'to', query: URLSearchParams): DocumentFilter {
  const value = query.get(name);
  return value !== null && isCalendarDay(value) ? { [name]: value } : {};
}

export const isFilterEmpty = ({ from, to, search }: DocumentFilter): boolean =>
  from === undefined && to === undefined && search === undefined;

interface DocumentFilterFormProps {
  wanted: DocumentFilter;
  /** The label of the search field, such as 'Number, package or creator'. */
  searchLabel: string;
  to: (wanted: DocumentFilter) => string;
  children?: ReactNode;
}

export const DocumentFilterForm = (props: DocumentFilterFormProps) => (
  <DocumentFilterFields key={JSON.stringify(props.wanted)} {...props} />
);

function DocumentFilterFields({ wanted, searchLabel, to, children }: DocumentFilterFormProps) {
  const navigate = useNavigate();
  const [from, setFrom] = useState(wanted.from ?? '');
  const [last, setLast] = useState(wanted.to ?? '');
  const [search, setSearch] = useState(wanted.search ?? '');
  const [isWrong, setIsWrong] = useState(false);
  const day = (label: string, value: string, set: (value: string) => void) => (
    <TextInput
      type="date"
      label={label}
      max="9999-12-31"
      value={value}
      onChange={(event) => {
        set(event.currentTarget.value);
        setIsWrong(false);
      }}
      error={isWrong && label === 'To' && 'This date is before the start date'}
    />
  );
  return (
    <search>
      <form
        className={classes.fields}
        onSubmit={(event) => {
          event.preventDefault();
          if (from !== '' && last !== '' && last < from) return setIsWrong(true);
          const typed = search.trim();
          void navigate(
            to({
              ...(from !== '' && { from }),
              ...(last !== '' && { to: last }),
              ...(typed !== '' && { search: typed }),
            }),
            { preventScrollReset: true },
          );
        }}
      >
        <LimitedTextInput
          className={classes.search ?? ''}
          type="search"
          label={searchLabel}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          limit={LIMITS.search}
          leftSection={<Search size={16} aria-hidden />}
        />
        {day('From', from, setFrom)}
        {day('To', last, setLast)}
        <Group gap="sm">
          <Button type="submit" variant="default">
            Show
          </Button>
          {!isFilterEmpty(wanted) && (
            <Button component={Link} to={to({})} variant="subtle" preventScrollReset>
              Show all
            </Button>
          )}
        </Group>
      </form>
      {children !== undefined && (
        <Group gap="sm" mb="md">
          <Text size="sm" c="dimmed">
            {isFilterEmpty(wanted) ? 'Download all:' : 'Download results:'}
          </Text>
          {children}
        </Group>
      )}
    </search>
  );
}

/**
 * Shown if the loaded part of a list contains no matches. Long lists are searched in parts, so the next part may
 * contain matches.
 */
export const NoDocumentsFound = ({ list, what }: { list: { hasNextPage: boolean }; what: string }) =>
  list.hasNextPage ? (
    <Text c="dimmed">No matches among your 1,000 newest documents. Click “Show more” to search older ones.</Text>
  ) : (
    <EmptyState
      icon={<Search size={36} strokeWidth={1.5} aria-hidden />}
      title={`No ${what}s found`}
      text="Try other words or a longer period."
    />
  );
