/**
 * The only access to the browser's storage. A browser that blocks site data lets `window.localStorage` throw or be
 * null, and a full storage refuses writes. Reads then return null and writes return false, so every screen works and
 * only what would have been remembered is lost.
 */
type Area = 'sessionStorage' | 'localStorage';

function openStorage(area: Area) {
  /** What the browser refused to store: it lasts until the page is left. */
  const refused = new Map<string, string>();

  /** Returns what `use` returns, or undefined if there is no storage (also on the server) or it refuses. */
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
