import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useRef, type RefObject } from 'react';
import { PICTURE_ACCEPT, isPictureSizeAllowed } from '../../../lib/pictureFile.ts';
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx';

interface PictureFieldProps {
  noun: 'photo' | 'logo';
  hint: string;
  person: { fullName: string; profileImageUrl: string | null };
  /** The size in CSS pixels. */
  size: number;
  /** The button with which the user chooses a file. */
  button?: RefObject<HTMLButtonElement | null>;
  isUploading?: boolean;
  /** Receives a file that is not too large. */
  onChoose: (file: File) => void;
  remove: { isPending: boolean; mutate: () => void };
}

/** Lets the user upload, replace or remove a picture that is shown next to a name. */
export function PictureField(props: PictureFieldProps) {
  const { noun, hint, person, size, button, isUploading = false, onChoose, remove } = props;
  const resetInput = useRef<() => void>(null);
  const hasPicture = person.profileImageUrl !== null;
  const isLogo = noun === 'logo';
  const choose = (file: File | null) => {
    // Without this, choosing the same file a second time would not trigger a change event.
    resetInput.current?.();
    if (file !== null && isPictureSizeAllowed(file)) onChoose(file);
  };
  return (
    <Group gap="lg">
      <PersonAvatar person={person} size={size} kind={isLogo ? 'logo' : 'portrait'} />
      <Stack gap="xs">
        <Group gap="sm">
          <FileButton
            accept={PICTURE_ACCEPT}
            resetRef={resetInput}
            onChange={choose}
            inputProps={{ 'aria-label': isLogo ? 'Logo file' : 'Photo file' }}
          >
            {(fileButton) => (
              <Button
                {...fileButton}
                ref={button}
                variant={hasPicture || isLogo ? 'default' : 'filled'}
                size="sm"
                loading={isUploading}
              >
                {hasPicture ? `Change ${noun}` : `Upload ${noun}`}
              </Button>
            )}
          </FileButton>
          {hasPicture && (
            <Button variant="default" size="sm" loading={remove.isPending} onClick={() => remove.mutate()}>
              Remove {noun}
            </Button>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      </Stack>
    </Group>
  );
}
