/**
 * Provides access to the browser's storage. No other module may use the storage directly. If the browser blocks site
 * data, `window.localStorage` throws or is null, and if the storage is full, writes throw. In these cases, reads
 * return null and writes return false, so that all pages still work.
 */
import type { PersonId, WorkspaceId } from '@marquee/contracts';
type Area = 'sessionStorage' | 'localStorage';

/**
 * The owner of stored values. Values of a member are only visible while this person acts in this workspace. Values of a
 * `visitor` are visible to the next user who signs in, and values of the `browser` say nothing about a person.
 */
export type StorageOwner = { personId: PersonId; workspaceId: WorkspaceId } | 'visitor' | 'browser';

function createArea(area: Area) {
  /** Values that the browser refused to store. They are kept in memory until the user leaves the page. */
  const refusedValues = new Map<string, string>();

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
    refusedValues.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null;

  /**
   * Stores a text. If the browser refuses, returns false and keeps the text in memory until the user leaves the
   * page.
   */
  const setText = (key: string, text: string): boolean => {
    refusedValues.delete(key);
    const isStored = attempt((storage) => {
      storage.setItem(key, text);
      return true;
    });
    if (isStored === true) return true;
    if (typeof document !== 'undefined') refusedValues.set(key, text);
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
      refusedValues.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
  };
}

const tab = createArea('sessionStorage');
const device = createArea('localStorage');

/** Returns the part of a storage area that contains the values of `owner`. */
function openArea(area: ReturnType<typeof createArea>, owner: StorageOwner) {
  const prefix = typeof owner === 'string' ? owner : `${owner.personId} ${owner.workspaceId}`;
  const toKey = (name: string) => `marquee ${prefix} ${name}`;
  return {
    getText: (name: string) => area.getText(toKey(name)),
    setText: (name: string, text: string) => area.setText(toKey(name), text),
    getJson: (name: string) => area.getJson(toKey(name)),
    setJson: (name: string, value: unknown) => area.setJson(toKey(name), value),
    remove: (name: string) => area.remove(toKey(name)),
  };
}

/** Opens the storage that lasts until the tab is closed. */
export const openTabStorage = (owner: StorageOwner) => openArea(tab, owner);

/** Opens the storage that is shared by all tabs and survives closing the browser. */
export const openDeviceStorage = (owner: StorageOwner) => openArea(device, owner);
