/** Whether a package can be seen and booked by others, of what its creator sees of it (db/for-sale.ts in the API). */
export const isPackageForSale = (pack: { isActive: boolean; hiddenAt: string | null }): boolean =>
  pack.isActive && pack.hiddenAt === null;
