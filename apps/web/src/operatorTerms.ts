/** The operator's fee and windows, as pages say them. A booking has its own, which its pages say instead. */
import { DEFAULT_OPERATOR_TERMS, formatWindow, type OperatorTerms, type Windows } from '@marquee/booking';
import { formatRate } from '@marquee/money';
import { createContext, use, useMemo } from 'react';
import { queryUtils, trpc } from './trpc.ts';

/** What every page has with it; a page is shown without when it cannot be had. */
export const loadOperatorTerms = (): Promise<unknown> =>
  queryUtils.operatorTerms.shown.ensureData().catch(() => undefined);

export interface FormattedTerms extends OperatorTerms {
  /** The fee as people read it: '15%'. */
  readonly fee: string;
  /** A window as people read it: 'acceptHours' → '72 hours'. */
  readonly within: (name: keyof Windows) => string;
}

/** Terms with the words for them. */
export const formatTerms = (terms: OperatorTerms): FormattedTerms => ({
  ...terms,
  fee: formatRate(terms.feeBps),
  within: (name) => formatWindow(terms.windows, name),
});

export type CurrentTerms = FormattedTerms & { hasTrustPage: boolean };

const DEFAULT_CURRENT_TERMS: CurrentTerms = { ...formatTerms(DEFAULT_OPERATOR_TERMS), hasTrustPage: false };

/** For the frame, which tells all others (`OperatorTermsContext`). */
export function useOperatorTermsQuery(): CurrentTerms {
  const { data: shown } = trpc.operatorTerms.shown.useQuery();
  return useMemo(
    () => (shown === undefined ? DEFAULT_CURRENT_TERMS : { ...formatTerms(shown), hasTrustPage: shown.hasTrustPage }),
    [shown],
  );
}

export const OperatorTermsContext = createContext(DEFAULT_CURRENT_TERMS);

/** What holds for orders that are made now; what the product comes with while that could not be loaded. */
export const useOperatorTerms = (): CurrentTerms => use(OperatorTermsContext);
