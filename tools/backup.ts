import { runProcessCommand } from './process-command.ts';

/** Backs up the database and the files to a folder. */
export const main = (): Promise<void> => runProcessCommand('backup/backup.ts');
