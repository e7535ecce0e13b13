import { getWorkspacePath } from '@marquee/contracts';
import { paths } from '../../../paths.ts';

/** Opens the dashboard of a workspace with a full page load, which discards the data of the one before. */
export const openWorkspace = (username: string): void =>
  location.assign(getWorkspacePath(username) + paths.dashboard());
