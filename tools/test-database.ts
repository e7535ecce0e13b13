/** Provides the PostgreSQL server for the tests. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from './local/postgres.ts';

interface TestServer {
  url: string;
  kind: 'given' | 'container' | 'local';
  stop(): Promise<void>;
}

/**
 * Returns the server in DATABASE_URL. Without that variable, it starts an empty server, in a container if a
 * container runtime is available, and from the npm package otherwise. Each caller creates its own databases on the
 * server.
 */
export async function resolveServer(): Promise<TestServer> {
  const givenUrl = process.env['DATABASE_URL'];
  if (givenUrl !== undefined && givenUrl !== '') return { url: givenUrl, kind: 'given', stop: () => Promise.resolve() };
  return (await startContainer()) ?? startLocal();
}

async function startContainer(): Promise<TestServer | undefined> {
  // Import the package only here, because loading it takes longer than starting the local server.
  const { getContainerRuntimeClient } = await import('testcontainers');
  try {
    await getContainerRuntimeClient();
  } catch {
    return undefined;
  }
  try {
    const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
    const container = await new PostgreSqlContainer('postgres:18-alpine')
      .withCommand([
        'postgres',
        '-c',
        'fsync=off',
        '-c',
        'synchronous_commit=off',
        '-c',
        'full_page_writes=off',
        '-c',
        'max_connections=300',
      ])
      .start();
    return { url: container.getConnectionUri(), kind: 'container', stop: async () => void (await container.stop()) };
  } catch (error) {
    // The container may fail to start, for example because its image could not be pulled. The tests can use any
    // other server.
    console.warn(
      `No PostgreSQL container (${error instanceof Error ? error.message : String(error)}): the local server is used.`,
    );
    return undefined;
  }
}

async function startLocal(): Promise<TestServer> {
  const dir = mkdtempSync(join(tmpdir(), 'marquee-test-'));
  // If root starts PostgreSQL, it runs as another user, who must be able to enter this folder.
  chmodSync(dir, 0o711);
  const server = await startPostgres({ dir, durable: false });
  return {
    url: server.url,
    kind: 'local',
    async stop() {
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
