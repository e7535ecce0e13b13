import type { Deps } from './deps.ts';

export interface Issuer {
  name: string;
  address: string[];
  taxId: string;
  /** The time zone of dates on documents. */
  zone: string;
}

/**
 * Returns the operator as the issuer of documents, from COMPANY_NAME, COMPANY_ADDRESS, COMPANY_TAX_ID and
 * COMPANY_TIME_ZONE.
 */
export const getIssuer = ({ env }: Pick<Deps, 'env'>): Issuer => ({
  name: env.COMPANY_NAME,
  address: env.COMPANY_ADDRESS.split(';')
    .map((line) => line.trim())
    .filter((line) => line !== ''),
  taxId: env.COMPANY_TAX_ID,
  zone: env.COMPANY_TIME_ZONE,
});
