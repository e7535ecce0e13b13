/** Light or dark. The page's inline script (index.html) shows what is chosen here before the first paint. */
import { useSyncExternalStore } from 'react';
import { deviceStorage } from '../lib/storage.ts';

export type Scheme = 'light' | 'dark';

/** Where the script finds it. */
const CHOSEN = 'mantine-color-scheme-value';

const root = () => document.documentElement;

/** What is shown now. */
export const shownScheme = (): Scheme => (root().dataset['mantineColorScheme'] === 'dark' ? 'dark' : 'light');

/** Shows a scheme and remembers the choice. */
export function setScheme(scheme: Scheme): void {
  root().dataset['mantineColorScheme'] = scheme;
  deviceStorage.setText(CHOSEN, scheme);
}

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(root(), { attributeFilter: ['data-mantine-color-scheme'] });
  return () => observer.disconnect();
}

/** What is shown, for what style sheets do not reach. The server does not know it and draws as if it were light. */
export const useScheme = (): Scheme => useSyncExternalStore(subscribe, shownScheme, () => 'light');
