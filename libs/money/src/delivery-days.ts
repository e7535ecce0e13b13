/** Maximum delivery time in days, of a package and of an order with everything added. */
export const MAX_DELIVERY_DAYS = 365;
