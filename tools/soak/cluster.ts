/**
 * PostgreSQL cluster as operators run it, built from programs on this machine: Patroni with three nodes and
 * synchronous replication, etcd, PgBouncer in transaction mode, and HAProxy in front of PostgreSQL and our API.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { spawnGuarded } from '../guarded.mjs';
import { findFreePort } from '../local/postgres.ts';
import { CLEAN_ENV, findAccount, changeOwner, readFileIfThere } from '../local/postgres-paths.ts';
import { CLIENT_PROXIES, type Site } from './world.ts';

export interface Cluster extends Site {
  lines: string[];
  leader(): Promise<string>;
  /** Makes a standby the new leader in a planned switchover. Returns the name of its node. */
  switchOver(): Promise<string>;
  /**
   * Kills the leader's node as a power cut would, and returns its name and that of the new leader. The node stays
   * down until `revive`.
   */
  killLeader(): Promise<{ killed: string; leader: string }>;
  revive(node: string): void;
  /** Waits until all three nodes run and there is one leader and at least one synchronous standby. */
  settled(): Promise<void>;
  /** Returns true if HAProxy sends requests to the API process on `port`. */
  isServing(port: number): Promise<boolean>;
}

const NODES = ['n1', 'n2', 'n3'];
/** Seconds until the cluster notices that the leader is missing. Patroni accepts no lower value. */
const TTL_S = 20;
const SETTLE_MS = 120_000;
/** First PgBouncer version that supports prepared statements in transaction mode. */
const MIN_PREPARING_VERSION = [1, 21];

/** Debian installs servers in /usr/sbin, which may be missing on the PATH. */
const ENV = { ...CLEAN_ENV, PATH: `${CLEAN_ENV.PATH}:/usr/sbin` };

/**
 * Returns the Debian packages that the cluster needs and that are not installed. Debian's Patroni uses the system's
 * Python.
 */
export function listMissingPackages(): string[] {
  const has = (program: string, ...args: string[]) =>
    spawnSync(program, args, { stdio: 'ignore', env: ENV }).status === 0;
  return [
    !has('patroni', '--version') && 'patroni',
    !has('/usr/bin/python3', '-c', 'import etcd') && 'python3-etcd',
    !has('etcd', '--version') && 'etcd-server',
    !has('haproxy', '-v') && 'haproxy',
    !has('pgbouncer', '--version') && 'pgbouncer',
    findPostgresFolder() === undefined && 'postgresql',
  ].filter((name) => name !== false);
}

