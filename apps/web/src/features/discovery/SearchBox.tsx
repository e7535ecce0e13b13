import { LIMITS } from '@marquee/validation';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/plain.tsx';
import { TextInput } from '../../ui/plainFields.tsx';
import classes from './SearchBox.module.css';
import { useFind } from './useFind.ts';

/** How long a pause in typing is before the list follows. */
const PAUSE_MS = 300;

/** Searches while one types. Before the page's script is there it is an ordinary form. */
export function SearchBox() {
  const { search, change } = useFind();
  const asked = search.query ?? '';
  const [text, setText] = useState(asked);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The address changed without this field: "back", or a filter that was removed.
  useEffect(() => {
    if (pause.current === undefined) setText((typed) => (typed.trim() === asked ? typed : asked));
  }, [asked]);
  useEffect(() => () => clearTimeout(pause.current), []);

  const look = (value: string) => {
    clearTimeout(pause.current);
    pause.current = undefined;
    const query = value.trim();
    if (query !== asked) change({ query: query === '' ? undefined : query }, { replace: true });
  };
  // A filter may change during the pause: the search that is asked for then is the one of that moment.
  const later = useRef(look);
  useEffect(() => {
    later.current = look;
  });

  const type = (value: string) => {
    setText(value);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => later.current(value), PAUSE_MS);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    look(text);
  };

  return (
    <search>
      <form action={paths.findInfluencers()} onSubmit={submit} className={classes.box}>
        <TextInput
          type="search"
          name="q"
          size="lg"
          aria-label="Search creators"
          placeholder="Name, subject or package: “trail running”, “recipe Reel” …"
          leftSection={<Search size={20} aria-hidden />}
          maxLength={LIMITS.search}
          autoComplete="off"
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          className={classes.field ?? ''}
        />
        <Button type="submit" size="lg" className={classes.submit ?? ''}>
          Search
        </Button>
      </form>
    </search>
  );
}
