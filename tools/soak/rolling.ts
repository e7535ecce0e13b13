/**
 * Steps of `npm run soak -- --rolling`: replaces the processes of the previous release with this version, one after
 * another, while users book and browse. Counts failed calls and pages that do not load completely, and measures how
 * long the migration locks tables.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compareVersions, WORKS_WITH } from '../../apps/api/src/config/version.ts';
import { buildApi, buildWeb } from '../build.ts';
import { listReleases, unpackBuild } from '../upgrade/releases.ts';
import { startBalancedSite, type BalancedSite } from './balancer.ts';
import type { RunRecord } from './record.ts';
import { restartProcess, waitUntil } from './switches.ts';
import type { Build, World } from './world.ts';

const API_PROCESSES = 2;
const CALM_MS = 10_000;
const SAMPLE_MS = 10;

/** The site of a rollout, the recorded release that it begins with, and this version. */
export interface Rollout {
  site: BalancedSite;
  previous: Build & { version: string; webDir: string };
  next: Build;
}

/**
 * Builds this version, and starts an empty site for the oldest recorded release whose processes it
 * promises to work with. Throws if none was recorded.
 */
export async function startRollout(dir: string): Promise<Rollout> {
  const version = listReleases().find((each) => compareVersions(each, WORKS_WITH) >= 0);
  if (version === undefined) throw new Error(`No release from ${WORKS_WITH} on was recorded.`);
  const { main, webDir } = await unpackBuild(version);
  const { signal } = new AbortController();
  const newWebDir = await buildWeb(console.log, signal);
  return {
    site: await startBalancedSite(dir, API_PROCESSES),
    previous: { version, main, webDir, env: { WEB_DIR: webDir } },
    next: { main: await buildApi(console.log, signal), env: { WEB_DIR: newWebDir } },
  };
}

/** Replaces all processes while users act. Returns the number of problems. */
export async function rollOut(world: World, { site, previous, next }: Rollout, memory: RunRecord): Promise<number> {
  const stopping = new AbortController();
  const visitor = visitPages(world.url, stopping.signal);
  const locks = measureLocks(world, stopping.signal);
  await sleep(CALM_MS);
  const before = memory.tally.total;
  world.install(next);
  for (const name of ['worker 1', 'worker 2']) await restartProcess(world, name, 'TERM');
  for (const [n, port] of site.ports.entries()) {
    await restartProcess(world, `api ${n + 1}`, 'TERM');
    await waitUntil(`the balancer sends to api ${n + 1} again`, () => site.isServing(port));
  }
  const during = memory.tally.total - before;
  await sleep(CALM_MS);
  stopping.abort();
  const pages = await visitor;
  const longest = await locks;
  const old = await countMissingAssets(world.url, previous.webDir);
  const failed = [...memory.unknown.values()].reduce((sum, count) => sum + count, 0);
  console.log(
    `Rolled out this build over ${previous.version}: ${during} calls meanwhile, ${failed} failed; ${pages.loaded} pages, ${pages.dead.length} dead; ${old.missing.length} of ${old.total} assets of open pages are gone; the longest lock of the migration took ${longest} ms.`,
  );
  for (const dead of pages.dead) console.log(`  ${dead}`);
  for (const missing of old.missing.slice(0, 5)) console.log(`  ${missing}`);
  return failed + pages.dead.length + old.missing.length;
}

const PAGES = ['/', '/find-influencers', '/login', '/register', '/packages', '/help'];
const ASSET = /(?:src|href)="(\/assets\/[^"]+)"/g;

/** Opens pages with all their scripts and styles, as a new visitor's browser does, until `signal` is aborted. */
async function visitPages(url: string, signal: AbortSignal): Promise<{ loaded: number; dead: string[] }> {
  const dead: string[] = [];
  let loaded = 0;
  for (let n = 0; !signal.aborted; n++) {
    const path = PAGES[n % PAGES.length] ?? '/';
    const page = await load(`${url}${path}`);
    const assets = [...(page.text ?? '').matchAll(ASSET)].map(([, asset = '']) => asset);
    const missing = page.text === undefined ? [path] : [];
    for (const asset of assets) if ((await load(`${url}${asset}`)).text === undefined) missing.push(asset);
    if (missing.length > 0) dead.push(`${path} (${page.status}): ${missing.join(', ')}`);
    loaded++;
    await sleep(20);
  }
  return { loaded, dead };
}

async function load(url: string): Promise<{ status: number; text?: string }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
    const text = await response.text();
    return response.ok ? { status: response.status, text } : { status: response.status };
  } catch {
    return { status: 0 };
  }
}

/** Returns which assets of the previous release are not served any more. Pages that are still open load them later. */
async function countMissingAssets(url: string, webDir: string): Promise<{ total: number; missing: string[] }> {
  const assets = readdirSync(join(webDir, 'assets'));
  const missing: string[] = [];
  for (const asset of assets)
    if ((await load(`${url}/assets/${asset}`)).text === undefined) missing.push(`/assets/${asset}`);
  return { total: assets.length, missing };
}

/**
 * Measures until `signal` is aborted how long the migration keeps a lock that blocks reads or writes of a table.
 * Returns the longest time in milliseconds.
 */
async function measureLocks(world: World, signal: AbortSignal): Promise<number> {
  let since: number | undefined;
  let longest = 0;
  while (!signal.aborted) {
    const [row] = await world
      .query<{ locks: number }>(
        `select count(*)::int as locks from pg_locks join pg_stat_activity using (pid) join pg_class on pg_class.oid = relation
          where application_name = 'marquee-migration' and granted and relkind = 'r' and reltuples > 0
            and mode in ('AccessExclusiveLock', 'ExclusiveLock', 'ShareRowExclusiveLock', 'ShareLock')`,
      )
      .catch(() => []);
    const now = performance.now();
    since = (row?.locks ?? 0) > 0 ? (since ?? now) : undefined;
    if (since !== undefined) longest = Math.max(longest, now - since);
    await sleep(SAMPLE_MS);
  }
  return Math.round(longest);
}
