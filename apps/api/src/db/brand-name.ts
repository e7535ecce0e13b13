import { sql } from 'kysely';

/**
 * The name of the brand in a booking. It includes the client for which the brand ordered, such as “Northwind, by Field
 * Agency”. For queries that join `workspace` as `brand`.
 */
export const brandNameSql = sql<string>`name_brand(booking.client_id, brand.full_name)`;
