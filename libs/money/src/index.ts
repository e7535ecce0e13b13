/** What things cost: amounts and the fee (`cents.ts`), and the lines of an order (`pricing.ts`). */
export * from './cents.ts';
export * from './days.ts';
export * from './pricing.ts';
