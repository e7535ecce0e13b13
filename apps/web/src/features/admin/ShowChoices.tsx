import { Button, Group, TextInput } from '@mantine/core';
import { LIMITS } from '@marquee/validation';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Choices } from '../../ui/Choices.tsx';

/** The choices with their labels; the first is what is shown when the address names none. */
type Choosable<Show extends string> = Readonly<Record<Show, string>>;

/** The names of the choices, in order. */
const namesOf = <Show extends string>(choices: Choosable<Show>) => Object.keys(choices) as [Show, ...Show[]];

/** What a request asks a list to show. */
export function shownOf<Show extends string>(request: Request, choices: Choosable<Show>): { show: Show } {
  const names = namesOf(choices);
  const asked = new URL(request.url).searchParams.get('show');
  return { show: names.find((name) => name === asked) ?? names[0] };
}

/** The same for a list that can be searched. */
export const searchOf = <Show extends string>(request: Request, choices: Choosable<Show>) => ({
  ...shownOf(request, choices),
  search: new URL(request.url).searchParams.get('search') ?? '',
});

interface ShowChoicesProps<Show extends string> {
  label: string;
  choices: Choosable<Show>;
  show: Show;
  to: (to: { show?: Show }) => string;
}

/** What a list shows, to choose from. The first choice needs no word in the address. */
export function ShowChoices<Show extends string>({ label, choices, show, to }: ShowChoicesProps<Show>) {
  return (
    <Choices
      label={label}
      choices={namesOf(choices).map((name, index) => ({
        label: choices[name],
        to: to(index === 0 ? {} : { show: name }),
        chosen: name === show,
      }))}
    />
  );
}

interface SearchAndShowProps<Show extends string> extends ShowChoicesProps<Show> {
  searchLabel: string;
  search: string;
  to: (to: { show?: Show; search?: string }) => string;
}

/** The same below a search: each of the two keeps what the other says. */
export function SearchAndShow<Show extends string>({ searchLabel, search, to, ...shown }: SearchAndShowProps<Show>) {
  const { choices, show } = shown;
  const kept = show === namesOf(choices)[0] ? {} : { show };
  return (
    <>
      <SearchBox
        label={searchLabel}
        search={search}
        to={(typed) => to({ ...kept, ...(typed !== undefined && { search: typed }) })}
      />
      <ShowChoices {...shown} to={(chosen) => to({ ...chosen, ...(search !== '' && { search }) })} />
    </>
  );
}

interface SearchBoxProps {
  label: string;
  search: string;
  to: (search: string | undefined) => string;
}

/** Searches a list: what is searched for is in the address, and what the address says is in the field. */
const SearchBox = (props: SearchBoxProps) => <Field key={props.search} {...props} />;

function Field({ label, search, to }: SearchBoxProps) {
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
          <TextInput
            type="search"
            label={label}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            maxLength={LIMITS.search}
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
