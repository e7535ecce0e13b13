/**
 * Provides access to the browser's storage. No other module may use the storage directly. If the browser blocks site
 * data, `window.localStorage` throws or is null, and if the storage is full, writes throw. In these cases, reads
 * return null and writes return false, so that all pages still work.
 */
type Area = 'sessionStorage' | 'localStorage';

function openStorage(area: Area) {
  /** Values that the browser refused to store. They are kept in memory until the user leaves the page. */
  const refused = new Map<string, string>();

  /** Returns the result of `use`, or undefined if there is no storage, as on the server, or if `use` throws. */
  const attempt = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      const storage = globalThis[area] as Storage | null | undefined;
      return storage == null ? undefined : use(storage);
    } catch {
      return undefined;
    }
  };

  const getText = (key: string): string | null =>
    refused.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null;

  /**
   * Stores a text. If the browser refuses, returns false and keeps the text in memory until the user leaves the
   * page.
   */
  const setText = (key: string, text: string): boolean => {
    refused.delete(key);
    const isStored = attempt((storage) => {
      storage.setItem(key, text);
      return true;
    });
    if (isStored === true) return true;
    if (typeof document !== 'undefined') refused.set(key, text);
    return false;
  };

  return {
    getText,
    setText,
    /**
     * Returns the stored JSON value, or null if there is none or it is invalid. The caller has to check its
     * structure.
     */
    getJson(key: string): unknown {
      try {
        return JSON.parse(getText(key) ?? 'null') as unknown;
      } catch {
        return null;
      }
    },
    /**
     * Stores a value as JSON. If the browser refuses, returns false and keeps the value in memory until the user
     * leaves the page.
     */
    setJson: (key: string, value: unknown): boolean => setText(key, JSON.stringify(value)),
    remove(key: string): void {
      refused.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
  };
}

/** Storage that lasts until the tab is closed. */
export const tabStorage = openStorage('sessionStorage');

/** Storage that is shared by all tabs and survives closing the browser. */
export const deviceStorage = openStorage('localStorage');
