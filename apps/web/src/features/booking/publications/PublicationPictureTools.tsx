import { Button, Checkbox, FileButton, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { postFile } from '../../../lib/http.ts';
import { trpc, type RouterOutputs } from '../../../trpc.ts';
import { ConfirmButton } from '../../../ui/ConfirmDialog.tsx';
import { notify } from '../../../lib/notify.ts';
import { PICTURE_ACCEPT, isPictureSizeAllowed } from '../../../lib/pictureFile.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { cacheResults, type Publication } from './results.ts';

export function UploadPublicationPicture({ post: { id, link, picture } }: { post: Publication }) {
  const resetInput = useRef<() => void>(null);
  const send = useMutation({
    mutationFn: (file: File) =>
      postFile<RouterOutputs['publications']['results']>(`/api/uploads/post-picture?post=${id}`, file),
    onSuccess: (after) => {
      cacheResults(after);
      notify('Screenshot added');
    },
    onError: (error) => notifyFailure(error, 'The screenshot could not be added'),
    // Without this, choosing the same file a second time would not trigger a change event.
    onSettled: () => resetInput.current?.(),
  });
  return (
    <FileButton
      accept={PICTURE_ACCEPT}
      resetRef={resetInput}
      onChange={(file) => file !== null && isPictureSizeAllowed(file) && send.mutate(file)}
      inputProps={{ 'aria-label': `Screenshot of ${link}` }}
    >
      {(props) => (
        <Button
          {...props}
          variant="default"
          {...(picture !== null && { size: 'sm' })}
          loading={send.isPending}
          aria-label={`${picture === null ? 'Add screenshot' : 'Replace screenshot'} of ${link}`}
        >
          {picture === null ? 'Add screenshot' : 'Replace screenshot'}
        </Button>
      )}
    </FileButton>
  );
}

/** Lets the creator publish, hide, replace or delete the screenshot. */
export function PublicationPictureTools({ post }: { post: Publication }) {
  const { id, picture } = post;
  const onError = (error: unknown) => notifyFailure(error, 'The screenshot could not be changed');
  const share = trpc.publications.sharePicture.useMutation({ onSuccess: cacheResults, onError });
  const remove = trpc.publications.removePicture.useMutation({ onSuccess: cacheResults, onError });
  if (picture === null) return null;
  return (
    <>
      <Checkbox
        label="Show on the shared results page"
        // Shows the new state before the server has confirmed it.
        checked={share.isPending ? share.variables.isShared : picture.isShared}
        aria-disabled={share.isPending}
        onChange={() => {
          if (!share.isPending) share.mutate({ id, isShared: !picture.isShared });
        }}
      />
      <Group gap="xs">
        <UploadPublicationPicture post={post} />
        <ConfirmButton
          label="Remove screenshot"
          title="Remove this screenshot?"
          confirmLabel="Remove screenshot"
          variant="subtle"
          size="sm"
          loading={remove.isPending}
          onConfirm={() => remove.mutate({ id })}
        >
          We delete the screenshot. The timeline still shows that you added one.
        </ConfirmButton>
      </Group>
    </>
  );
}
