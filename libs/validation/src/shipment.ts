import { z } from './zod.ts';
import { LIMITS } from './limits.ts';
import { idField, singleLineField, textField } from './fields.ts';

/** The creator's shipping address. */
export const shipmentAddress = z.object({
  /** The booking's id. */
  id: idField,
  address: textField('The address', LIMITS.address, 'Enter the name and address to ship to'),
});
export type ShipmentAddress = z.infer<typeof shipmentAddress>;

/** Confirms that the brand sent the product. `carrier` and `tracking` may be empty. */
export const shipmentSent = z.object({
  id: idField,
  carrier: singleLineField('The carrier', LIMITS.carrier).transform((value) => value.trim()),
  tracking: singleLineField('The tracking number', LIMITS.tracking).transform((value) => value.trim()),
});
export type ShipmentSent = z.infer<typeof shipmentSent>;
