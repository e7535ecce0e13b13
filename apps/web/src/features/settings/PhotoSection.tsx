import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import type { PictureCrop } from '@marquee/validation';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useRef } from 'react';
import { trpc } from '../../trpc.ts';
import { PersonAvatar } from '../../ui/PersonAvatar.tsx';
import { AnchoredSection } from '../../ui/AnchoredSection.tsx';
import type { OwnProfile } from '../profiles/profileCache.ts';
import { PICTURE_ACCEPT, useChosenPicture } from '../../lib/pictureFile.ts';
import { createSaveHandlers } from './SettingsSections.tsx';
import { uploadPicture } from './uploadPicture.ts';

const CropDialog = lazy(() => import('./CropDialog.tsx').then(({ CropDialog: component }) => ({ default: component })));

/** Lets the user upload, replace or remove their profile picture. It is cropped to a circle. */
export function PhotoSection({ profile }: { profile: OwnProfile }) {
  const button = useRef<HTMLButtonElement>(null);
  const { file, open, close, resetInput } = useChosenPicture(button);
  const upload = useMutation({
    mutationFn: ({ chosen, crop }: { chosen: File; crop: PictureCrop | undefined }) =>
      uploadPicture('portrait', chosen, crop),
    ...createSaveHandlers('Photo saved'),
  });
  const remove = trpc.profiles.removePortrait.useMutation(createSaveHandlers('Photo removed'));
  const hasPhoto = profile.profileImageUrl !== null;

  return (
    <AnchoredSection
      id="photo"
      title="Photo"
      text="Your photo appears next to your name. Use a JPEG, PNG, WebP, AVIF or GIF of up to 10 MB."
    >
      <Group gap="lg">
        <PersonAvatar person={profile} size={96} />
        <Stack gap="xs">
          <Group gap="sm">
            <FileButton
              accept={PICTURE_ACCEPT}
              resetRef={resetInput}
              onChange={(chosen) => chosen !== null && open(chosen)}
              inputProps={{ 'aria-label': 'Photo file' }}
            >
              {(props) => (
                <Button {...props} ref={button} variant={hasPhoto ? 'default' : 'filled'} size="sm">
                  {hasPhoto ? 'Change photo' : 'Upload photo'}
                </Button>
              )}
            </FileButton>
            {hasPhoto && (
              <Button variant="subtle" color="red" size="sm" loading={remove.isPending} onClick={() => remove.mutate()}>
                Remove photo
              </Button>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {hasPhoto
              ? 'If you remove it, your initials are shown.'
              : 'Your initials are shown until you upload a photo.'}
          </Text>
        </Stack>
      </Group>
      {file !== null && (
        <Suspense>
          <CropDialog
            chosen={file}
            kind="portrait"
            isSaving={upload.isPending}
            onSave={(crop) => upload.mutate({ chosen: file.file, crop }, { onSuccess: close })}
            onClose={close}
          />
        </Suspense>
      )}
    </AnchoredSection>
  );
}
