import { paths } from '../../../paths.ts';
import { TabLinks } from '../../../ui/TabLinks.tsx';

/** Renders the tabs of a creator's money pages. Brands have a single page, their receipts. */
export const MoneyTabs = () => (
  <TabLinks
    label="Money"
    tabs={[
      { to: paths.payouts(), label: 'Payouts' },
      { to: paths.statements(), label: 'Statements' },
    ]}
  />
);
