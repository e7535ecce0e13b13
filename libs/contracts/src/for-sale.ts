/** Whether other users can see and book a package. The server applies the same rule in db/for-sale.ts. */
export const isPackageForSale = (pack: { isActive: boolean; hiddenAt: string | null }): boolean =>
  pack.isActive && pack.hiddenAt === null;
