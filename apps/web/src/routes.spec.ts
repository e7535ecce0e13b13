import { isReservedUsername } from '@marquee/validation';
import { expect, it } from 'vitest';
import type { RouteObject } from 'react-router-dom';
import { routes } from './routes.tsx';

const listFirstSegments = (list: readonly RouteObject[]): string[] =>
  list.flatMap(({ path, children = [] }) =>
    path === undefined || path === '/' || path === '' ? listFirstSegments(children) : [path.replace(/[/:?].*$/, '')],
  );

it('reserves the first path segment of every page, so that no username looks like one', () => {
  const segments = listFirstSegments(routes).filter((segment) => !['', '*'].includes(segment));
  expect(segments).toContain('secure-account');
  expect(segments.filter((segment) => !isReservedUsername(segment.replaceAll('-', '_')))).toEqual([]);
});
