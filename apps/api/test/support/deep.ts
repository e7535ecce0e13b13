/**
 * `npm run test:deep` takes all of what `npm test` takes a part of, so that the one is thorough and the other quick.
 */
export const IS_DEEP = process.env['DEEP'] === '1';

/** Every `n`th of a list, beginning at another place for each `turn`; all of it when the tests are deep. */
export const takeEveryNth = <T>(all: readonly T[], n: number, turn: number): readonly T[] =>
  IS_DEEP ? all : all.filter((_, at) => at % n === turn % n);
