/**
 * Starts one PostgreSQL server with a migrated template database for all spec files. Each spec file copies the
 * template.
 */
import { resolveServer } from '@marquee/tools/test-database';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openPool } from '../../src/db/client.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    pg: { url: string; template: string };
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await resolveServer();
  const template = `marquee_template_${process.pid}`;
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`create database ${template}`);

  const pool = openPool(getDatabaseUrl(server.url, template), 4, () => {});
  await migrateDatabase(pool);
  await pool.end();

  project.provide('pg', { url: server.url, template });
  return async () => {
    await admin.query(`drop database if exists ${template} with (force)`);
    await admin.end();
    await server.stop();
  };
}

export function getDatabaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
