import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import type { PictureCrop } from '@marquee/validation';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useRef } from 'react';
import { trpc } from '../../trpc.ts';
import { Portrait } from '../../ui/Portrait.tsx';
import { SettingsSection } from '../../ui/SettingsSection.tsx';
import type { OwnProfile } from '../profiles/profileCache.ts';
import { ACCEPT, useChosenFile } from '../../ui/pictureFile.ts';
import { answering } from './sections.tsx';
import { uploadPicture } from './uploadPicture.ts';

const CropDialog = lazy(() => import('./CropDialog.tsx').then(({ CropDialog: component }) => ({ default: component })));

/** The profile photo: chosen, cut round, replaced or removed. */
export function PhotoSection({ profile }: { profile: OwnProfile }) {
  const button = useRef<HTMLButtonElement>(null);
  const { file, open, close, resetInput } = useChosenFile(button);
  const upload = useMutation({
    mutationFn: ({ chosen, crop }: { chosen: File; crop: PictureCrop | undefined }) =>
      uploadPicture('portrait', chosen, crop),
    ...answering('Photo saved'),
  });
  const remove = trpc.profiles.removePortrait.useMutation(answering('Photo removed'));
  const hasPhoto = profile.profileImageUrl !== null;

  return (
    <SettingsSection
      id="photo"
      title="Photo"
      text="It stands beside your name wherever people meet you. JPEG, PNG, WebP, AVIF or GIF, up to 10 MB."
    >
      <Group gap="lg">
        <Portrait person={profile} size={96} />
        <Stack gap="xs">
          <Group gap="sm">
            <FileButton
              accept={ACCEPT}
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
            {hasPhoto ? 'Without a photo, your initials are shown.' : 'Your initials are shown until you upload one.'}
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
    </SettingsSection>
  );
}
