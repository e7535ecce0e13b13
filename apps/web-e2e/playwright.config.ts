import { defineConfig } from '@playwright/test';
import { unpackChromium } from '@marquee/tools/local/chromium';

const { executablePath, env } = await unpackChromium();

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // Without DEEP, skip tests tagged @deep (see DEEP_TAG in marquee.ts).
  ...(process.env['DEEP'] === '1' ? {} : { grepInvert: /@deep/ }),
  globalSetup: './support/start-marquee.ts',
  // Each worker spends a third of its time waiting for the server.
  workers: 3,
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  // A test that fails and then passes is reported as flaky.
  retries: 1,
  // Only a test that hangs may reach these limits, because a busy machine can stall a browser for a long time.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    actionTimeout: 60_000,
    trace: 'on-first-retry',
    // Turn off animations, because on a busy machine a click can miss a dialog that is still moving.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath,
      env: { ...(process.env as Record<string, string>), ...env },
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
  },
  projects: [{ name: 'desktop', use: { viewport: { width: 1280, height: 860 } } }],
});
