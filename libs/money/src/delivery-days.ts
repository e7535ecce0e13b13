/** The longest delivery, in days: of a package, and of an order with all that was added. */
export const MAX_DELIVERY_DAYS = 365;
