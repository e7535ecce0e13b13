import { defineConfig } from '@playwright/test';
import { unpackChromium } from './chromium.ts';

const { executablePath, env } = await unpackChromium();

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  // The others open the same screens, or go another way through the same rule.
  ...(process.env['DEEP'] === '1' ? {} : { grepInvert: /@deep/ }),
  globalSetup: './start-marquee.ts',
  // They wait for the server a third of their time.
  workers: 3,
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  // What fails twice fails; what passed at last is listed as flaky.
  retries: 1,
  // A busy machine may starve a browser for longer than a person would wait. Waiting long costs only what fails; a test
  // that takes half a minute of its own says `test.slow()`.
  timeout: 90_000,
  expect: { timeout: 30_000 },
  use: {
    actionTimeout: 30_000,
    trace: 'on-first-retry',
    // On a busy machine a dialog may still be moving when it is pressed on, and the press misses.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath,
      env: { ...(process.env as Record<string, string>), ...env },
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
  },
  projects: [{ name: 'desktop', use: { viewport: { width: 1280, height: 860 } } }],
});
