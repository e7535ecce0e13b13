/** Checks and previews picture files that the user has chosen. */
import { MAX_PICTURE_BYTES, PICTURE_TYPES } from '@marquee/validation';
import { useRef, useState, type RefObject } from 'react';
import { notify } from './notify.ts';

/** The `accept` attribute of file inputs. */
export const PICTURE_ACCEPT = PICTURE_TYPES.join(',');

/** Whether a file is small enough. Shows the server's message if it is not. */
export function isPictureSizeAllowed(file: File): boolean {
  if (file.size <= MAX_PICTURE_BYTES) return true;
  notify('Error', `This picture is larger than 10 MB. Choose a smaller one. (${file.name})`);
  return false;
}

/** A file that is being cropped, with the URL of its preview. */
export interface ChosenPicture {
  file: File;
  url: string;
}

/** Returns the file that is being cropped and the ref of its input. `button` gets the focus afterwards. */
export function useChosenPicture(button: RefObject<HTMLButtonElement | null>) {
  const [file, setFile] = useState<ChosenPicture | null>(null);
  const resetInput = useRef<() => void>(null);
  const open = (chosen: File) => {
    if (isPictureSizeAllowed(chosen)) setFile({ file: chosen, url: URL.createObjectURL(chosen) });
  };
  const close = () => {
    // Releases the preview's memory.
    if (file !== null) URL.revokeObjectURL(file.url);
    setFile(null);
    // Lets the user choose the same file again.
    resetInput.current?.();
    button.current?.focus();
  };
  return { file, open, close, resetInput };
}
