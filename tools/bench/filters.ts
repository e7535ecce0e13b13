/**
 * `npm run bench:filters` measures the time from clicking a filter on /find-influencers until the new results
 * appear, in a real browser and for marketplaces of several sizes. It compares each size with the smallest one of
 * the same run. `--size` and `--data` work as in `npm run bench`.
 */
import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { unpackChromium } from '../local/chromium.ts';
import { buildWeb } from '../build.ts';
import { ROOT } from '../install.mjs';
import { startApi } from './calls.ts';
import { openBenchMarket, startBenchPostgres } from './market.ts';

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: '10000,1000000' },
    data: { type: 'string', default: join(ROOT, '.data') },
    rounds: { type: 'string', default: '3' },
  },
});

/** Target in ms: half of all clicks must show their results within this time. */
const TARGET_MS = 100;

/** Time for the app to start after its scripts have loaded. */
const APP_START_MS = 1_000;

export async function main(): Promise<void> {
  const sizes = options.size.split(',').map(Number);
  const webDir = await buildWeb(() => undefined, new AbortController().signal);
  const server = await startBenchPostgres(options.data);
  const { executablePath, env } = await unpackChromium();
  const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env } });
  const rows: { size: number; waits: number[] }[] = [];
  try {
    for (const size of sizes) {
      const market = await openBenchMarket(server.url, size, options.data, (line) => console.log(`[${size}] ${line}`));
      await market.close();
      const api = await startApi({ DATABASE_URL: market.url, WEB_DIR: webDir });
      try {
        const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
        rows.push({ size, waits: await measureFilters(page, api.origin) });
        await page.close();
      } finally {
        await api.stop();
      }
    }
  } finally {
    await browser.close();
    await server.stop();
  }
  printRows(rows);
  process.exit(0);
}

/**
 * Turns each filter on the page on and off, and returns the times for turning it on. The first round is a warm-up
 * and does not count.
 */
async function measureFilters(page: Page, origin: string): Promise<number[]> {
  const waits: number[] = [];
  for (let round = 0; round <= Number(options.rounds); round++) {
    await page.goto(`${origin}/find-influencers`, { waitUntil: 'networkidle' });
    const boxes = page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox');
    const count = await boxes.count();
    // The app's scripts load on the first interaction with the page.
    await page.mouse.move(40, 40);
    await page.mouse.move(60, 60);
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/main-[^/]+\.js$/.test(name)),
    );
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(APP_START_MS);
    for (let at = 0; at < count; at++) {
      const box = boxes.nth(at);
      const wait = await box.evaluate(pressAndMeasure);
      if (wait === null) throw new Error(`Filter ${at} of ${count} has shown nothing within ten seconds`);
      if (round > 0) waits.push(wait);
      // Turn the filter off without measuring, because the previous results are still cached.
      await box.click();
      await page.waitForLoadState('networkidle');
    }
  }
  return waits;
}

/**
 * Clicks the filter `box` and resolves to the milliseconds until the page shows its results, or to null after ten
 * seconds. Runs in the browser page.
 */
function pressAndMeasure(box: Element): Promise<number | null> {
  const resultsIn = (text: string) => text.slice(text.indexOf('@'));
  const readResults = () => document.querySelector('section[aria-label="Creators"]')?.textContent ?? '';
  const [before, address] = [readResults(), location.search];
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const late = setTimeout(() => resolve(null), 10_000);
    const observer = new MutationObserver(() => {
      if (location.search === address || readResults() === before || readResults().includes('Searching…')) return;
      // The chips of the selected filters appear before the results, so wait until the count or the list of creators
      // changes.
      if (resultsIn(readResults()) === resultsIn(before)) return;
      observer.disconnect();
      clearTimeout(late);
      requestAnimationFrame(() => resolve(performance.now() - startedAt));
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    (box as HTMLElement).click();
  });
}

const getQuantile = (waits: readonly number[], share: number) =>
  waits.toSorted((one, other) => one - other)[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0;

function printRows(rows: readonly { size: number; waits: readonly number[] }[]): void {
  const [smallest] = rows;
  console.log('\npackages   presses    p50 ms    p90 ms    p99 ms    p50 of the smallest');
  for (const { size, waits } of rows) {
    const ratio = getQuantile(waits, 0.5) / getQuantile(smallest?.waits ?? waits, 0.5);
    const figures = [getQuantile(waits, 0.5), getQuantile(waits, 0.9), getQuantile(waits, 0.99)].map((ms) =>
      ms.toFixed(0).padStart(10),
    );
    console.log(
      `${String(size).padStart(8)}${String(waits.length).padStart(10)}${figures.join('')}${ratio.toFixed(2).padStart(23)}`,
    );
  }
  console.log(`\nTarget: half within ${TARGET_MS} ms.`);
}
