import { Button, Group, Skeleton } from '@mantine/core';
import { MAX_METRIC_REPORTS } from '@marquee/booking';
import { lazy, useState } from 'react';
import { trpc } from '../../../trpc.ts';
import { ConfirmButton } from '../../../ui/ConfirmDialog.tsx';
import { LazyPart } from '../../../ui/LazyPart.tsx';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { UploadPublicationPicture } from './PublicationPictureTools.tsx';
import { cacheResults, type Publication, type BookingResults } from './results.ts';

// The form loads on demand, because it needs Mantine's input components and most viewers never open it.
const LazyMetricsForm = lazy(() => import('./MetricsForm.tsx').then((module) => ({ default: module.MetricsForm })));

/** Lets the creator report a post's metrics or remove the post. */
export function PublicationTools({ post, results }: { post: Publication; results: BookingResults }) {
  const [isReporting, setIsReporting] = useState(false);
  const remove = trpc.publications.remove.useMutation({
    onSuccess: cacheResults,
    onError: (error) => notifyFailure(error, 'The post could not be removed'),
  });
  if (isReporting)
    return (
      <LazyPart fallback={<Skeleton height={160} radius="md" />}>
        <LazyMetricsForm post={post} results={results} onDone={() => setIsReporting(false)} />
      </LazyPart>
    );
  return (
    <Group gap="sm">
      {post.reports.length < MAX_METRIC_REPORTS && (
        <Button variant="default" onClick={() => setIsReporting(true)} aria-label={`Report metrics of ${post.link}`}>
          Report metrics
        </Button>
      )}
      {post.picture === null && <UploadPublicationPicture post={post} />}
      <ConfirmButton
        label="Remove post"
        title="Remove this post?"
        confirmLabel="Remove post"
        variant="subtle"
        loading={remove.isPending}
        onConfirm={() => remove.mutate({ id: post.id })}
      >
        This also removes its reported metrics. The timeline still shows that you added the post.
      </ConfirmButton>
    </Group>
  );
}
