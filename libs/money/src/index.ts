/** Amounts and the fee (`cents.ts`), the lines of an order (`pricing.ts`), and CSV files (`csv.ts`). */
export * from './cents.ts';
export * from './csv.ts';
export * from './delivery-days.ts';
export * from './pricing.ts';
