/**
 * Rules for the product sample that a brand sends to the creator. If a package requires one, the delivery days count
 * from its arrival.
 */

/** The delivery time starts after this many days, even if the product has not arrived. */
export const MAX_SHIPPING_DAYS = 30;
/**
 * The creator's address is deleted this many days after the product has arrived, but at the latest
 * `MAX_ADDRESS_RETENTION_DAYS` after the address was entered.
 */
export const ADDRESS_RETENTION_DAYS = 30;
export const MAX_ADDRESS_RETENTION_DAYS = 365;

/** The progress of a shipment. Each time is null until the step has happened. */
export interface ShipmentProgress {
  readonly addressAt: string | Date | null;
  readonly sentAt: string | Date | null;
  readonly arrivedAt: string | Date | null;
}

/** Error messages by failure code, for refused steps of a shipment. */
export const SHIPMENT_REFUSALS = {
  PRODUCT_NOT_NEEDED: 'This booking does not need a product',
  PRODUCT_ARRIVED: 'The product has already arrived',
  PRODUCT_UNDERWAY: 'The product is already on its way. Message the brand about the address.',
  PRODUCT_NO_ADDRESS: 'The creator has not entered a shipping address yet',
} as const;
export type ShipmentRefusal = keyof typeof SHIPMENT_REFUSALS;

/**
 * `address`: the creator sets or changes the address. `send`: the brand confirms that it sent the product. `arrive`:
 * the creator confirms the arrival.
 */
export type ShipmentStep = 'address' | 'send' | 'arrive';

/** Returns the reason why a step is not possible, or null if it is. `shipment` is null before the first step. */
export function findShipmentRefusal(
  step: ShipmentStep,
  needsProduct: boolean,
  shipment: ShipmentProgress | null,
): ShipmentRefusal | null {
  if (!needsProduct) return 'PRODUCT_NOT_NEEDED';
  if (shipment !== null && shipment.arrivedAt !== null) return 'PRODUCT_ARRIVED';
  const isAddressed = shipment !== null && shipment.addressAt !== null;
  if (step === 'address') return shipment !== null && shipment.sentAt !== null ? 'PRODUCT_UNDERWAY' : null;
  // The creator can confirm the arrival without an address, because the product may have been handed over in person.
  return step === 'send' && !isAddressed ? 'PRODUCT_NO_ADDRESS' : null;
}

/** Whether the booking needs a product that has not arrived yet. The delivery days count from its arrival. */
export const isAwaitingShipment = (
  needsProduct: boolean,
  shipment: Pick<ShipmentProgress, 'arrivedAt'> | null,
): boolean => needsProduct && (shipment === null || shipment.arrivedAt === null);
