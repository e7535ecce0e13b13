import { runProcessCommand } from './process-command.ts';

/** Restores a backup into a new database and a new folder, or marks a database that another program restored. */
export const main = (): Promise<void> => runProcessCommand('backup/restore.ts');
