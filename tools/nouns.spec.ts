import { expect, it } from 'vitest';
import { checkModuleTable, checkNouns } from './nouns.ts';

const NOTHING = { module: [], router: [], feature: [], routes: [], tables: [] };
const NOUNS = [{ noun: 'bookings', module: 'bookings', tables: ['booking'] }];

it('accepts names that are in the list', () => {
  expect(checkNouns({ ...NOTHING, module: ['bookings'], tables: ['booking'] }, NOUNS)).toEqual([]);
});

it('reports a module that no noun lists', () => {
  expect(checkNouns({ ...NOTHING, module: ['bookings', 'orders'], tables: ['booking'] }, NOUNS)).toEqual([
    "module: 'orders' belongs to no noun of the list",
  ]);
});

it('reports a listed table that does not exist', () => {
  expect(checkNouns({ ...NOTHING, module: ['bookings'] }, NOUNS)).toEqual([
    "tables: 'booking' is listed, but does not exist",
  ]);
});

it('reports a table that two nouns list', () => {
  const twice = [...NOUNS, { noun: 'orders', tables: ['booking'] }];
  expect(checkNouns({ ...NOTHING, module: ['bookings'], tables: ['booking'] }, twice)).toEqual([
    "tables: 'booking' is listed more than once",
  ]);
});

it('reports modules that the readme does not describe, and rows about modules that do not exist', () => {
  const readme = '| context | module | responsibility |\n|---|---|---|\n| booking | `orders` | places orders |\n';
  expect(checkModuleTable(readme, ['booking/orders'])).toEqual([]);
  expect(checkModuleTable(readme, ['booking/bookings'])).toEqual([
    "module: README.md does not describe 'booking/bookings'",
    "module: README.md describes 'booking/orders', which does not exist",
  ]);
});
