/** Tests the files with which operators run Marquee: deploy/ and docker-compose.yml. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { ROOT } from './install.mjs';

const COMPOSE_FILES = ['docker-compose.yml', 'deploy/compose.production.yml'];
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const canVerifyUnits = spawnSync('systemd-analyze', ['--version']).status === 0;
/** A process ends after this time and DRAIN_SECONDS in any case (apps/api/src/process/main.ts). */
const LAST_EXIT_SECONDS = 15;

/** The parts of deploy/compose.production.yml that these tests read. */
interface Service {
  command?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  restart?: string;
  stop_grace_period?: string;
  logging?: { options?: Record<string, string> };
  environment: Record<string, string>;
  networks: string[] | Record<string, { aliases?: string[] } | null>;
  ports?: string[];
  healthcheck?: { disable?: boolean };
}
interface Compose {
  services: Record<'database' | 'migrate' | 'web' | 'worker' | 'backup', Service>;
  networks: Record<string, { name?: string; internal?: boolean } | null>;
}
const { services, networks } = parseYaml(read('deploy/compose.production.yml'), { merge: true }) as Compose;

it.each(COMPOSE_FILES)(
  'keeps default values out of default values in %s, which Compose 1.29 does not understand',
  (file) => {
    expect(read(file)).not.toMatch(/\$\{[^}]*\$\{/);
  },
);

it('gives every production container a bounded log, a read-only file system and no capabilities that it does not need', () => {
  for (const [name, service] of Object.entries(services)) {
    expect(service, name).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(service.logging?.options, name).toHaveProperty('max-size');
    expect(service.restart, name).toBe(name === 'migrate' || name === 'backup' ? 'no' : 'unless-stopped');
  }
});

it('waits longer for a production process to end than the process takes', () => {
  for (const { stop_grace_period: period, environment } of [services.web, services.worker])
    expect(Number.parseInt(period ?? '0', 10)).toBeGreaterThan(
      Number(environment['DRAIN_SECONDS']) + LAST_EXIT_SECONDS,
    );
  const unit = read('deploy/marquee@.service');
  expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1])).toBeGreaterThan(LAST_EXIT_SECONDS + 5);
});

it('serves the metrics of a production process only to the network of the monitoring', () => {
  expect(networks['monitoring']).toEqual({ name: 'marquee-monitoring', internal: true });
  for (const { environment, networks: joined, ports = [] } of [services.web, services.worker]) {
    // The name resolves to the address of the container in this network, so the port is not open in the others.
    const host = environment['METRICS_HOST'];
    expect(joined).toMatchObject({ monitoring: { aliases: [host] } });
    expect(
      Object.values(joined).flatMap((network) => (network as { aliases?: string[] } | null)?.aliases ?? []),
    ).toEqual([host]);
    expect(ports.join()).not.toContain(environment['METRICS_PORT']);
  }
});

it('publishes the production web server only to the same machine, and the database not at all', () => {
  expect(services.web.ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);
  for (const name of ['database', 'migrate', 'worker', 'backup'] as const) expect(services[name].ports).toBeUndefined();
  expect(services.database.networks).toEqual(['database']);
  expect(networks['database']).toEqual({ internal: true });
});

it.skipIf(!canVerifyUnits)('has a unit that systemd accepts (needs systemd-analyze)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-unit-'));
  try {
    const file = join(folder, 'marquee@web.service');
    // The program does not have to be where an operator installs it.
    writeFileSync(file, read('deploy/marquee@.service').replace('/usr/bin/node', process.execPath));
    const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
    const lines = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('marquee@web.service'));
    expect(lines).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
