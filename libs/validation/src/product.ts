/** What the two sides say about a product that is sent for the work. */
import { z } from './zod.ts';
import { LIMITS } from './limits.ts';
import { id, line, text } from './text.ts';

/** Where to send it, as it stands on a parcel. */
export const productAddress = z.object({
  /** The booking's. */
  id,
  address: text('The address', LIMITS.address, 'Enter the name and the address for the parcel'),
});
export type ProductAddress = z.infer<typeof productAddress>;

/** It is on its way; both may be empty. */
export const productSent = z.object({
  id,
  carrier: line('The carrier', LIMITS.carrier).transform((value) => value.trim()),
  tracking: line('The tracking number', LIMITS.tracking).transform((value) => value.trim()),
});
export type ProductSent = z.infer<typeof productSent>;
