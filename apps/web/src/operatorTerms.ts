/** The operator's fee and deadlines for display. A booking's pages show its own terms instead. */
import { DEFAULT_OPERATOR_TERMS, formatWindow, type OperatorTerms, type Windows } from '@marquee/booking';
import { formatRate } from '@marquee/money';
import { createContext, use, useMemo } from 'react';
import { queryUtils, trpc } from './trpc.ts';

/** Loads the terms for every page. Pages work without them. */
export const loadOperatorTerms = (): Promise<unknown> =>
  queryUtils.operatorTerms.current.ensureData().catch(() => undefined);

export interface FormattedTerms extends OperatorTerms {
  /** The formatted fee: '15%'. */
  readonly fee: string;
  /** Formats a deadline: 'acceptHours' → '72 hours'. */
  readonly within: (name: keyof Windows) => string;
}

/** Adds the formatters to terms. */
export const formatTerms = (terms: OperatorTerms): FormattedTerms => ({
  ...terms,
  fee: formatRate(terms.feeBps),
  within: (name) => formatWindow(terms.windows, name),
});

export type CurrentTerms = FormattedTerms & { hasTrustPage: boolean };

const DEFAULT_CURRENT_TERMS: CurrentTerms = { ...formatTerms(DEFAULT_OPERATOR_TERMS), hasTrustPage: false };

/** Returns the terms for the layout, which provides them (`OperatorTermsContext`). */
export function useOperatorTermsQuery(): CurrentTerms {
  const { data: shown } = trpc.operatorTerms.current.useQuery();
  return useMemo(
    () => (shown === undefined ? DEFAULT_CURRENT_TERMS : { ...formatTerms(shown), hasTrustPage: shown.hasTrustPage }),
    [shown],
  );
}

export const OperatorTermsContext = createContext(DEFAULT_CURRENT_TERMS);

/** Returns the terms for new orders, or the default terms if they could not be loaded. */
export const useOperatorTerms = (): CurrentTerms => use(OperatorTermsContext);
