import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import type { PictureCrop } from '@marquee/validation';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { PICTURE_ACCEPT, useChosenPicture } from '../../lib/pictureFile.ts';
import { PersonAvatar } from '../../ui/PersonAvatar.tsx';

const CropDialog = lazy(() => import('./CropDialog.tsx').then(({ CropDialog: component }) => ({ default: component })));

export interface PictureUpload {
  chosen: File;
  crop: PictureCrop | undefined;
}

interface PictureFieldProps {
  noun: 'photo' | 'logo';
  /** The title of the dialog in which the user crops the picture. */
  title: string;
  hint: string;
  person: { fullName: string; profileImageUrl: string | null };
  /** The size in CSS pixels. */
  size: number;
  upload: { isPending: boolean; mutate: (picture: PictureUpload, options: { onSuccess: () => void }) => void };
  remove: { isPending: boolean; mutate: () => void };
  /** Called when the dialog for cropping opens or closes. */
  onCropping?: (isCropping: boolean) => void;
}

/** Lets the user upload, replace or remove a picture that is shown next to a name. It is cropped to a circle. */
export function PictureField({ noun, title, hint, person, size, upload, remove, onCropping }: PictureFieldProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { file, open, close, resetInput } = useChosenPicture(button);
  const isCropping = file !== null;
  useEffect(() => onCropping?.(isCropping), [onCropping, isCropping]);
  const hasPicture = person.profileImageUrl !== null;
  return (
    <>
      <Group gap="lg">
        <PersonAvatar person={person} size={size} />
        <Stack gap="xs">
          <Group gap="sm">
            <FileButton
              accept={PICTURE_ACCEPT}
              resetRef={resetInput}
              onChange={(chosen) => chosen !== null && open(chosen)}
              inputProps={{ 'aria-label': noun === 'photo' ? 'Photo file' : 'Logo file' }}
            >
              {(props) => (
                <Button
                  {...props}
                  ref={button}
                  variant={hasPicture || noun === 'logo' ? 'default' : 'filled'}
                  size="sm"
                >
                  {hasPicture ? `Change ${noun}` : `Upload ${noun}`}
                </Button>
              )}
            </FileButton>
            {hasPicture && (
              <Button variant="subtle" color="red" size="sm" loading={remove.isPending} onClick={() => remove.mutate()}>
                Remove {noun}
              </Button>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        </Stack>
      </Group>
      {file !== null && (
        <Suspense>
          <CropDialog
            chosen={file}
            kind="portrait"
            title={title}
            submitLabel={`Save ${noun}`}
            isSaving={upload.isPending}
            onSave={(crop) => upload.mutate({ chosen: file.file, crop }, { onSuccess: close })}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
