import { Choices } from '../../ui/Choices.tsx';
import { SearchBox } from './SearchBox.tsx';
import { namesOf, type Choosable } from './shown.ts';

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
