/** The operator's fee and windows, as pages say them. A booking has its own, which its pages say instead. */
import { DEFAULT_TERMS, windowText, type BookingTerms, type Windows } from '@marquee/booking';
import { formatRate } from '@marquee/money';
import { createContext, use, useMemo } from 'react';
import { data, trpc } from './trpc.ts';

/** What every page has with it; a page is shown without when it cannot be had. */
export const loadTerms = (): Promise<unknown> => data.terms.shown.ensureData().catch(() => undefined);

export interface SaidTerms extends BookingTerms {
  /** The fee as people read it: '15%'. */
  readonly fee: string;
  /** A window as people read it: 'acceptHours' → '72 hours'. */
  readonly within: (name: keyof Windows) => string;
}

/** Terms with the words for them. */
export const said = (terms: BookingTerms): SaidTerms => ({
  ...terms,
  fee: formatRate(terms.feeBps),
  within: (name) => windowText(terms.windows, name),
});

export type ShownTerms = SaidTerms & { hasTrustPage: boolean };

const DEFAULTS: ShownTerms = { ...said(DEFAULT_TERMS), hasTrustPage: false };

/** For the frame, which tells all others (`TermsContext`). */
export function useShownTerms(): ShownTerms {
  const { data: shown } = trpc.terms.shown.useQuery();
  return useMemo(
    () => (shown === undefined ? DEFAULTS : { ...said(shown), hasTrustPage: shown.hasTrustPage }),
    [shown],
  );
}

export const TermsContext = createContext(DEFAULTS);

/** What holds for orders that are made now; what the product comes with while that could not be loaded. */
export const useTerms = (): ShownTerms => use(TermsContext);
