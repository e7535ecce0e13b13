import { sql } from 'kysely';

/** Matches bookings whose money was settled or never charged. Their files may expire. */
export const IS_BOOKING_OVER = sql<boolean>`(booking.status = 'cancelled' or booking.payment_state in ('released', 'refunded', 'split', 'voided'))`;
