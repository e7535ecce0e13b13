import { useMutation } from '@tanstack/react-query';
import type { PictureCrop } from '@marquee/validation';
import { lazy, Suspense, useRef } from 'react';
import { useChosenPicture } from '../../../lib/pictureFile.ts';
import { trpc } from '../../../trpc.ts';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
import type { OwnProfile } from '../../catalog/profiles/profileCache.ts';
import { PictureField } from './PictureField.tsx';
import { createSaveHandlers } from './SettingsSections.tsx';
import { uploadPicture } from './uploadPicture.ts';

const CropDialog = lazy(() => import('./CropDialog.tsx').then(({ CropDialog: component }) => ({ default: component })));

/** Lets the user upload, replace or remove their profile picture, which is cropped to a circle. */
export function PhotoSection({ profile }: { profile: OwnProfile }) {
  const button = useRef<HTMLButtonElement>(null);
  const { file, open, close } = useChosenPicture(button);
  const upload = useMutation({
    mutationFn: ({ chosen, crop }: { chosen: File; crop: PictureCrop | undefined }) =>
      uploadPicture('portrait', chosen, crop),
    ...createSaveHandlers('Photo saved'),
  });
  const remove = trpc.profiles.removePortrait.useMutation(createSaveHandlers('Photo removed'));
  return (
    <AnchoredSection
      id="photo"
      title="Photo"
      text="Your photo appears next to your name. Use a JPEG, PNG, WebP, AVIF or GIF of up to 10 MB."
    >
      <PictureField
        noun="photo"
        hint={
          profile.profileImageUrl === null
            ? 'Your initials are shown until you upload a photo.'
            : 'If you remove it, your initials are shown.'
        }
        person={profile}
        size={96}
        button={button}
        onChoose={open}
        remove={remove}
      />
      {file !== null && (
        <Suspense>
          <CropDialog
            chosen={file}
            kind="portrait"
            title="Your photo"
            submitLabel="Save photo"
            isSaving={upload.isPending}
            onSave={(crop) => upload.mutate({ chosen: file.file, crop }, { onSuccess: close })}
            onClose={close}
          />
        </Suspense>
      )}
    </AnchoredSection>
  );
}
