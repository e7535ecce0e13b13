/**
 * The product that a brand sends for the work: where to, on its way, and there. Packages say whether they need one; the
 * days for delivery count from its arrival then.
 */

/** So many days a product may be on its way before the time for the work begins to run all the same. */
export const MAX_SHIPPING_DAYS = 30;
/** The address is forgotten so many days after the product has arrived, and at the latest after a year. */
export const ADDRESS_RETENTION_DAYS = 30;
export const MAX_ADDRESS_RETENTION_DAYS = 365;

/** How far a product is. Null: it was not said yet where to, nor that it was sent or has arrived. */
export interface ShipmentProgress {
  readonly addressAt: string | Date | null;
  readonly sentAt: string | Date | null;
  readonly arrivedAt: string | Date | null;
}

/** Why a step about a product is refused, as a sentence for a person. */
export const SHIPMENT_REFUSALS = {
  PRODUCT_NOT_NEEDED: 'This booking needs no product',
  PRODUCT_ARRIVED: 'The product has arrived already',
  PRODUCT_UNDERWAY: 'The product is on its way already. Write to the brand about the address.',
  PRODUCT_NO_ADDRESS: 'The creator has not said yet where to send the product',
} as const;
export type ShipmentRefusal = keyof typeof SHIPMENT_REFUSALS;

export const isShipmentRefusal = (failure: string): failure is ShipmentRefusal =>
  Object.hasOwn(SHIPMENT_REFUSALS, failure);

/** `address`: the creator says or changes where to. `send`, `arrive`: each side's word on its way. */
export type ShipmentStep = 'address' | 'send' | 'arrive';

/** Why a step cannot be taken, or null. `shipment` null: nothing was said yet. */
export function findShipmentRefusal(
  step: ShipmentStep,
  needsProduct: boolean,
  shipment: ShipmentProgress | null,
): ShipmentRefusal | null {
  if (!needsProduct) return 'PRODUCT_NOT_NEEDED';
  if (shipment !== null && shipment.arrivedAt !== null) return 'PRODUCT_ARRIVED';
  const isAddressed = shipment !== null && shipment.addressAt !== null;
  if (step === 'address') return shipment !== null && shipment.sentAt !== null ? 'PRODUCT_UNDERWAY' : null;
  // It may have been handed over without our being told.
  return step === 'send' && !isAddressed ? 'PRODUCT_NO_ADDRESS' : null;
}

/** Whether work waits for a product: its days are counted from the arrival then. */
export const isAwaitingShipment = (
  needsProduct: boolean,
  shipment: Pick<ShipmentProgress, 'arrivedAt'> | null,
): boolean => needsProduct && (shipment === null || shipment.arrivedAt === null);