function findPostgresFolder(): string | undefined {
  const lib = '/usr/lib/postgresql';
  const versions = existsSync(lib) ? readdirSync(lib).toSorted((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(lib, version, 'bin')).find((bin) => existsSync(join(bin, 'postgres')));
}

/**
 * Starts the cluster in `dir`, with HAProxy in front of `apis` API processes. Throws if any part of it does not
 * start.
 */
export async function startCluster(dir: string, apis: number): Promise<Cluster> {
  const account = findAccount(dir);
  const home = join(dir, 'cluster');
  mkdirSync(home);
  const secret = randomBytes(16).toString('hex');
  const port = async () => findFreePort();
  const ports = {
    etcd: await port(),
    peer: await port(),
    leader: await port(),
    standbys: await port(),
    bouncer: await port(),
    front: await port(),
    stats: await port(),
  };
  const nodes = await Promise.all(NODES.map(async (name) => ({ name, sql: await port(), rest: await port() })));
  const apiPorts = await Promise.all(Array.from({ length: apis }, port));

  const write = (name: string, text: string) => writeFileSync(join(home, name), text, { mode: 0o600 });
  for (const { name, sql, rest } of nodes) {
    write(
      `${name}.yml`,
      JSON.stringify({
        scope: 'marquee',
        name,
        restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
        etcd3: { host: `127.0.0.1:${ports.etcd}` },
        bootstrap: {
          dcs: {
            ttl: TTL_S,
            loop_wait: 2,
            retry_timeout: 5,
            // Acknowledge a write only when it is on a standby, too.
            synchronous_mode: true,
            postgresql: { use_pg_rewind: true, parameters: { max_connections: 200, shared_buffers: '128MB' } },
          },
          initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
        },
        postgresql: {
          listen: `127.0.0.1:${sql}`,
          connect_address: `127.0.0.1:${sql}`,
          data_dir: join(home, `data-${name}`),
          bin_dir: findPostgresFolder(),
          pgpass: join(home, `pgpass-${name}`),
          pg_hba: ['local all all scram-sha-256', 'host all,replication all 127.0.0.1/32 scram-sha-256'],
          authentication: {
            superuser: { username: 'postgres', password: secret },
            replication: { username: 'replicator', password: secret },
            rewind: { username: 'rewinder', password: secret },
          },
          parameters: { unix_socket_directories: home, timezone: 'UTC' },
        },
      }),
    );
  }
  const servers = (check: (node: (typeof nodes)[number]) => string) => nodes.map(check).join('\n');
  write(
    'haproxy.cfg',
    `defaults
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  default-server inter 500ms fall 2 rise 1
listen leader
  bind 127.0.0.1:${ports.leader}
  mode tcp
  option httpchk GET /primary
${servers(({ name, sql, rest }) => `  server ${name} 127.0.0.1:${sql} check port ${rest} on-marked-down shutdown-sessions`)}
listen standbys
  bind 127.0.0.1:${ports.standbys}
  mode tcp
  option httpchk GET /replica
${servers(({ name, sql, rest }) => `  server ${name} 127.0.0.1:${sql} check port ${rest} on-marked-down shutdown-sessions`)}
listen product
  bind 127.0.0.1:${ports.front}
  mode http
  timeout server 60s
  option httpchk GET /healthz
  option forwardfor
  option redispatch
  retries 3
  retry-on conn-failure
${apiPorts.map((each, n) => `  server api${n + 1} 127.0.0.1:${each} check`).join('\n')}
listen stats
  bind 127.0.0.1:${ports.stats}
  mode http
  stats enable
  stats uri /
`,
  );
  const version = /PgBouncer (\d+)\.(\d+)/.exec(
    spawnSync('pgbouncer', ['--version'], { encoding: 'utf8', env: ENV }).stdout,
  );
  const isPrepared = isVersionAtLeast(version, MIN_PREPARING_VERSION);
  write('userlist.txt', `"marquee" "${secret}"\n`);
  write(
    'pgbouncer.ini',
    `[databases]
marquee = host=127.0.0.1 port=${ports.leader}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ports.bouncer}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(home, 'userlist.txt')}
pool_mode = transaction
max_client_conn = 500
default_pool_size = 20
server_login_retry = 1
server_connect_timeout = 3
query_wait_timeout = 20
${isPrepared ? 'max_prepared_statements = 200\n' : ''}`,
  );
  chmodSync(home, 0o700);
  changeOwner(home, account);

  const running: { stop(): Promise<void> }[] = [];
  const run = (name: string, program: string, args: string[], patience = 10) => {
    const log = openSync(join(dir, `${name}.log`), 'a', 0o600);
    const started = spawnGuarded(program, args, {
      ...account,
      cwd: home,
      env: ENV,
      stdout: log,
      stderr: log,
      patience,
    });
    closeSync(log);
    running.push(started);
    return started;
  };
  const patroni = new Map<string, ReturnType<typeof run>>();
  const startNode = (name: string) => {
    patroni.set(name, run(name, 'patroni', [join(home, `${name}.yml`)], 40));
  };
  const stop = async () => {
    // Stop the nodes before etcd, because they sign off in etcd.
    for (const each of running.splice(0).toReversed()) await each.stop();
  };

  const client = `http://127.0.0.1:${ports.etcd}`;
  const peer = `http://127.0.0.1:${ports.peer}`;
  const etcd = {
    name: 'etcd',
    'data-dir': join(home, 'etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `etcd=${peer}`,
  };
  run(
    'etcd',
    'etcd',
    Object.entries(etcd).map(([name, value]) => `--${name}=${value}`),
  );
  for (const name of NODES) startNode(name);

  interface Member {
    name: string;
    role: string;
    state: string;
  }
  const members = async (): Promise<Member[]> => {
    for (const { rest } of nodes) {
      try {
        const answer = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal: AbortSignal.timeout(2_000) });
        return ((await answer.json()) as { members: Member[] }).members;
      } catch {
        // This node is down, so ask the next one.
      }
    }
    return [];
  };
  const leader = async () => (await members()).find(({ role }) => role === 'leader')?.name ?? '';
  const until = async (what: string, isSo: () => Promise<boolean>) => {
    for (const deadline = Date.now() + SETTLE_MS; Date.now() < deadline; await sleep(200)) if (await isSo()) return;
    throw new Error(
      `The cluster did not come to this: ${what}; its logs are in ${dir}. ${JSON.stringify(await members())}`,
    );
  };
  const settled = () =>
    until('three nodes, one leads, one follows synchronously', async () => {
      const all = await members();
      return (
        all.length === NODES.length &&
        all.filter(({ role }) => role === 'leader').length === 1 &&
        all.some(({ role }) => role === 'sync_standby') &&
        all.every(({ state }) => state === 'running' || state === 'streaming')
      );
    });
  const address = (user: string, at: number, database = 'marquee') =>
    `postgres://${user}:${secret}@127.0.0.1:${at}/${database}`;

  try {
    await settled();
    run('haproxy', 'haproxy', ['-db', '-f', join(home, 'haproxy.cfg')]);
    run('pgbouncer', 'pgbouncer', [join(home, 'pgbouncer.ini')]);
    await until('the leader is reached through the proxy', () =>
      isAnswering(address('postgres', ports.leader, 'postgres')),
    );
    const admin = new pg.Client({ connectionString: address('postgres', ports.leader, 'postgres') });
    await admin.connect();
    // Our API only needs a database that its role owns.
    await admin.query(`create role marquee login password '${secret}'`);
    await admin.query('create database marquee owner marquee');
    await admin.end();
    // Only check that the port is open. Signing in would open a server connection, which the pooler would keep
    // without the timeouts that our API later sets on the role.
    await until('the pooler listens', () => isPortOpen(ports.bouncer));
  } catch (error) {
    await stop();
    throw error;
  }

  const led = async (not: string) => {
    let now = '';
    await until(`another than ${not} leads`, async () => (now = await leader()) !== '' && now !== not);
    return now;
  };
  return {
    url: `http://127.0.0.1:${ports.front}`,
    ports: apiPorts,
    databaseUrl: address('postgres', ports.leader),
    env: {
      DATABASE_URL: address('marquee', ports.bouncer),
      DATABASE_DIRECT_URL: address('marquee', ports.leader),
      DATABASE_REPLICA_URL: address('marquee', ports.standbys),
      DATABASE_PREPARED: isPrepared ? 'on' : 'off',
      // HAProxy, and the proxy that the users' calls imitate.
      TRUST_PROXY: String(CLIENT_PROXIES + 1),
      DRAIN_SECONDS: '2',
    },
    lines: [
      `PostgreSQL ${findPostgresFolder()?.split('/').at(-2)}, three nodes behind Patroni, synchronous; a leader that is gone is missed after ${TTL_S} s`,
      `PgBouncer ${version?.[1]}.${version?.[2]} in transaction mode, prepared statements ${isPrepared ? 'on' : 'off'}`,
    ],
    leader,
    settled,
    async switchOver() {
      const was = await leader();
      const rest = nodes.find(({ name }) => name === was)?.rest;
      const answer = await fetch(`http://127.0.0.1:${rest}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: was }),
      });
      if (!answer.ok) throw new Error(`Patroni refuses to hand over from ${was}: ${await answer.text()}`);
      return led(was);
    },
    async killLeader() {
      const killed = await leader();
      const postmaster = Number(readFileIfThere(join(home, `data-${killed}`, 'postmaster.pid'))?.split('\n')[0]);
      const group = patroni.get(killed)?.child.pid;
      if (group === undefined || !(postmaster > 1)) throw new Error(`The processes of ${killed} are not known`);
      // Kill Patroni before PostgreSQL. Otherwise, it might still sign off.
      process.kill(-group, 'SIGKILL');
      process.kill(postmaster, 'SIGKILL');
      return { killed, leader: await led(killed) };
    },
    revive: startNode,
    async isServing(at) {
      const csv = await (await fetch(`http://127.0.0.1:${ports.stats}/;csv`)).text();
      const name = `product,api${apiPorts.indexOf(at) + 1},`;
      return csv.split('\n').some((line) => line.startsWith(name) && line.split(',')[17] === 'UP');
    },
    stop,
  };
}

const isVersionAtLeast = (version: RegExpExecArray | null, [major = 0, minor = 0]: number[]) =>
  Number(version?.[1]) > major || (Number(version?.[1]) === major && Number(version?.[2]) >= minor);

const isPortOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

async function isAnswering(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
