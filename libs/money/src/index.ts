export * from './cents.ts';
export * from './csv.ts';
export * from './delivery-days.ts';
export * from './pricing.ts';
