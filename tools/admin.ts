import { runProcessCommand } from './process-command.ts';

/** Grants, revokes or lists the admin role. */
export const main = (): Promise<void> => runProcessCommand('grant-admin.ts');
