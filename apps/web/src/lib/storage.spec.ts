import { afterEach, describe, expect, it, vi } from 'vitest';
import { openDeviceStorage, openTabStorage } from './storage.ts';

const tabStorage = openTabStorage('browser');
const deviceStorage = openDeviceStorage('browser');

afterEach(() => {
  vi.unstubAllGlobals();
});

const blocked = {
  getItem: () => {
    throw new DOMException('Access is denied', 'SecurityError');
  },
  setItem: () => {
    throw new DOMException('Storage is full', 'QuotaExceededError');
  },
  removeItem: () => {
    throw new DOMException('Access is denied', 'SecurityError');
  },
};

function createMemoryStorage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

describe('the storage of the tab and of the device', () => {
  it.each([
    ['absent', undefined],
    ['null', null],
    ['refusing every call', blocked],
  ])('store nothing and never throw on the server if the browser storage is %s', (_, storage) => {
    for (const [name, safe] of [
      ['sessionStorage', tabStorage],
      ['localStorage', deviceStorage],
    ] as const) {
      vi.stubGlobal(name, storage);
      expect(safe.setText('a', 'text')).toBe(false);
      expect(safe.setJson('a', { a: 1 })).toBe(false);
      expect(safe.getText('a')).toBeNull();
      expect(safe.getJson('a')).toBeNull();
      expect(() => safe.remove('a')).not.toThrow();
    }
  });

  it('keep values in memory if the browser refuses to store them', () => {
    vi.stubGlobal('document', {});
    vi.stubGlobal('sessionStorage', blocked);
    expect(tabStorage.setJson('order', { a: 1 })).toBe(false);
    expect(tabStorage.getJson('order')).toEqual({ a: 1 });
    tabStorage.remove('order');
    expect(tabStorage.getJson('order')).toBeNull();
  });

  it('return the stored value, or null for invalid JSON', () => {
    vi.stubGlobal('sessionStorage', createMemoryStorage());
    expect(tabStorage.setJson('a', { list: [1] })).toBe(true);
    expect(tabStorage.getJson('a')).toEqual({ list: [1] });
    tabStorage.setText('a', '{');
    expect(tabStorage.getText('a')).toBe('{');
    expect(tabStorage.getJson('a')).toBeNull();
    tabStorage.remove('a');
    expect(tabStorage.getText('a')).toBeNull();
  });

  it('shows values only to the person who stored them, in the workspace in which they did', () => {
    vi.stubGlobal('sessionStorage', createMemoryStorage());
    const own = { personId: 'ada', workspaceId: 'northwind' };
    openTabStorage(own).setText('draft', 'mine');
    expect(openTabStorage({ ...own }).getText('draft')).toBe('mine');
    for (const other of [
      { personId: 'ada', workspaceId: 'tandem' },
      { personId: 'ben', workspaceId: 'northwind' },
      'visitor',
      'browser',
    ] as const)
      expect(openTabStorage(other).getText('draft')).toBeNull();
  });
});
