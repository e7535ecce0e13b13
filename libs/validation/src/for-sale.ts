/**
 * Whether others can see and book a package, from the data that its creator sees. The API has the same rule in
 * db/for-sale.ts.
 */
export const isPackageForSale = (pack: { isActive: boolean; hiddenAt: string | null }): boolean =>
  pack.isActive && pack.hiddenAt === null;
