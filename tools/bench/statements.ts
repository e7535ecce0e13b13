/**
 * Returns true if a statement only reads. The benchmarks repeat and explain only such statements. A read call may
 * also write, for example to request that a metric be recomputed. Such a write, repeated on an arbitrary pooled
 * connection, would leave a transaction open and lock rows that the API needs.
 */
export const isReadStatement = (text: string): boolean =>
  /^[\s(]*(\/\*.*\*\/[\s(]*)?(select|with)\b/i.test(text) &&
  !/\b(insert into|delete from|update \w+ set)\b/i.test(text);
