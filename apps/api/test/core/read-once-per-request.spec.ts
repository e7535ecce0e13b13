import { describe, expect, it } from 'vitest';
import { readOncePerRequest } from '../../src/core/ctx.ts';

describe('readOncePerRequest', () => {
  const counted = () => {
    let readCount = 0;
    return async () => Promise.resolve(++readCount);
  };

  it('reads each name only once per request', async () => {
    const ask = counted();
    const [one, other] = [{ reads: new Map() }, { reads: new Map() }];
    expect(
      await Promise.all([
        readOncePerRequest(one, 'a', ask),
        readOncePerRequest(one, 'a', ask),
        readOncePerRequest(one, 'b', ask),
      ]),
    ).toEqual([1, 1, 2]);
    expect(await readOncePerRequest(other, 'a', ask)).toBe(3);
  });

  it('reads again every time outside a request', async () => {
    const ask = counted();
    expect([await readOncePerRequest({}, 'a', ask), await readOncePerRequest({}, 'a', ask)]).toEqual([1, 2]);
  });
});
