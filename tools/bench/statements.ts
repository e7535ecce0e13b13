/** Selects the product's statements that the benchmarks repeat and explain. */

/**
 * Returns true if a statement only reads. The benchmarks skip the writes of a read, such as a request to recompute a
 * figure. Repeated on an arbitrary pooled connection, they would leave a transaction open and block the product's
 * rows.
 */
export const isReadStatement = (text: string): boolean =>
  /^[\s(]*(\/\*.*\*\/[\s(]*)?(select|with)\b/i.test(text) &&
  !/\b(insert into|delete from|update \w+ set)\b/i.test(text);
