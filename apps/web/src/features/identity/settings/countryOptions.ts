import { COUNTRY_CODES, getCountryName } from '@marquee/contracts';

/** The countries for a select, sorted by name. */
export const COUNTRY_OPTIONS = COUNTRY_CODES.map((code) => ({ value: code, label: getCountryName(code) })).toSorted(
  (one, other) => one.label.localeCompare(other.label),
);

/** Names the country in the comparison of two versions of a form. */
export const COUNTRY_FIELD = {
  label: 'Country',
  format: (code: string): string => (code === '' ? 'nothing' : getCountryName(code)),
};
