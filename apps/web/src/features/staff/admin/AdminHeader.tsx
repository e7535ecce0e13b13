import { useLocation } from 'react-router-dom';
import { trpc } from '../../../trpc.ts';
import { PageHeader, type PageHeaderProps } from '../../../ui/PageHeader.tsx';
import { PageMeta } from '../../../ui/PageMeta.tsx';
import { TabLinks } from '../../../ui/TabLinks.tsx';
import { ADMIN_AREAS } from './adminScreens.ts';

/** Renders the title of an admin page, with the tabs of the page's area and their numbers of open items. */
export function AdminHeader(props: PageHeaderProps & { title: string }) {
  const { pathname } = useLocation();
  const { data: work } = trpc.admin.overview.useQuery();
  const area = ADMIN_AREAS.find(({ screens }) => screens.some(({ to }) => to === pathname));
  return (
    <>
      <PageMeta title={props.title} />
      <PageHeader {...props} />
      {area !== undefined && (
        <TabLinks
          label={area.label}
          tabs={area.screens.map(({ to, label, countOpen }) => {
            const open = (work && countOpen?.(work)) ?? 0;
            return { to, label, count: open === 0 ? undefined : String(open) };
          })}
        />
      )}
    </>
  );
}
