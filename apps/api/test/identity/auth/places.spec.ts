/** Tests the rough place of a sign-in with a location database of one address. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { newBrand } from '../../../src/demo/builders.ts';
import { queryProcedure } from '../../support/accounts.ts';
import { useStack } from '../../support/stack.ts';

const directory = mkdtempSync(join(tmpdir(), 'marquee-places-'));
afterAll(() => rmSync(directory, { recursive: true }));
const path = join(directory, 'city.mmdb');

/** Encodes a value in the format of MMDB files, which is limited here to short texts, small numbers and maps. */
function encode(value: string | number | object): Buffer {
  if (typeof value === 'string') return Buffer.concat([Buffer.from([(2 << 5) | value.length]), Buffer.from(value)]);
  if (typeof value === 'number') return Buffer.from([(6 << 5) | 2, value >> 8, value & 0xff]);
  const entries = Object.entries(value as Record<string, string | number | object>);
  return Buffer.concat([
    Buffer.from([(7 << 5) | entries.length]),
    ...entries.flatMap(([name, each]) => [encode(name), encode(each)]),
  ]);
}

/** Creates a database in which 127.0.0.0/8 is in Lisbon. The tree has one node for each bit of the prefix 01111111. */
function createDatabase(): Buffer {
  const bits = Array.from('01111111');
  const nodeCount = bits.length;
  // A record is the number of the next node, `nodeCount` for "not found", or a position in the data after 16 bytes.
  const records = bits.flatMap((bit, at) => {
    const next = at + 1 === nodeCount ? nodeCount + 16 : at + 1;
    return bit === '0' ? [next, nodeCount] : [nodeCount, next];
  });
  const tree = Buffer.concat(records.map((record) => Buffer.from([record >> 16, (record >> 8) & 0xff, record & 0xff])));
  const data = encode({ city: { names: { en: 'Lisbon' } }, country: { names: { en: 'Portugal' } } });
  const metadata = encode({
    node_count: nodeCount,
    record_size: 24,
    ip_version: 4,
    database_type: 'GeoLite2-City',
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
  });
  const marker = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex');
  return Buffer.concat([tree, Buffer.alloc(16), data, marker, metadata]);
}
writeFileSync(path, createDatabase());

const stack = useStack({ LOCATION_DATABASE: path });

it('shows in the sign-in history the city and country of an address in the operator’s location database', async () => {
  const browser = await stack.asBrowser(await newBrand(stack.deps));
  expect((await queryProcedure(browser, 'auth.signIns', {})).data).toMatchObject({
    items: [{ ip: '127.0.0.1', place: 'Lisbon, Portugal' }],
  });
  expect(await stack.deps.places?.find('192.0.2.1')).toBeNull();
});
