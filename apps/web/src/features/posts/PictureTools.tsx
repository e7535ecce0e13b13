import { Button, Checkbox, FileButton, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { postFile } from '../../lib/http.ts';
import { trpc, type Outputs } from '../../trpc.ts';
import { ConfirmButton } from '../../ui/Confirm.tsx';
import { notify } from '../../ui/notify.ts';
import { ACCEPT, isSendable } from '../../ui/pictureFile.ts';
import { tellFailure } from '../../ui/tellFailure.ts';
import { adoptResults, type Post } from './results.ts';

/** The creator sends a picture of a post, the first one or another. */
export function SendPicture({ post: { id, link, picture } }: { post: Post }) {
  const resetInput = useRef<() => void>(null);
  const send = useMutation({
    mutationFn: (file: File) => postFile<Outputs['posts']['results']>(`/api/uploads/post-picture?post=${id}`, file),
    onSuccess: (after) => {
      adoptResults(after);
      notify('Picture added');
    },
    onError: (error) => tellFailure(error, 'The picture could not be added'),
    // The same file may be chosen again.
    onSettled: () => resetInput.current?.(),
  });
  return (
    <FileButton
      accept={ACCEPT}
      resetRef={resetInput}
      onChange={(file) => file !== null && isSendable(file) && send.mutate(file)}
      inputProps={{ 'aria-label': `Picture of ${link}` }}
    >
      {(props) => (
        <Button
          {...props}
          variant="default"
          {...(picture !== null && { size: 'sm' })}
          loading={send.isPending}
          aria-label={`${picture === null ? 'Add a picture' : 'Replace the picture'} of ${link}`}
        >
          {picture === null ? 'Add a picture' : 'Replace'}
        </Button>
      )}
    </FileButton>
  );
}

/** What its creator can do with a picture that is there. */
export function PictureTools({ post }: { post: Post }) {
  const { id, picture } = post;
  const onError = (error: unknown) => tellFailure(error, 'This could not be changed');
  const share = trpc.posts.sharePicture.useMutation({ onSuccess: adoptResults, onError });
  const remove = trpc.posts.removePicture.useMutation({ onSuccess: adoptResults, onError });
  if (picture === null) return null;
  return (
    <>
      <Checkbox
        label="Show it where results are shared"
        // Shown before the server has answered.
        checked={share.isPending ? share.variables.isShared : picture.isShared}
        aria-disabled={share.isPending}
        onChange={() => {
          if (!share.isPending) share.mutate({ id, isShared: !picture.isShared });
        }}
      />
      <Group gap="xs">
        <SendPicture post={post} />
        <ConfirmButton
          label="Remove"
          title="Remove this picture?"
          confirmLabel="Remove"
          variant="subtle"
          size="sm"
          loading={remove.isPending}
          onConfirm={() => remove.mutate({ id })}
        >
          We delete it. The timeline goes on saying that it was here.
        </ConfirmButton>
      </Group>
    </>
  );
}
