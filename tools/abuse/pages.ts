/** Opens every page that shows stored text in a browser, and notices scripts that run and markup that is not escaped. */
import { chromium, type BrowserContext } from '@playwright/test';
import { unpackChromium } from '../local/chromium.ts';
import { CANARY_PATH, MARKER_ATTRIBUTE } from './requests.ts';

export interface PageFindings {
  opened: number;
  /** Number of pages that show at least one of the stored hostile texts. */
  withStoredText: number;
  /** Problems: executed scripts, markup that is not escaped, pages that answer 5xx. */
  problems: string[];
}

interface Visitor {
  role: string;
  cookie: string | null;
  paths: readonly string[];
}

/** The time that a page gets to load, and to run injected scripts if there are any. */
const SETTLE_MS = 250;
const MAX_LOAD_MS = 15_000;

/** Opens the pages of each visitor at `origin`. */
export async function openPages(origin: string, visitors: readonly Visitor[]): Promise<PageFindings> {
  const { executablePath, env } = await unpackChromium();
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: ['--no-sandbox'],
  });
  const findings: PageFindings = { opened: 0, withStoredText: 0, problems: [] };
  try {
    for (const { role, cookie, paths } of visitors) {
      const context = await browser.newContext({
        baseURL: origin,
        ...(cookie !== null && { extraHTTPHeaders: { cookie } }),
      });
      // Without `bypassCSP`, the content security policy would hide markup that is not escaped. That it also stops
      // such scripts is a second line of defense, which its own tests check.
      for (const path of paths) await openPage(context, role, path, findings);
      await context.close();
    }
  } finally {
    await browser.close();
  }
  return findings;
}

async function openPage(context: BrowserContext, role: string, path: string, findings: PageFindings): Promise<void> {
  const page = await context.newPage();
  const report = (what: string) => void findings.problems.push(`${path} as ${role}: ${what}`);
  page.on('dialog', (dialog) => {
    report(`opened a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (request.url().includes(CANARY_PATH)) report('requested the canary');
  });
  try {
    const response = await page.goto(path, { waitUntil: 'load', timeout: MAX_LOAD_MS });
    if ((response?.status() ?? 0) >= 500) report(`answered ${response?.status()}`);
    await page.waitForTimeout(SETTLE_MS);
    const seen = await page.evaluate(
      ([attribute]) => ({
        ran: 'abuseRan' in window,
        unescaped: document.querySelector(`[${attribute}]`)?.outerHTML.slice(0, 200),
        scriptLinks: [...document.querySelectorAll('a[href], form[action], iframe[src]')]
          .map((each) => each.getAttribute('href') ?? each.getAttribute('action') ?? each.getAttribute('src') ?? '')
          .find((address) => /^\s*(javascript|data|vbscript):/i.test(address)),
        showsText:
          document.body.innerText.includes(attribute ?? '') ||
          [...document.querySelectorAll('input, textarea')].some((each) =>
            (each as unknown as { value: string }).value.includes(attribute ?? ''),
          ),
      }),
      [MARKER_ATTRIBUTE],
    );
    findings.opened += 1;
    if (seen.showsText) findings.withStoredText += 1;
    if (seen.ran) report('ran a stored script');
    if (seen.unescaped !== undefined) report(`contains markup that is not escaped: ${seen.unescaped}`);
    if (seen.scriptLinks !== undefined) report(`links to a script: ${seen.scriptLinks}`);
  } catch (error) {
    report(`did not open: ${String(error).slice(0, 200)}`);
  } finally {
    await page.close();
  }
}
