import { Button, Group, Skeleton } from '@mantine/core';
import { MOST_FIGURES } from '@marquee/booking';
import { lazy, useState } from 'react';
import { trpc } from '../../trpc.ts';
import { ConfirmButton } from '../../ui/Confirm.tsx';
import { Late } from '../../ui/late.tsx';
import { tellFailure } from '../../ui/tellFailure.ts';
import { SendPicture } from './PictureTools.tsx';
import { adoptResults, type Post, type Results } from './results.ts';

// Mantine's fields are fetched by who writes.
const FiguresForm = lazy(() => import('./FiguresForm.tsx').then((module) => ({ default: module.FiguresForm })));

/** What its creator can do with a post: report how it does, or take it off the list. */
export function PostTools({ post, results }: { post: Post; results: Results }) {
  const [isReporting, setIsReporting] = useState(false);
  const remove = trpc.posts.remove.useMutation({
    onSuccess: adoptResults,
    onError: (error) => tellFailure(error, 'The post could not be taken off the list'),
  });
  if (isReporting)
    return (
      <Late fallback={<Skeleton height={160} radius="md" />}>
        <FiguresForm post={post} results={results} onDone={() => setIsReporting(false)} />
      </Late>
    );
  return (
    <Group gap="sm">
      {post.reports.length < MOST_FIGURES && (
        <Button variant="default" onClick={() => setIsReporting(true)} aria-label={`Report figures of ${post.link}`}>
          Report figures
        </Button>
      )}
      {post.picture === null && <SendPicture post={post} />}
      <ConfirmButton
        label="Take off the list"
        title="Take this post off the list?"
        confirmLabel="Take off"
        variant="subtle"
        loading={remove.isPending}
        onConfirm={() => remove.mutate({ id: post.id })}
      >
        What was reported of it goes with it. The timeline goes on saying that it was here.
      </ConfirmButton>
    </Group>
  );
}
