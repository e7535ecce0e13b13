import { Button } from '@mantine/core';
import { LIMITS, type CreatorSearch } from '@marquee/validation';
import { BookmarkPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { paths } from '../../../paths.ts';
import { useUser } from '../../../session.ts';

const SaveSearchDialog = lazy(() =>
  import('./SaveSearchDialog.tsx').then((module) => ({ default: module.SaveSearchDialog })),
);

/**
 * Lets the user save a search under a name, or sends visitors to the sign-in page first. `words` describes the
 * search and is the suggested name.
 */
export function SaveSearch({ search, words }: { search: CreatorSearch; words: readonly string[] }) {
  const user = useUser();
  const [opened, setOpened] = useState(false);
  if (words.length === 0) return null;
  const open = () =>
    user === null ? location.assign(paths.login({ next: location.pathname + location.search })) : setOpened(true);
  return (
    <>
      <Button variant="subtle" size="sm" leftSection={<BookmarkPlus size={16} aria-hidden />} onClick={open}>
        Save this search
      </Button>
      {opened && (
        <Suspense>
          <SaveSearchDialog
            search={search}
            name={words.join(', ').slice(0, LIMITS.listName).toWellFormed()}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      )}
    </>
  );
}
