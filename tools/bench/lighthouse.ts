/**
 * `npm run bench:lighthouse` runs Lighthouse's mobile audit on the public pages and on a demo creator's own screens,
 * and compares the median of three runs with the targets. It starts Marquee as `npm start` does, with its own data
 * folder. MARQUEE_URL selects a running instance instead.
 */
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ZONE_COOKIE } from '@marquee/time';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { unpackChromium } from '../local/chromium.ts';
import { spawnGuarded } from '../guarded.mjs';
import { ROOT } from '../install.mjs';
import { findFreePort } from '../local/postgres.ts';
import { weighPage } from './weight.ts';

const RUNS = 3;

/** Targets for each screen. Scores must reach the target, and all other measures must not exceed it. */
const TARGETS = {
  performance: 97,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
  lcp: 1_800,
  tbt: 80,
  cls: 0.01,
  scripts: 190,
  styles: 30,
};
type Measure = keyof typeof TARGETS;
type Targets = Record<Measure, number>;

/**
 * Targets for signed-in screens. They may load more scripts, and they are excluded from search engines, which lowers
 * their SEO score.
 */
const SIGNED_IN_TARGETS: Targets = { ...TARGETS, seo: 0, scripts: 200 };

interface Row {
  path: string;
  figures: Figures;
  targets: Targets;
}
type Figures = Record<Measure, number>;

const isScore = (measure: Measure) => ['performance', 'accessibility', 'best-practices', 'seo'].includes(measure);
const meetsTarget = (measure: Measure, value: number, targets: Targets) =>
  isScore(measure) ? value >= targets[measure] : value <= targets[measure];

/** Audits the screens and prints the table. Exits with code 1 if a target is missed. */
export async function main(): Promise<void> {
  const { url, stop } = await openProduct();
  try {
    const browser = await unpackChromium();
    Object.assign(process.env, browser.env);
    const rows: Row[] = [];
    for (const path of ['/', `/profile/${await findProfileUrl(url)}`, '/find-influencers'])
      rows.push({ path, figures: await audit(`${url}${path}`, browser.executablePath), targets: TARGETS });
    const cookie = await signIn(url);
    for (const path of ['/dashboard', '/bookings', await findBookingUrl(url, cookie)])
      rows.push({
        path,
        figures: await audit(`${url}${path}`, browser.executablePath, cookie),
        targets: SIGNED_IN_TARGETS,
      });
    process.exitCode = printRows(rows) ? 0 : 1;
  } finally {
    await stop();
  }
}

async function findProfileUrl(origin: string): Promise<string> {
  const map = await (await fetch(`${origin}/sitemaps/profiles-1.xml`)).text();
  const username = /\/profile\/([^<]+)</.exec(map)?.[1];
  if (username === undefined) throw new Error('The site map has no profile');
  return username;
}

/** Signs in as a demo creator and returns the cookies for the browser: the session and the time zone. */
async function signIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'maya@demo.marquee.test', password: 'marquee-demo-2026' }),
  });
  if (!answer.ok) throw new Error(`The demo creator could not sign in: ${answer.status}`);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return [
    ...answer.headers.getSetCookie().map((each) => each.split(';')[0]),
    `${ZONE_COOKIE}=${encodeURIComponent(timeZone)}`,
  ].join('; ');
}

async function findBookingUrl(origin: string, cookie: string): Promise<string> {
  const page = await (await fetch(`${origin}/bookings`, { headers: { cookie } })).text();
  const id = /bookingId=([0-9a-f-]{36})/.exec(page)?.[1];
  if (id === undefined) throw new Error('The page of bookings shows none');
  return `/booking-details?bookingId=${id}`;
}

async function audit(address: string, chromePath: string, cookie?: string): Promise<Figures> {
  const runs: Figures[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await auditOnce(address, chromePath, cookie));
  const median = (measure: Measure) =>
    runs.map((figures) => figures[measure]).toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? Number.NaN;
  return Object.fromEntries(
    (Object.keys(TARGETS) as Measure[]).map((measure) => [measure, median(measure)]),
  ) as Figures;
}

interface LoadedRequest {
  resourceType: string;
  transferSize: number;
}

