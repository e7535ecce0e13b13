/**
 * The only access to the browser's storage. If the browser blocks site data, `window.localStorage` throws or is
 * null, and a full storage rejects writes. Reads then return null and writes return false, so every page works but
 * remembers nothing.
 */
type Area = 'sessionStorage' | 'localStorage';

function openStorage(area: Area) {
  /** Values that the browser did not store. They last until the user leaves the page. */
  const refused = new Map<string, string>();

  /** Returns the result of `use`, or undefined if there is no storage (as on the server) or it throws. */
  const attempt = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      const storage = globalThis[area] as Storage | null | undefined;
      return storage == null ? undefined : use(storage);
    } catch {
      return undefined;
    }
  };

  /** Returns the stored text, or null if there is none. */
  const getText = (key: string): string | null =>
    refused.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null;

  /** Stores a text. Returns false if the browser refused, and keeps the text for this page only. */
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
    /** Returns the stored JSON value, or null if there is none or it cannot be parsed. The caller checks its shape. */
    getJson(key: string): unknown {
      try {
        return JSON.parse(getText(key) ?? 'null') as unknown;
      } catch {
        return null;
      }
    },
    /** Stores a value as JSON. Returns false if the browser refused, and keeps the value for this page only. */
    setJson: (key: string, value: unknown): boolean => setText(key, JSON.stringify(value)),
    remove(key: string): void {
      refused.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
  };
}

/** Lives as long as the tab. */
export const tabStorage = openStorage('sessionStorage');

/** Is shared by all tabs of this browser and survives closing it. */
export const deviceStorage = openStorage('localStorage');
