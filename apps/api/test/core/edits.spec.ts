/**
 * Tests that a form with settings that several people edit does not overwrite a change that was made after the form was
 * opened. A procedure whose name says that it changes something is listed here, as an edit or with the reason why it
 * is none, so that no form is forgotten.
 */
import { describe, expect, it } from 'vitest';
import { PROCEDURES_BY_PATH } from '../../src/demo/procedures.ts';
import type { Caller, ProcedurePath } from '../../src/http/router.ts';
import { newBrand, newCreator, newPackage } from '../../src/demo/builders.ts';
import { newMember } from '../support/members.ts';
import { useStack } from '../support/stack.ts';

const stack = useStack();

interface Edit {
  /** The caller who has opened the form. */
  api: Caller;
  /** The values with which the form was opened. */
  base: object;
  /** Two changes of different fields. Null if the form has only one field. */
  changes: [object, object | null];
  /** Another value of the first field. */
  conflict: object;
  /** Fields that the form does not contain, such as an id. */
  key?: object;
  /** Reads the saved values of the form's fields. */
  read: () => Promise<object>;
}

const newBrandEdit = async () => {
  const brand = await newBrand(stack.deps, { fullName: 'Northwind' });
  return { brand, api: stack.as(brand) };
};
const newCreatorEdit = async () => {
  const creator = await newCreator(stack.deps);
  return { creator, api: stack.as(creator) };
};

const BILLING = { legalName: 'Northwind Ltd', address: '1 Pier Road', country: 'GB', taxId: 'GB1' };
const CARD = { name: 'Ada', email: 'ada@northwind.test', description: '', audience: '', tone: '', date: '', notes: '' };
const QUESTION = { id: 'q_1', type: 'text' as const, question: 'Why?', required: false };

const EDITS = {
  'clients.save': async () => {
    const { api } = await newBrandEdit();
    const base = { name: 'Coffee', ...BILLING };
    const { id } = await api.clients.save(base);
    const read = async () => (await api.clients.list())[0] ?? {};
    return { api, base, key: { id }, changes: [{ taxId: 'GB2' }, { name: 'Tea' }], conflict: { taxId: 'GB3' }, read };
  },
  'budgets.change': async () => {
    const { api } = await newBrandEdit();
    const { id } = await api.budgets.create({ name: 'Spring', clientId: null, period: 'total', limit: '500' });
    return {
      api,
      base: { name: 'Spring', limit: '500' },
      key: { id },
      changes: [{ limit: '600' }, { name: 'Summer' }],
      conflict: { limit: '700' },
      read: async () => {
        const [budget] = await api.budgets.list();
        return { name: budget?.name, limit: String((budget?.limitCents ?? 0) / 100) };
      },
    };
  },
  'approvals.saveSettings': async () => {
    const { api } = await newBrandEdit();
    return {
      api,
      base: { rule: 'never', above: '', approvers: 1, allowsOwn: false },
      changes: [{ rule: 'always' }, { approvers: 2 }],
      conflict: { rule: 'new_creators' },
      read: () => api.approvals.settings(),
    };
  },
  'workspaces.changeLimits': async () => {
    const { brand, api } = await newBrandEdit();
    const { id } = await newMember(stack, brand, 'booker');
    const toDollars = (cents: number | null | undefined) => (typeof cents === 'number' ? String(cents / 100) : '');
    return {
      api,
      base: { orderLimit: '', monthLimit: '' },
      key: { personId: id },
      changes: [{ orderLimit: '100' }, { monthLimit: '900' }],
      conflict: { orderLimit: '200' },
      read: async () => {
        const member = (await api.workspaces.members()).members.find((each) => each.id === id);
        return { orderLimit: toDollars(member?.orderLimitCents), monthLimit: toDollars(member?.monthLimitCents) };
      },
    };
  },
  'receipts.saveBilling': async () => {
    const { api } = await newBrandEdit();
    await api.receipts.saveBilling(BILLING);
    const read = () => api.receipts.billing();
    return { api, base: BILLING, changes: [{ taxId: 'GB2' }, { address: 'Quay 2' }], conflict: { taxId: 'GB3' }, read };
  },
  'profiles.saveCustomerInfo': async () => {
    const { api } = await newBrandEdit();
    await api.profiles.saveCustomerInfo(CARD as never);
    return {
      api,
      base: CARD,
      changes: [{ audience: 'Hikers' }, { notes: 'No music.' }],
      conflict: { audience: 'Climbers' },
      read: () => api.profiles.customerInfo(),
    };
  },
  'profiles.saveName': async () => {
    const { api } = await newBrandEdit();
    return {
      api,
      base: { fullName: 'Northwind' },
      changes: [{ fullName: 'Northwind One' }, null],
      conflict: { fullName: 'Northwind Two' },
      read: () => api.profiles.own(),
    };
  },
  'profiles.saveAbout': async () => {
    const { creator, api } = await newCreatorEdit();
    const base = { fullName: creator.workspaceName, bio: 'I film bread.', location: 'Bergen' };
    await api.profiles.saveAbout(base);
    return {
      api,
      base,
      changes: [{ bio: 'I film cakes.' }, { location: 'Oslo' }],
      conflict: { bio: 'I film soup.' },
      read: () => api.profiles.own(),
    };
  },
  'profiles.saveTopics': async () => {
    const { api } = await newCreatorEdit();
    return {
      api,
      base: { categories: [], languages: [] },
      changes: [{ categories: ['Food'] }, { languages: ['English'] }],
      conflict: { categories: ['Travel'] },
      read: () => api.profiles.own(),
    };
  },
  'profiles.savePlatforms': async () => {
    const { api } = await newCreatorEdit();
    const platform = (handle: string) => ({
      platforms: [{ platform: 'x', handle, followers: 10, startingPrice: '' }],
    });
    return {
      api,
      base: { platforms: [] },
      changes: [platform('one'), null],
      conflict: platform('two'),
      read: async () => ({
        platforms: (await api.profiles.own()).platforms.map(({ startingPriceCents: _, ...rest }) => ({
          ...rest,
          startingPrice: '',
        })),
      }),
    };
  },
  'profiles.saveLinks': async () => {
    const { api } = await newCreatorEdit();
    const link = (label: string) => ({ links: [{ label, url: 'https://bread.example/' }] });
    return {
      api,
      base: { links: [] },
      changes: [link('Shop'), null],
      conflict: link('Blog'),
      read: () => api.profiles.own(),
    };
  },
  'availability.save': async () => {
    const { api } = await newCreatorEdit();
    return {
      api,
      base: { maxBookings: null, leadDays: 0, timeOff: [] },
      changes: [{ maxBookings: 2 }, { leadDays: 3 }],
      conflict: { maxBookings: 4 },
      read: async () => (await api.availability.own()).settings,
    };
  },
  'packages.save': async () => {
    const { creator, api } = await newCreatorEdit();
    const { id } = await newPackage(stack.deps, creator, {
      name: 'Reel',
      description: 'One Reel.',
      priceCents: 10_000,
    });
    const toForm = async () => {
      const { name, description, priceCents, deliveryDays, features, isPopular } = await api.packages.byId({ id });
      return { name, description, price: String(priceCents / 100), deliveryDays, features, isPopular };
    };
    return {
      api,
      base: await toForm(),
      key: { id },
      changes: [{ price: '120' }, { description: 'One long Reel.' }],
      conflict: { price: '130' },
      read: toForm,
    };
  },
  'questionnaires.save': async () => {
    const { creator, api } = await newCreatorEdit();
    const { id: packageId } = await newPackage(stack.deps, creator);
    const ask = (question: string) => ({ questions: [{ ...QUESTION, question }] });
    return {
      api,
      base: { questions: [] },
      key: { packageId },
      changes: [ask('Why?'), null],
      conflict: ask('When?'),
      read: async () => (await api.questionnaires.byPackage({ packageId })) ?? {},
    };
  },
} satisfies Partial<Record<ProcedurePath, () => Promise<Edit>>>;