async function auditOnce(address: string, chromePath: string, cookie?: string): Promise<Figures> {
  const chrome = await launch({
    chromePath,
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    if (cookie !== undefined) await setCookies(chrome.port, address, cookie);
    const result = await lighthouse(address, { port: chrome.port, logLevel: 'error', output: 'json' });
    if (result === undefined) throw new Error(`Lighthouse could not look at ${address}`);
    const { audits, categories } = result.lhr;
    for (const { id, title, score, scoreDisplayMode } of Object.values(audits)) {
      if (process.env['VERBOSE'] !== undefined && score !== null && score < 1 && scoreDisplayMode === 'binary')
        console.log(`  ${id}: ${title}`);
    }
    const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
    const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
    const requests = (audits['network-requests']?.details as { items: LoadedRequest[] } | undefined)?.items ?? [];
    // Returns the transfer size of a resource type in KB. It is the compressed size if the server compresses.
    const size = (type: string) =>
      requests
        .filter(({ resourceType }) => resourceType === type)
        .reduce((sum, { transferSize }) => sum + transferSize, 0) / 1024;
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
      lcp: value('largest-contentful-paint'),
      tbt: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
      scripts: size('Script'),
      styles: size('Stylesheet'),
    };
  } finally {
    chrome.kill();
  }
}

/** Stores the cookies in the browser. Passing them as an extra request header does not work for event streams. */
async function setCookies(port: number, url: string, cookie: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/json/version`);
  const { webSocketDebuggerUrl } = (await answer.json()) as { webSocketDebuggerUrl: string };
  const socket = new WebSocket(webSocketDebuggerUrl);
  await once(socket, 'open');
  const cookies = cookie.split('; ').map((each) => {
    const at = each.indexOf('=');
    return { name: each.slice(0, at), value: each.slice(at + 1), url };
  });
  socket.send(JSON.stringify({ id: 1, method: 'Storage.setCookies', params: { cookies } }));
  await once(socket, 'message');
  socket.close();
}

/** Prints the table and returns true if every target is met. */
function printRows(rows: readonly Row[]): boolean {
  const show = (measure: Measure, value: number, targets: Targets) =>
    (measure === 'cls' ? value.toFixed(3) : String(Math.round(value))) +
    (meetsTarget(measure, value, targets) ? '' : ' ✗');
  console.table({
    target: Object.fromEntries(
      Object.entries(TARGETS).map(([measure, value]) => [
        measure,
        `${isScore(measure as Measure) ? '≥' : '≤'} ${value}`,
      ]),
    ),
    ...Object.fromEntries(
      rows.map(({ path, figures, targets }) => [
        path,
        Object.fromEntries(
          Object.entries(figures).map(([measure, value]) => [measure, show(measure as Measure, value, targets)]),
        ),
      ]),
    ),
  });
  console.log(
    'lcp and tbt in milliseconds on a simulated phone; scripts and styles in KB as they travel, until the page is quiet',
  );
  for (const screen of [
    'HomePage',
    'ProfilePage',
    'FindInfluencersPage',
    'DashboardPage',
    'BookingsPage',
    'BookingDetailsPage',
  ]) {
    const { scripts, styles } = weighPage(join(ROOT, 'apps/web/dist'), screen);
    console.log(
      `${screen} once its app has started: ${Math.round(scripts / 1024)} KB of scripts, ${Math.round(styles / 1024)} KB of styles (gzip)`,
    );
  }
  return rows.every(({ figures, targets }) =>
    Object.entries(figures).every(([measure, value]) => meetsTarget(measure as Measure, value, targets)),
  );
}

async function openProduct(): Promise<{ url: string; stop: () => Promise<unknown> }> {
  const givenUrl = process.env['MARQUEE_URL'];
  if (givenUrl !== undefined) return { url: givenUrl, stop: () => Promise.resolve() };
  const dataDir = mkdtempSync(join(tmpdir(), 'marquee-bench-'));
  // If root starts PostgreSQL, it runs as another user, who must be able to enter this folder.
  chmodSync(dataDir, 0o711);
  const port = await findFreePort();
  const product = spawnGuarded(process.execPath, [join(ROOT, 'tools/run.mjs'), 'start'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, RATE_LIMIT: 'off' },
    stdout: 'ignore',
    patience: 30,
  });
  const url = `http://localhost:${port}`;
  const stop = async () => {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const ended = product.ended.then((code) => {
    throw new Error(`npm start ended with ${code}`);
  });
  ended.catch(() => undefined);
  for (;;) {
    const answer = await Promise.race([fetch(`${url}/readyz`).catch(() => undefined), ended]);
    if (answer?.ok === true) return { url, stop };
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
  }
}
