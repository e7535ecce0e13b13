import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { useUser } from '../../session.ts';
import { AnchoredSection } from '../../ui/AnchoredSection.tsx';

/**
 * Leads somebody who works alone to the settings of the workspace. For everybody else, the settings have a tab
 * "Workspace" instead.
 */
export function FirstInvitationSection() {
  const user = useUser();
  if (user === null || !user.isAlone || user.forAgency !== null) return null;
  return (
    <AnchoredSection
      id="workspace"
      title="Working with others"
      text={
        user.userType === 'influencer'
          ? 'Invite people to your workspace, or work with an agency.'
          : 'Invite people to your workspace, and set budgets for your clients and teams.'
      }
    >
      <Button variant="default" component={Link} to={paths.settingsMembers()}>
        Open workspace settings
      </Button>
    </AnchoredSection>
  );
}
