import { MAX_PICTURE_BYTES, PICTURE_TYPES } from '@marquee/contracts';
import { useState, type RefObject } from 'react';
import { notify } from './notify.ts';

export const PICTURE_ACCEPT = PICTURE_TYPES.join(',');

/** Tells whether a file is small enough. If not, shows the same message as the server would. */
export function isPictureSizeAllowed(file: File): boolean {
  if (file.size <= MAX_PICTURE_BYTES) return true;
  notify('Error', `This picture is larger than 10 MB. Choose a smaller one. (${file.name})`);
  return false;
}

export interface ChosenPicture {
  file: File;
  url: string;
}

/** Manages the picture that is being cropped. When cropping ends, `button` gets the focus. */
export function useChosenPicture(button: RefObject<HTMLButtonElement | null>) {
  const [file, setFile] = useState<ChosenPicture | null>(null);
  const open = (chosen: File) => {
    if (isPictureSizeAllowed(chosen)) setFile({ file: chosen, url: URL.createObjectURL(chosen) });
  };
  const close = () => {
    if (file !== null) URL.revokeObjectURL(file.url);
    setFile(null);
    button.current?.focus();
  };
  return { file, open, close };
}
