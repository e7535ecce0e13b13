/** What things cost: amounts and the fee (`cents.ts`), the lines of an order (`pricing.ts`), and tables of both (`csv.ts`). */
export * from './cents.ts';
export * from './csv.ts';
export * from './delivery-days.ts';
export * from './pricing.ts';
