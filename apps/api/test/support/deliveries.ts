/** Helpers for the deliverables of a booking. */
import { randomUUID } from 'node:crypto';
import { FILE_PART_BYTES } from '@marquee/contracts';
import { expect } from 'vitest';
import { newBooking, newPackage, newPayableCreator } from '../../src/demo/builders.ts';
import type { Stack } from './stack.ts';

type Booked = Awaited<ReturnType<typeof newBooking>>;

/** Creates a booking in progress for a package with these features. */
export async function newBookingInProgress(
  { deps }: Pick<Stack, 'deps'>,
  features: string[] = ['1 Reel', '2 Stories', '2 revisions'],
) {
  const creator = await newPayableCreator(deps);
  const { id: packageId } = await newPackage(deps, creator, { features });
  const booking = await newBooking(deps, { creator, packageId, status: 'in_progress' });
  const { items } = await booking.asBrand.deliveries.byBooking({ id: booking.id });
  return { ...booking, deliverables: items.map(({ id }) => id) };
}

/** Returns the input for sending a version of a deliverable. */
export const createVersionInput = (
  deliverableId: string,
  number = 1,
  more: { note?: string; links?: string[]; files?: string[] } = {},
) => ({
  deliverableId,
  number,
  note: 'Here it is',
  links: [],
  files: [],
  completes: false,
  ...more,
});

/** Sends a version as the creator. */
export const sendVersion = ({ asCreator }: Booked, deliverableId: string, number = 1, more = {}) =>
  asCreator.deliveries.send(createVersionInput(deliverableId, number, more));

/** Approves a version as the brand. */
export const approveVersion = ({ asBrand }: Booked, deliverableId: string, number = 1) =>
  asBrand.deliveries.decide({ deliverableId, number, verdict: 'approved' });

/** Requests changes to a version as the brand. */
export const requestChanges = ({ asBrand }: Booked, deliverableId: string, number = 1, remarks: object[] = []) =>
  asBrand.deliveries.decide({
    deliverableId,
    number,
    verdict: 'changes',
    changeRequest: 'Brighter, please',
    remarks: remarks as never,
  });

/** Returns the tRPC error code of a rejected call, or 'nothing' if it succeeds. */
export const getTrpcCode = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'nothing',
    ({ code }: { code: string }) => code,
  );

/** Returns the only element of a list. */
export const only = <T>(list: readonly T[]): T => {
  const [one] = list;
  if (one === undefined || list.length !== 1) throw new Error(`${list.length} instead of one`);
  return one;
};

export const BINARY_HEADERS = { 'content-type': 'application/octet-stream' };

/** Returns the URL of a part of a file. */
export const getPartPath = (id: string, part: number) => `/api/files/${id}/parts/${part}`;

/** Uploads a file for a deliverable as the creator, and returns its id. */
export async function uploadFile(
  stack: Pick<Stack, 'asBrowser'>,
  {
    booking,
    deliverableId,
    bytes,
    name = 'cut.bin',
  }: { booking: Booked; deliverableId: string; bytes: Buffer; name?: string | undefined },
): Promise<string> {
  const browser = await stack.asBrowser(booking.creator);
  const begun = await booking.asCreator.deliveries.beginFile({
    deliverableId,
    name,
    bytes: bytes.length,
    uploadKey: randomUUID(),
  });
  let at = begun;
  for (let part = begun.part; !at.isWhole; part++) {
    const answer = await browser(
      'PUT',
      getPartPath(at.id, part),
      bytes.subarray(part * FILE_PART_BYTES, (part + 1) * FILE_PART_BYTES),
      BINARY_HEADERS,
    );
    expect(answer.statusCode).toBe(200);
    at = answer.json();
  }
  return at.id;
}
