import { describe, expect, it } from 'vitest';
import { listNavigationLinks } from './navigationLinks.ts';
import { listWorkspaceLinks } from './workspaceLinks.ts';

const CREATOR = {
  userType: 'influencer',
  role: 'user',
  hasFactor: false,
  username: 'maya',
  memberRole: 'owner',
  forAgency: null,
} as const;
const BRAND = { ...CREATOR, userType: 'brand', username: 'northwind' } as const;
const STAFF = { ...BRAND, role: 'admin', hasFactor: true } as const;
const BOOKINGS = [
  { id: '1', packageName: 'Try-on haul', otherName: 'Olive & Oak' },
  { id: '2', packageName: 'Outfit Reel', otherName: 'Northwind Outdoor' },
];
const labels = (...given: Parameters<typeof listNavigationLinks>) =>
  listNavigationLinks(...given).map(({ label }) => label);

describe('the command palette', () => {
  it('lists the pages for the user’s account type, and admin pages only for staff', () => {
    expect(labels(CREATOR, '', [])).toEqual(expect.arrayContaining(['Payouts', 'Create a package', 'Your profile']));
    expect(labels(BRAND, '', [])).toContain('Receipts');
    expect(labels(BRAND, '', [])).not.toContain('Create a package');
    expect(listNavigationLinks(BRAND, '', []).some(({ group }) => group === 'Administration')).toBe(false);
    expect(labels(STAFF, 'blocked', [])[0]).toBe('Blocked payouts');
    expect(labels({ ...STAFF, hasFactor: false }, 'blocked', [])).not.toContain('Blocked payouts');
  });

  it('finds results with words that start with the typed words, in any order and case', () => {
    expect(labels(CREATOR, 'PACK cre', [])[0]).toBe('Create a package');
    expect(labels(CREATOR, 'oak', BOOKINGS)[0]).toBe('Try-on haul');
    expect(labels(CREATOR, 'on haul', BOOKINGS)[0]).toBe('Try-on haul');
    expect(listNavigationLinks(CREATOR, 'ackage', BOOKINGS).every(({ group }) => group === 'Search')).toBe(true);
  });

  it('offers searches for the typed text, and no searches while the text is blank', () => {
    expect(listNavigationLinks(BRAND, ' oak & more ', []).map(({ label, to }) => [label, to])).toEqual([
      ['Search creators for “oak & more”', '/find-influencers?q=oak+%26+more'],
      ['Search receipts for “oak & more”', '/receipts?search=oak+%26+more'],
    ]);
    expect(listNavigationLinks(STAFF, '  ', []).some(({ group }) => group === 'Search')).toBe(false);
  });

  it('gives every result its own URL', () => {
    const tos = listNavigationLinks(STAFF, '', BOOKINGS).map(({ to }) => to);
    expect(new Set(tos).size).toBe(tos.length);
  });
});

describe('the navigation of a member', () => {
  const AGENT = { ...CREATOR, memberRole: 'manager', forAgency: { id: 'agency', name: 'Agency' } } as const;

  it.each([
    ['an owner', CREATOR, ['Money', 'Analytics'], ['Payouts', 'Agency', 'Members']],
    ['a manager', { ...CREATOR, memberRole: 'manager' }, ['Money', 'Analytics'], ['Payouts', 'Agency', 'Members']],
    ['an assistant', { ...CREATOR, memberRole: 'assistant' }, [], ['Members']],
    ['a person of the agency', AGENT, ['Money', 'Analytics'], ['Payouts']],
    ['a booker', { ...BRAND, memberRole: 'booker' }, [], ['Members']],
    ['a reviewer', { ...BRAND, memberRole: 'reviewer' }, [], ['Members']],
    ['a viewer', { ...BRAND, memberRole: 'viewer' }, [], ['Members']],
    ['finance', { ...BRAND, memberRole: 'finance' }, ['Money', 'Analytics'], ['Receipts', 'Members']],
  ] as const)('offers %s only the screens that they may open', (_, user, sections, screens) => {
    const guarded = ['Money', 'Analytics', 'Payouts', 'Statements', 'Receipts', 'Agency', 'Members'];
    const listed = (names: readonly string[]) =>
      names.filter((name) => guarded.includes(name) && name !== 'Statements');
    expect(listed(listWorkspaceLinks(user).map(({ label }) => label))).toEqual(sections);
    expect(listed(labels(user, '', []).filter((label) => label !== 'Analytics')).toSorted()).toEqual(
      [...screens].toSorted(),
    );
  });

  it('offers an assistant and a viewer neither new packages nor searches in documents', () => {
    expect(labels({ ...CREATOR, memberRole: 'assistant' }, '', [])).not.toContain('Create a package');
    expect(labels({ ...BRAND, memberRole: 'viewer' }, 'oak', [])).toEqual(['Search creators for “oak”']);
  });
});
