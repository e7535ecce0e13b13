/** Files that people choose: what can be said about one before it is sent. */
import { MAX_PICTURE_BYTES, PICTURE_TYPES } from '@marquee/validation';
import { useRef, useState, type RefObject } from 'react';
import { notify } from './notify.ts';

/** For file inputs. */
export const PICTURE_ACCEPT = PICTURE_TYPES.join(',');

/** Whether a file may be sent; says so when not, with the server's words. */
export function isPictureSizeAllowed(file: File): boolean {
  if (file.size <= MAX_PICTURE_BYTES) return true;
  notify('Error', `This picture is larger than 10 MB. Choose a smaller one. (${file.name})`);
  return false;
}

/** A file while it is being cut, with an address under which the browser shows it. */
export interface ChosenPicture {
  file: File;
  url: string;
}

/**
 * The file that is being cut, if any, and the input that it was chosen with. `button`: where the focus is afterwards.
 */
export function useChosenPicture(button: RefObject<HTMLButtonElement | null>) {
  const [file, setFile] = useState<ChosenPicture | null>(null);
  const resetInput = useRef<() => void>(null);
  const open = (chosen: File) => {
    if (isPictureSizeAllowed(chosen)) setFile({ file: chosen, url: URL.createObjectURL(chosen) });
  };
  const close = () => {
    // Lets the browser forget it.
    if (file !== null) URL.revokeObjectURL(file.url);
    setFile(null);
    // The same file may be chosen again.
    resetInput.current?.();
    button.current?.focus();
  };
  return { file, open, close, resetInput };
}
