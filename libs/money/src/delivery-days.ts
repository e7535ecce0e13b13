/** Maximum delivery time in days, for a package and for an order with all of its options. */
export const MAX_DELIVERY_DAYS = 365;
