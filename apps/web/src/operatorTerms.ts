/**
 * Provides the current fee and deadlines for display. Pages about a booking show that booking's own terms instead.
 */
import { DEFAULT_OPERATOR_TERMS, formatWindow, type OperatorTerms, type Windows } from '@marquee/booking';
import { formatRate } from '@marquee/money';
import { createContext, use, useMemo } from 'react';
import { queryUtils, trpc } from './trpc.ts';

/** Prefetches the terms for every page. If this fails, the default terms are shown. */
export const loadOperatorTerms = (): Promise<unknown> =>
  queryUtils.operatorTerms.current.ensureData().catch(() => undefined);

export interface FormattedTerms extends OperatorTerms {
  /** The formatted fee, such as '15%'. */
  readonly fee: string;
  /** Formats a deadline by name, such as 'acceptHours' as '72 hours'. */
  readonly within: (name: keyof Windows) => string;
}

export const formatTerms = (terms: OperatorTerms): FormattedTerms => ({
  ...terms,
  fee: formatRate(terms.feeBps),
  within: (name) => formatWindow(terms.windows, name),
});

export type CurrentTerms = FormattedTerms & { hasTrustPage: boolean };

const DEFAULT_CURRENT_TERMS: CurrentTerms = { ...formatTerms(DEFAULT_OPERATOR_TERMS), hasTrustPage: false };

/** Returns the terms for the layout, which passes them to all components (`OperatorTermsContext`). */
export function useOperatorTermsQuery(): CurrentTerms {
  const { data: terms } = trpc.operatorTerms.current.useQuery();
  return useMemo(
    () => (terms === undefined ? DEFAULT_CURRENT_TERMS : { ...formatTerms(terms), hasTrustPage: terms.hasTrustPage }),
    [terms],
  );
}

export const OperatorTermsContext = createContext(DEFAULT_CURRENT_TERMS);

/** Returns the terms that apply to new orders, or the default terms if they could not be loaded. */
export const useOperatorTerms = (): CurrentTerms => use(OperatorTermsContext);
