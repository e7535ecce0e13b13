import { describe, expect, it } from 'vitest';
import { pack, unpack } from './pack.ts';

describe('what is packed', () => {
  it.each([
    [null],
    ['text'],
    [0],
    [[]],
    [{}],
    [[[], [[1]], {}]],
    [
      {
        list: [
          { id: 'a', of: [1, 2] },
          { id: 'b', of: [] },
        ],
        more: null,
      },
    ],
    [[{ a: 1, b: 2 }, { b: 2, a: 1 }, { a: 1 }]],
    [[{ a: 1, b: 2 }, { 'a\nb': 1 }, { 'a,b': 1 }]],
    [{ __proto__: null, constructor: 1 }],
  ])('%j comes out as it was', (value) => {
    const through = unpack(JSON.parse(JSON.stringify(pack(value))) as ReturnType<typeof pack>);
    expect(through).toEqual(value);
    expect(JSON.stringify(through)).toBe(JSON.stringify(value));
  });

  it('leaves out what JSON leaves out', () =>
    expect(unpack(JSON.parse(JSON.stringify(pack({ a: undefined, b: 1 }))) as never)).toEqual({ b: 1 }));

  it('names keys once', () => {
    const list = Array.from({ length: 24 }, (_, id) => ({ id, fullName: 'A', pictures: [{ url: '/', width: 1 }] }));
    expect(JSON.stringify(pack(list)).match(/fullName|pictures|width/g)).toHaveLength(3);
  });
});
