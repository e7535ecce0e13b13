/** Files that people choose: what can be said about one before it is sent. */
import { MAX_PICTURE_BYTES, PICTURE_TYPES } from '@marquee/validation';
import { notify } from '../../ui/notify.ts';

/** For file inputs. */
export const ACCEPT = PICTURE_TYPES.join(',');

/** Whether a file may be sent; says so when not, with the server's words. */
export function isSendable(file: File): boolean {
  if (file.size <= MAX_PICTURE_BYTES) return true;
  notify('Error', `This picture is larger than 10 MB. Choose a smaller one. (${file.name})`);
  return false;
}

/** A file while it is being cut, with an address under which the browser shows it. */
export interface ChosenFile {
  file: File;
  url: string;
}

export const openFile = (file: File): ChosenFile => ({ file, url: URL.createObjectURL(file) });

/** Lets the browser forget the file; null closes nothing. */
export function closeFile(chosen: ChosenFile | null): void {
  if (chosen !== null) URL.revokeObjectURL(chosen.url);
}
