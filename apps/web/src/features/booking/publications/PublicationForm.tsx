import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { MAX_PUBLICATIONS } from '@marquee/booking';
import { LIMITS, newPublication } from '@marquee/validation';
import { useState, type FormEvent } from 'react';
import { trpc } from '../../../trpc.ts';
import { notify } from '../../../lib/notify.ts';
import { useFormBackup } from '../../../lib/sessionEnd.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { useReaderToday } from '../../../lib/readerClock.ts';
import { cacheResults, type BookingResults } from './results.ts';
import classes from './Results.module.css';
import { LimitedTextInput } from '../../../ui/LimitedText.tsx';

const EMPTY_PUBLICATION = { link: '', publishedOn: '', isDisclosed: false };

/** Lets a creator add the link of a published post. */
export function PublicationForm({ results: { id, posts, brandName } }: { results: BookingResults }) {
  const [isOpen, setIsOpen] = useState(posts.length === 0);
  const [values, setValues] = useState(EMPTY_PUBLICATION);
  const [isChecked, setIsChecked] = useState(false);
  const today = useReaderToday();
  useFormBackup(`post ${id}`, {
    isDirty: values !== EMPTY_PUBLICATION,
    values: () => values,
    restore: (values) => {
      setValues(values);
      setIsOpen(true);
    },
  });
  const add = trpc.publications.add.useMutation({
    onSuccess: (after) => {
      cacheResults(after);
      notify('Post added', `We notified ${brandName}.`);
      setValues(EMPTY_PUBLICATION);
      setIsChecked(false);
      setIsOpen(false);
    },
    onError: (error) => notifyFailure(error, 'The post could not be added'),
  });
  if (posts.length >= MAX_PUBLICATIONS)
    return (
      <Text size="sm" c="dimmed">
        You have added the maximum of {MAX_PUBLICATIONS} posts.
      </Text>
    );
  if (!isOpen)
    return (
      <div>
        <Button variant="default" onClick={() => setIsOpen(true)}>
          Add another post
        </Button>
      </div>
    );
  const verdict = newPublication.safeParse({ id, ...values });
  const issues = isChecked && !verdict.success ? verdict.error.issues : [];
  const wrong = (field: string) => {
    const message = issues.find(({ path }) => path[0] === field)?.message;
    return message === undefined ? {} : { error: message };
  };
  const change = (more: Partial<typeof EMPTY_PUBLICATION>) => setValues((before) => ({ ...before, ...more }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (verdict.success) add.mutate(verdict.data);
  };
  return (
    <form onSubmit={submit} noValidate className={classes.form} aria-label="Add published post">
      <LimitedTextInput
        label="Link to the post"
        required
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        limit={LIMITS.linkAddress}
        value={values.link}
        {...wrong('link')}
        onChange={(event) => change({ link: event.currentTarget.value })}
      />
      <TextInput
        label="Published on"
        required
        type="date"
        max={today}
        value={values.publishedOn}
        {...wrong('publishedOn')}
        onChange={(event) => change({ publishedOn: event.currentTarget.value })}
      />
      <Checkbox
        label="The post is marked as advertising"
        description="Use “#ad” or the platform’s paid partnership label, as the law in your country requires."
        checked={values.isDisclosed}
        {...wrong('isDisclosed')}
        onChange={(event) => change({ isDisclosed: event.currentTarget.checked })}
      />
      <Group gap="sm">
        <Button type="submit" loading={add.isPending}>
          Add post
        </Button>
        {posts.length > 0 && (
          <Button variant="default" onClick={() => setIsOpen(false)}>
            Cancel
          </Button>
        )}
      </Group>
    </form>
  );
}
