/** The folder of a backup and the manifest in it, which describes every file of the backup. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { BackupRefusedError } from './programs.ts';

export const DUMP_FILE = 'database.dump';
const MANIFEST_FILE = 'manifest.json';

/** The stores of files. Each is a folder of the backup. */
export const STORE_NAMES = ['pictures', 'files'] as const;
export type StoreName = (typeof STORE_NAMES)[number];

const manifestSchema = z.object({
  format: z.literal(1),
  /** The version of the product that made the backup. */
  version: z.string(),
  /** When the dump began. The backup contains everything that was committed before. */
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** The versions of the database server and of pg_dump. */
  server: z.string(),
  pgDump: z.string(),
  bytes: z.int(),
  /** All files, with paths relative to the backup's folder. */
  files: z.array(z.object({ path: z.string(), bytes: z.int(), sha256: z.string().length(64) })),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type BackupFile = Manifest['files'][number];

export interface Backup {
  /** The name of its folder, which is the time at which it was started. */
  name: string;
  folder: string;
  manifest: Manifest;
}

const BACKUP_NAME_PATTERN = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/;
const PARTIAL_NAME_PATTERN = /^\.\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.partial$/;

/** Returns the name of a backup that started at this time, for example '2026-11-28T03-00-00Z'. */
export const formatBackupName = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** Returns the name of a backup's folder while it is not complete. */
export const formatPartialName = (name: string): string => `.${name}.partial`;

/** Lists the names of the complete backups in a folder, oldest first. */
export const listBackupNames = async (dir: string): Promise<string[]> =>
  (await readdir(dir)).filter((name) => BACKUP_NAME_PATTERN.test(name)).toSorted();

/** Lists the names of the folders that interrupted backups left behind. */
export const listPartialNames = async (dir: string): Promise<string[]> =>
  (await readdir(dir)).filter((name) => PARTIAL_NAME_PATTERN.test(name));

/** Reads a backup. Throws BackupRefusedError if its manifest is missing or cannot be read. */
export async function readBackup(dir: string, name: string): Promise<Backup> {
  const folder = join(dir, name);
  try {
    const manifest = manifestSchema.parse(JSON.parse(await readFile(join(folder, MANIFEST_FILE), 'utf8')));
    return { name, folder, manifest };
  } catch (error) {
    throw new BackupRefusedError(`The manifest of the backup ${folder} cannot be read: ${String(error)}`);
  }
}

export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeFile(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 1)}\n`, { flush: true });
