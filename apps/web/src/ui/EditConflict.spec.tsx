import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { compareVersions, EditConflictNotice } from './EditConflict.tsx';

const LABELS = { name: 'Name', taxId: 'Tax ID', links: 'Links' };
const BASE = { name: 'Coffee', taxId: 'GB1', links: [] as { key: string; label: string }[] };

it('takes over the changes of others in fields that the user did not change, and lists them', () => {
  const versions = { base: BASE, typed: { ...BASE, name: 'Tea' }, saved: { ...BASE, taxId: 'GB2' } };
  expect(compareVersions(versions, LABELS)).toEqual({
    values: { ...BASE, name: 'Tea', taxId: 'GB2' },
    conflicts: [{ label: 'Tax ID', saved: 'GB2', typed: null }],
  });
});

it('keeps the typed value of a field that both have changed, and shows both', () => {
  const links = [{ key: 'saved-0', label: 'Shop' }];
  const versions = {
    base: BASE,
    typed: { ...BASE, taxId: '', links },
    saved: { ...BASE, taxId: 'GB2', links: [{ key: 'saved-0', label: 'Blog' }] },
  };
  const { values, conflicts } = compareVersions(versions, LABELS);
  expect(values).toEqual(versions.typed);
  const html = renderToStaticMarkup(
    <MantineProvider>
      <EditConflictNotice conflicts={conflicts} onUseSaved={() => undefined} />
    </MantineProvider>,
  );
  expect(html).toContain('Tax ID: they saved “GB2”, you typed “nothing”.');
  expect(html).toContain('Links: they saved “Blog”, you typed “Shop”.');
});

it('shows values as the form shows them, without the ids of rows', () => {
  interface Fields {
    country: string;
    addOns: { id: string; questionId: string; title: string }[];
  }
  const base: Fields = { country: 'GB', addOns: [] };
  const saved = { country: 'DE', addOns: [{ id: 'a1b2', questionId: 'q_1', title: 'One more Story' }] };
  const labels = { country: { label: 'Country', format: (code: string) => `the country ${code}` }, addOns: 'Add-ons' };
  expect(compareVersions({ base, typed: base, saved }, labels).conflicts).toEqual([
    { label: 'Country', saved: 'the country DE', typed: null },
    { label: 'Add-ons', saved: 'One more Story', typed: null },
  ]);
});

it('ignores a field that both have changed to the same value', () => {
  const same = { ...BASE, name: 'Tea' };
  expect(compareVersions({ base: BASE, typed: same, saved: same }, LABELS).conflicts).toEqual([]);
});
