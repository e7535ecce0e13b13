import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { MOST_POSTS } from '@marquee/booking';
import { LIMITS, newPost } from '@marquee/validation';
import { useState, type FormEvent } from 'react';
import { trpc } from '../../trpc.ts';
import { notify } from '../../ui/notify.ts';
import { useKept } from '../../ui/sessionEnd.ts';
import { tellFailure } from '../../ui/tellFailure.ts';
import { useToday } from '../../ui/clock.ts';
import { adoptResults, type Results } from './results.ts';
import classes from './Results.module.css';

const EMPTY = { link: '', publishedOn: '', isDisclosed: false };

/** The creator notes where work was published. */
export function PostForm({ results: { id, posts, brandName } }: { results: Results }) {
  const [isOpen, setIsOpen] = useState(posts.length === 0);
  const [values, setValues] = useState(EMPTY);
  const [isChecked, setIsChecked] = useState(false);
  const today = useToday();
  useKept(`post ${id}`, {
    isDirty: values !== EMPTY,
    values: () => values,
    restore: (kept) => {
      setValues(kept);
      setIsOpen(true);
    },
  });
  const add = trpc.posts.add.useMutation({
    onSuccess: (after) => {
      adoptResults(after);
      notify('Post noted', `${brandName} is told where to find it.`);
      setValues(EMPTY);
      setIsChecked(false);
      setIsOpen(false);
    },
    onError: (error) => tellFailure(error, 'The post could not be noted'),
  });
  if (posts.length >= MOST_POSTS)
    return (
      <Text size="sm" c="dimmed">
        A booking has at most {MOST_POSTS} published posts.
      </Text>
    );
  if (!isOpen)
    return (
      <div>
        <Button variant="default" onClick={() => setIsOpen(true)}>
          Note another post
        </Button>
      </div>
    );
  const verdict = newPost.safeParse({ id, ...values });
  const issues = isChecked && !verdict.success ? verdict.error.issues : [];
  const wrong = (field: string) => {
    const message = issues.find(({ path }) => path[0] === field)?.message;
    return message === undefined ? {} : { error: message };
  };
  const change = (more: Partial<typeof EMPTY>) => setValues((before) => ({ ...before, ...more }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (verdict.success) add.mutate(verdict.data);
  };
  return (
    <form onSubmit={submit} noValidate className={classes.form} aria-label="Note a published post">
      <TextInput
        label="Link to the post"
        required
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={LIMITS.linkAddress}
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
        description="With “#ad”, the platform’s ‘Paid partnership’ label, or what the law asks for where you live."
        checked={values.isDisclosed}
        {...wrong('isDisclosed')}
        onChange={(event) => change({ isDisclosed: event.currentTarget.checked })}
      />
      <Group gap="sm">
        <Button type="submit" loading={add.isPending}>
          Note the post
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
