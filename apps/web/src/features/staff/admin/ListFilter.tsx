import { Button, Group } from '@mantine/core';
import { LIMITS } from '@marquee/validation';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ChoiceLinks } from '../../../ui/ChoiceLinks.tsx';
import { LimitedTextInput } from '../../../ui/LimitedText.tsx';

/** Maps each filter value to its label. The first value is the default. */
type FilterLabels<Show extends string> = Readonly<Record<Show, string>>;

const listFilterNames = <Show extends string>(choices: FilterLabels<Show>) => Object.keys(choices) as [Show, ...Show[]];

/** Reads the chosen filter from the request's query string. */
export function parseListFilter<Show extends string>(request: Request, choices: FilterLabels<Show>): { show: Show } {
  const names = listFilterNames(choices);
  const requestedName = new URL(request.url).searchParams.get('show');
  return { show: names.find((name) => name === requestedName) ?? names[0] };
}

/** Reads the chosen filter and the search text from the request's query string. */
export const parseListSearch = <Show extends string>(request: Request, choices: FilterLabels<Show>) => ({
  ...parseListFilter(request, choices),
  search: new URL(request.url).searchParams.get('search') ?? '',
});

interface ListFilterProps<Show extends string> {
  label: string;
  choices: FilterLabels<Show>;
  show: Show;
  to: (to: { show?: Show }) => string;
}

/** Renders a list filter as a row of links. The link for the default filter has no `show` parameter. */
export function ListFilter<Show extends string>({ label, choices, show, to }: ListFilterProps<Show>) {
  return (
    <ChoiceLinks
      label={label}
      choices={listFilterNames(choices).map((name, index) => ({
        label: choices[name],
        to: to(index === 0 ? {} : { show: name }),
        chosen: name === show,
      }))}
    />
  );
}

interface SearchableListFilterProps<Show extends string> extends ListFilterProps<Show> {
  searchLabel: string;
  search: string;
  to: (to: { show?: Show; search?: string }) => string;
}

/**
 * Renders a search field with a list filter below it. Searching keeps the filter, and changing the filter keeps the
 * search text.
 */
export function SearchableListFilter<Show extends string>({
  searchLabel,
  search,
  to,
  ...shown
}: SearchableListFilterProps<Show>) {
  const { choices, show } = shown;
  const filterParams = show === listFilterNames(choices)[0] ? {} : { show };
  return (
    <>
      <ListSearchBox
        label={searchLabel}
        search={search}
        to={(typed) => to({ ...filterParams, ...(typed !== undefined && { search: typed }) })}
      />
      <ListFilter {...shown} to={(chosen) => to({ ...chosen, ...(search !== '' && { search }) })} />
    </>
  );
}

interface ListSearchBoxProps {
  label: string;
  search: string;
  to: (search: string | undefined) => string;
}

/**
 * Renders a search field, prefilled with the search text from the URL. The `key` resets the field when that text
 * changes.
 */
const ListSearchBox = (props: ListSearchBoxProps) => <ListSearchField key={props.search} {...props} />;

function ListSearchField({ label, search, to }: ListSearchBoxProps) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(search);
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void navigate(to(typed.trim() === '' ? undefined : typed.trim()), { preventScrollReset: true });
        }}
      >
        <Group gap="sm" mb="md" wrap="nowrap" align="flex-end">
          <LimitedTextInput
            type="search"
            label={label}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            limit={LIMITS.search}
            flex={1}
            maw={420}
            leftSection={<Search size={16} aria-hidden />}
          />
          <Button type="submit" variant="default">
            Search
          </Button>
        </Group>
      </form>
    </search>
  );
}
