/** True in `npm run test:deep`, which runs all generated cases. `npm test` runs only a part of them to stay fast. */
export const IS_DEEP = process.env['DEEP'] === '1';

/** Returns every `n`th element, starting at a different one for each `turn`, or all elements in deep tests. */
export const takeEveryNth = <T>(all: readonly T[], n: number, turn: number): readonly T[] =>
  IS_DEEP ? all : all.filter((_, at) => at % n === turn % n);
