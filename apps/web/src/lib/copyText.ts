import { notify } from './notify.ts';

/** Copies a text to the clipboard and shows the result in a toast. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify('Copied!');
  } catch {
    notify('Error', 'Your browser blocked copying. Select the link and copy it manually.');
  }
}
