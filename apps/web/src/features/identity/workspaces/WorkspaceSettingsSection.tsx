import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { useUser } from '../../../session.ts';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';

/**
 * Links to the settings of a workspace with one member. Members of larger workspaces use the tab "Workspace" of the
 * settings instead (`SettingsTabs`).
 */
export function WorkspaceSettingsSection() {
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
