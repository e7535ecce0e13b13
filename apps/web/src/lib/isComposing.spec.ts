import type { KeyboardEvent } from 'react';
import { expect, it } from 'vitest';
import { isComposing } from './isComposing.ts';

const press = (nativeEvent: { isComposing: boolean; keyCode: number }) => ({ nativeEvent }) as KeyboardEvent;

it('recognizes keys of an input method, also in Safari, and no other keys', () => {
  expect(isComposing(press({ isComposing: true, keyCode: 229 }))).toBe(true);
  expect(isComposing(press({ isComposing: false, keyCode: 229 }))).toBe(true);
  expect(isComposing(press({ isComposing: false, keyCode: 13 }))).toBe(false);
});
