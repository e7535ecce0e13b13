/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- no element is a field with suggestions that lead to
   several kinds of place; the keys that choose one are the field's. */
import { Button } from '@mantine/core';
import { LIMITS } from '@marquee/validation';
import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { trpc, type RouterOutputs } from '../../../trpc.ts';
import { SkipLink } from '../../../ui/SkipLink.tsx';
import classes from './CreatorSearchBox.module.css';
import { useCreatorSearch } from './useCreatorSearch.ts';
import { LimitedTextInput } from '../../../ui/LimitedText.tsx';

/** Delay between the last key press and the update of the results. */
const SEARCH_DEBOUNCE_MS = 300;
/**
 * Delay between the last key press and the update of the suggestions. Shorter than for results, because suggestions
 * cost less and are needed while typing.
 */
const SUGGEST_DEBOUNCE_MS = 120;

type SearchSuggestion = RouterOutputs['discovery']['suggest'][number];

/**
 * Renders a search field that updates the results while the user types, and suggests words, categories and creators.
 * It follows the WAI-ARIA combobox pattern, in which the focus stays in the field. Before hydration it works as a
 * plain form. `resultsId` is the id of the results, to which keyboard users can skip.
 */
export function CreatorSearchBox({ resultsId }: { resultsId: string }) {
  const { typedQuery: currentQuery, change } = useCreatorSearch();
  const navigate = useNavigate();
  const [text, setText] = useState(currentQuery);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { items, isOpen, active, setActive, open, close } = useSuggestions(text);
  const id = useId();

  // Updates the text if the query in the URL has changed without typing, because the user went back or removed a
  // filter.
  useEffect(() => {
    if (pause.current === undefined) setText((typed) => (typed.trim() === currentQuery ? typed : currentQuery));
  }, [currentQuery]);
  useEffect(() => () => clearTimeout(pause.current), []);

  const search = (value: string) => {
    clearTimeout(pause.current);
    pause.current = undefined;
    const query = value.trim();
    if (query !== currentQuery && query.length <= LIMITS.search)
      change({ query: query === '' ? undefined : query, isAsTyped: undefined }, { replace: true });
  };
  // A filter may change while the timer runs. Because of this ref, the search uses the filters that are set when the
  // timer ends.
  const later = useRef(search);
  useEffect(() => {
    later.current = search;
  });

  const type = (value: string) => {
    setText(value);
    open();
    clearTimeout(pause.current);
    pause.current = setTimeout(() => later.current(value), SEARCH_DEBOUNCE_MS);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    close();
    search(text);
  };
  const choose = (item: SearchSuggestion) => {
    close();
    if (item.kind === 'text') {
      setText(item.text);
      search(item.text);
      return;
    }
    clearTimeout(pause.current);
    pause.current = undefined;
    if (item.kind === 'creator') {
      void navigate(paths.profile({ username: item.username }));
      return;
    }
    setText('');
    change({ query: undefined, isAsTyped: undefined, categories: [item.category] });
  };
  const press = (event: KeyboardEvent) => {
    const activeItem = items[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      // Moving past either end of the list returns to the text field (index -1).
      if (isOpen) setActive(((active + 1 + step + items.length + 1) % (items.length + 1)) - 1);
      else open();
    } else if (event.key === 'Enter' && isOpen && activeItem !== undefined) {
      event.preventDefault();
      choose(activeItem);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      close();
    }
  };

  return (
    <search className={classes.search}>
      <form action={paths.findInfluencers()} onSubmit={submit} className={classes.box}>
        <div className={classes.field} onBlur={close}>
          <LimitedTextInput
            type="search"
            role="combobox"
            name="q"
            size="lg"
            aria-label="Search creators"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={`${id}-list`}
            aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
            placeholder="Name, subject or package"
            leftSection={<Search size={20} aria-hidden />}
            limit={LIMITS.search}
            autoComplete="off"
            value={text}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={press}
          />
          <div id={`${id}-list`} role="listbox" aria-label="Suggestions" hidden={!isOpen} className={classes.list}>
            {(isOpen ? items : []).map((item, at) => (
              <div
                key={getSuggestionKey(item)}
                id={`${id}-${at}`}
                role="option"
                tabIndex={-1}
                aria-selected={at === active}
                className={classes.option}
                // Prevents the click from moving the focus out of the text field.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(item)}
              >
                <span className={classes.name}>{getSuggestionName(item)}</span>
                <span className={classes.kind}>{getSuggestionKind(item)}</span>
              </div>
            ))}
          </div>
        </div>
        <Button type="submit" size="lg" className={classes.submit ?? ''}>
          Search
        </Button>
      </form>
      <SkipLink to={resultsId}>Skip to results</SkipLink>
    </search>
  );
}

/**
 * Returns suggestions for the text once the user stops typing. The list opens on typing and closes when a suggestion
 * is chosen.
 */
function useSuggestions(text: string) {
  const [wanted, setWanted] = useState(false);
  const [active, setActive] = useState(-1);
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const pause = setTimeout(() => setTyped(text.trim()), SUGGEST_DEBOUNCE_MS);
    return () => clearTimeout(pause);
  }, [text]);
  const { data: items = [] } = trpc.discovery.suggest.useQuery(
    { text: typed },
    { enabled: wanted && typed !== '', placeholderData: (before) => before },
  );
  const isOpen = wanted && typed !== '' && text.trim() !== '' && items.length > 0;
  return {
    items,
    isOpen,
    active: active < items.length ? active : -1,
    setActive,
    open: () => {
      setActive(-1);
      setWanted(true);
    },
    close: () => {
      setActive(-1);
      setWanted(false);
    },
  };
}

const getSuggestionKey = (item: SearchSuggestion) =>
  `${item.kind} ${item.kind === 'creator' ? item.username : getSuggestionName(item)}`;
const getSuggestionName = (item: SearchSuggestion) =>
  item.kind === 'creator' ? item.fullName : item.kind === 'text' ? item.text : item.category;
const getSuggestionKind = (item: SearchSuggestion) =>
  item.kind === 'creator' ? `@${item.username}` : item.kind === 'category' ? 'Category' : '';
