import { useLocation } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { TabLinks } from '../../../ui/TabLinks.tsx';

/** Renders the tabs of the packages pages. The package list has two addresses. */
export function PackageTabs() {
  const isAlias = useLocation().pathname === paths.managePackages();
  return (
    <TabLinks
      label="Packages and questions"
      tabs={[
        { to: isAlias ? paths.managePackages() : paths.packages(), label: 'Packages' },
        { to: paths.questionnaireBuilder(), label: 'Questions' },
      ]}
    />
  );
}
