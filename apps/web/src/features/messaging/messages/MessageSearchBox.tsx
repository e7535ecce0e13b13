import { Button, Text } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { trpcClient, type RouterOutputs } from '../../../trpc.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { DateTime } from '../../../ui/DateTime.tsx';
import { formatLoadedMessagePreview, type MessageAuthor } from './message.ts';
import classes from './MessageThread.module.css';

type FoundMessages = RouterOutputs['messages']['search'];

interface MessageSearchBoxProps {
  id: string;
  nameOf: (author: MessageAuthor) => string;
  onFound: (number: number) => void;
}

/** Searches a conversation. Clicking a result scrolls to that message. */
export function MessageSearchBox({ id, nameOf, onFound }: MessageSearchBoxProps) {
  const [text, setText] = useState('');
  const [results, setResults] = useState<FoundMessages | null>(null);
  const searchText = useRef('');
  const search = async (before?: number) => {
    try {
      const page = await trpcClient.messages.search.query({
        id,
        search: searchText.current,
        ...(before && { before }),
      });
      setResults((earlier) => ({
        hasMore: page.hasMore,
        items: before === undefined ? page.items : [...(earlier?.items ?? []), ...page.items],
      }));
    } catch (error) {
      notifyFailure(error, 'The search failed');
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    searchText.current = text.trim();
    if (searchText.current === '') setResults(null);
    else void search();
  };
  return (
    <div className={classes.finder}>
      <search>
        <form onSubmit={submit} className={classes.finderForm}>
          <input
            type="search"
            className={classes.field}
            aria-label="Search this conversation"
            placeholder="Search messages"
            value={text}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened to type in
            autoFocus
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" variant="default">
            Search
          </Button>
        </form>
      </search>
      <output>
        {results !== null && results.items.length === 0 && (
          <Text size="sm" c="dimmed">
            No messages match your search.
          </Text>
        )}
      </output>
      {results !== null && results.items.length > 0 && (
        <ul className={classes.found}>
          {results.items.map((message) => (
            <li key={message.number}>
              <button type="button" onClick={() => onFound(message.number)}>
                <span>
                  <strong>{nameOf(message)}</strong> <DateTime at={message.at} c="dimmed" fz="sm" />
                </span>
                <span className={classes.foundText}>{formatLoadedMessagePreview(message)}</span>
              </button>
            </li>
          ))}
          {results.hasMore && (
            <li>
              <Button variant="subtle" size="sm" onClick={() => void search(results.items.at(-1)?.number)}>
                Show older results
              </Button>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
