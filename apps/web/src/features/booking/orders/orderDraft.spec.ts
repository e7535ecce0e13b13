import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryUtils } from '../../../trpc.ts';
import {
  clearOrder,
  createStartingOrder,
  findSubmittedOrder,
  storeOrderDraft,
  storeSubmittedOrder,
} from './orderDraft.ts';

beforeEach(() => {
  const values = new Map<string, string>();
  vi.stubGlobal('location', { origin: 'http://marquee.test', pathname: '/' });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const PACKAGE = 'a-package';

/** Signs a person in, who then acts in the workspace, or signs out. */
const act = (person: string | null, workspaceId = '') =>
  queryUtils.auth.session.setData(
    undefined,
    (person && {
      id: person,
      workspaceId,
      fullName: person,
      email: `${person}@example.test`,
      userType: 'brand',
    }) as never,
  );

const enter = (projectDescription: string, budgetId: string | null = null) => {
  const blank = createStartingOrder(PACKAGE, null);
  return {
    ...blank,
    customer: { ...blank.customer, projectDescription },
    purpose: { clientId: null, budgetId },
  };
};

const readDescription = () => createStartingOrder(PACKAGE, null).customer.projectDescription;

it('does not follow the person into another workspace, with its client and budget', () => {
  act('ada', 'northwind');
  storeSubmittedOrder(PACKAGE, enter('A launch', 'budget of northwind'));
  act('ada', 'tandem');
  expect(createStartingOrder(PACKAGE, null)).toMatchObject({ purpose: { budgetId: null } });
  expect(readDescription()).toBe('');
  expect(findSubmittedOrder(PACKAGE)).toBeNull();
  act('ada', 'northwind');
  expect(findSubmittedOrder(PACKAGE)).toMatchObject({ budgetId: 'budget of northwind' });
});

it('survives signing in, and is then hidden from other users who sign in in this tab', () => {
  act(null);
  storeOrderDraft(PACKAGE, enter('A launch'));
  act('ada', 'northwind');
  expect(readDescription()).toBe('A launch');
  storeSubmittedOrder(PACKAGE, enter('A bigger launch'));
  act('ben', 'tandem');
  expect(readDescription()).toBe('');
  act('ada', 'northwind');
  expect(readDescription()).toBe('A bigger launch');
});

it('is deleted once it has become a booking, including what was entered before signing in', () => {
  act(null);
  storeOrderDraft(PACKAGE, enter('A launch'));
  act('ada', 'northwind');
  clearOrder(PACKAGE);
  expect(readDescription()).toBe('');
  act(null);
  expect(readDescription()).toBe('');
});