const ONE_VALUE = 'It sets one value, which the caller sees and chooses.';
const OWN = 'Only the person themselves can change it.';
const ADDED = 'It adds an entry and changes no other.';

/** Procedures whose names begin like those of an edit, with the reason why they are none. */
const OTHERS: Partial<Record<ProcedurePath, string>> = {
  'auth.changeEmail': OWN,
  'auth.changePassword': OWN,
  'bookings.setPurchaseOrder': ONE_VALUE,
  'factors.renamePasskey': OWN,
  'matching.saveBrief': ADDED,
  'messages.setBlocked': ONE_VALUE,
  'notifications.saveSettings': OWN,
  'operatorTerms.change': 'The input names the version that it replaces, and a newer one refuses it.',
  'packages.setActive': ONE_VALUE,
  'packages.setPicture': ONE_VALUE,
  'payments.setCardSaving': ONE_VALUE,
  'payouts.setCountry': ONE_VALUE,
  'profiles.captionPicture': ONE_VALUE,
  'profiles.changeUsername': ONE_VALUE,
  'receipts.saveCsvFormat': OWN,
  'savedItems.renameList': ONE_VALUE,
  'savedItems.save': ADDED,
  'savedItems.saveSearch': ADDED,
  'savedItems.setNote': ONE_VALUE,
  'savedItems.setSearchEmails': ONE_VALUE,
  'shipments.setAddress': 'An address is one value, whose lines are only valid together.',
  'workspaces.changeRole': ONE_VALUE,
  'workspaces.changeTimeZone': ONE_VALUE,
};

const EDIT_NAME = /\.(save|change|set|update|edit|rename|caption)/;

it('lists every procedure that saves a form', () => {
  const named = [...PROCEDURES_BY_PATH.values()]
    .filter(({ path, type }) => type === 'mutation' && EDIT_NAME.test(path))
    .map(({ path }) => path);
  expect(named.toSorted()).toEqual([...Object.keys(EDITS), ...Object.keys(OTHERS)].toSorted());
});

describe.each(Object.entries<() => Promise<Edit>>(EDITS))('%s', (path, open) => {
  const [router = '', name = ''] = path.split('.');
  const send = ({ api, key }: Edit, values: object, base: object) =>
    (api as unknown as Record<string, Record<string, (input: object) => Promise<unknown>>>)[router]?.[name]?.({
      ...key,
      ...values,
      base,
    });

  it('refuses a change of a field that another user has changed since, and accepts it after the user has seen both versions', async () => {
    const edit = await open();
    const { base, changes, conflict, read } = edit;
    await send(edit, { ...base, ...changes[0] }, base);
    expect(await read()).toMatchObject(changes[0]);
    await expect(send(edit, { ...base, ...conflict }, base)).rejects.toMatchObject({ failure: 'EDIT_STALE' });
    expect(await read()).toMatchObject(changes[0]);
    await send(edit, { ...base, ...conflict }, { ...base, ...changes[0] });
    expect(await read()).toMatchObject(conflict);
  });

  it('keeps the changes of two people who change different fields, or the same field to the same value', async () => {
    const edit = await open();
    const { base, changes, read } = edit;
    const [first, second] = changes;
    await send(edit, { ...base, ...first }, base);
    await send(edit, { ...base, ...first }, base);
    if (second !== null) await send(edit, { ...base, ...second }, base);
    expect(await read()).toMatchObject({ ...first, ...second });
  });
});
