/**
 * A comparison for `memo` that compares properties by value and ignores functions, which must therefore depend only
 * on the other properties. Needed inside forms, which copy all their values on every key press.
 */
export const arePropsEqual = (before: object, after: object): boolean =>
  JSON.stringify(before) === JSON.stringify(after);
