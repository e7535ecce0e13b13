/** Which of the product's statements are repeated and explained. */

/**
 * Whether a statement only reads. What a read asks for besides (a figure to be computed again) is left out: repeated
 * over whichever connection is free it would leave a transaction open, and the product would wait for its rows.
 */
export const isReadStatement = (text: string): boolean =>
  /^[\s(]*(\/\*.*\*\/[\s(]*)?(select|with)\b/i.test(text) &&
  !/\b(insert into|delete from|update \w+ set)\b/i.test(text);
