import { useMutation } from '@tanstack/react-query';
import { trpc } from '../../trpc.ts';
import { AnchoredSection } from '../../ui/AnchoredSection.tsx';
import type { OwnProfile } from '../profiles/profileCache.ts';
import { PictureField, type PictureUpload } from './PictureField.tsx';
import { createSaveHandlers } from './SettingsSections.tsx';
import { uploadPicture } from './uploadPicture.ts';

/** Lets the user upload, replace or remove their profile picture. */
export function PhotoSection({ profile }: { profile: OwnProfile }) {
  const upload = useMutation({
    mutationFn: ({ chosen, crop }: PictureUpload) => uploadPicture('portrait', chosen, crop),
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
        title="Your photo"
        hint={
          profile.profileImageUrl === null
            ? 'Your initials are shown until you upload a photo.'
            : 'If you remove it, your initials are shown.'
        }
        person={profile}
        size={96}
        upload={upload}
        remove={remove}
      />
    </AnchoredSection>
  );
}
