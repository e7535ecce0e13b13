import type Stripe from 'stripe';
import { findBankAccount, replaceBankAccount, setAccountState } from '../resources/accounts.ts';
import { formatStripeAmount } from '../protocol/errors.ts';
import { createId } from '../store/ids.ts';
import { answerChallenge, findOpenChallenge } from '../resources/payment-flow.ts';
import { answerSetupChallenge } from '../resources/setup-intents.ts';
import type { Store, StoredLink } from '../store/store.ts';

export interface StandInPage {
  status: number;
  html?: string;
  /** Target of a redirect with status 303. */
  location?: string;
  json?: unknown;
}

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0;display:grid;place-items:center;min-height:100vh;background:light-dark(#f6f9fc,#14171c);color:light-dark(#1a1f36,#e8eaf0)}
main{max-width:30rem;margin:1rem;padding:2rem;border-radius:12px;background:light-dark(#fff,#1f242c);box-shadow:0 8px 30px rgba(0,0,0,.12)}h1{font-size:1.35rem;margin:0 0 .5rem}
button{font:inherit;width:100%;padding:.7rem 1rem;margin:.4rem 0;border-radius:8px;border:1px solid light-dark(#5851e0,#a5a1ff);background:light-dark(#5851e0,#a5a1ff);color:light-dark(#fff,#14171c);cursor:pointer}
button.quiet{background:transparent;color:inherit;border-color:light-dark(#6a7383,#8b93a3)}.test{display:inline-block;font-size:.8rem;padding:.1rem .6rem;border-radius:99px;background:light-dark(#ffe3b5,#5a4314)}button:focus-visible{outline:3px solid #f90;outline-offset:2px}`;

function renderPage(title: string, body: string, status = 200): StandInPage {
  return {
    status,
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main><p class="test">Test mode: local stand-in for Stripe</p><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`,
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const renderMissingPage = () =>
  renderPage('Nothing here', '<p>This page does not exist, or its time is over.</p>', 404);

/**
 * Serves the pages below /setup, /3ds and /express, which replace Stripe's own pages. Returns null for other paths.
 */
export function servePage(store: Store, method: string, path: string, wantsJson: boolean): StandInPage | null {
  const [, area = '', first = '', second = ''] = path.split('/');
  if (area === 'setup') return serveOnboarding(store, method, first, second, path.split('/')[4] ?? '');
  if (area === '3ds') return serveThreeDSecure(store, method, first, second, wantsJson);
  if (area === 'express') return serveExpressDashboard(store, method, first, second);
  return null;
}

/**
 * Serves the onboarding pages. A link /setup/:account/:link works once and redirects to /setup/:account/:session,
 * which can be reloaded. The buttons send POST requests to /setup/:account/:session/(finish|leave|expire).
 */
function serveOnboarding(store: Store, method: string, account: string, id: string, button: string): StandInPage {
  const tx = store.begin();
  const storedAccount = tx.get('account', account);
  const link = tx.get('account_link', id);
  if (storedAccount === undefined) return renderMissingPage();
  if (link !== undefined && method === 'GET') {
    if (link.account !== account) return renderMissingPage();
    if (link.session !== null || link.expires_at <= tx.now) return { status: 303, location: link.refresh_url };
    const session = createId('as');
    tx.put('account_link', { ...link, session });
    tx.commit();
    return { status: 303, location: `/setup/${account}/${session}` };
  }
  const opened = findLinkBySession(store, account, id);
  if (opened === undefined) return renderMissingPage();
  if (method === 'GET') {
    const action = (name: string, label: string, quiet = true) =>
      `<form method="post" action="/setup/${account}/${id}/${name}"><button${quiet ? ' class="quiet"' : ''}>${label}</button></form>`;
    return renderPage(
      storedAccount.details_submitted ? 'Update your payout details' : 'Set up your payouts',
      `<p>In production Stripe asks for identity and bank details here. Nothing needs to be typed in test mode.</p>${action('finish', 'Finish onboarding', false)}${action('leave', 'Leave without finishing')}${action('expire', 'Pretend that the link has expired')}`,
    );
  }
  if (button === 'expire') return { status: 303, location: opened.refresh_url };
  if (button === 'finish') {
    setAccountState(tx, storedAccount, 'active');
    tx.commit();
  } else if (button !== 'leave') return renderMissingPage();
  return { status: 303, location: opened.return_url };
}

function findLinkBySession(store: Store, account: string, session: string): StoredLink | undefined {
  if (!session.startsWith('as_')) return undefined;
  for (const link of store.tables.account_link.byId.values()) {
    if (link.session === session && link.account === account) return link;
  }
  return undefined;
}

/**
 * Serves a 3-D Secure challenge. GET /3ds/:challenge shows it, and POST /3ds/:challenge/(complete|fail) ends it. The
 * browser script gets a JSON response.
 */
function serveThreeDSecure(store: Store, method: string, id: string, button: string, wantsJson: boolean): StandInPage {
  const tx = store.begin();
  const challenge = tx.get('challenge', id);
  const payment = tx.get('payment_intent', challenge?.intent ?? null);
  const intent = payment ?? tx.get('setup_intent', challenge?.intent ?? null);
  if (challenge === undefined || intent === undefined)
    return wantsJson ? { status: 404, json: {} } : renderMissingPage();
  if (method === 'GET') {
    if (findOpenChallenge(intent) !== id) return redirectBack(challenge.return_url, intent, intent.status);
    const what =
      payment === undefined
        ? 'this card'
        : `a payment of <strong>${escapeHtml(formatStripeAmount(payment.amount, payment.currency))}</strong>`;
    return renderPage(
      'Confirm it is you',
      `<p>Your bank asks you to confirm ${what}.</p><form method="post" action="/3ds/${id}/complete"><button>Complete authentication</button></form><form method="post" action="/3ds/${id}/fail"><button class="quiet">Fail authentication</button></form>`,
    );
  }
  if (button !== 'complete' && button !== 'fail') return renderMissingPage();
  let status: string = intent.status;
  try {
    const answer = payment === undefined ? answerSetupChallenge : answerChallenge;
    status = answer(tx, id, button === 'complete')?.status ?? intent.status;
    tx.commit();
  } catch (error) {
    // The card was declined after the authentication. Keep the failed charge.
    if (!(error instanceof Error && 'keepChanges' in error)) throw error;
    tx.commit();
    status = 'requires_payment_method';
  }
  if (wantsJson) return { status: 200, json: { id: intent.id, status } };
  return redirectBack(challenge.return_url, intent, status);
}

function redirectBack(
  returnUrl: string | null,
  intent: Pick<Stripe.PaymentIntent | Stripe.SetupIntent, 'id' | 'object' | 'client_secret'>,
  status: string,
): StandInPage {
  if (returnUrl === null || !URL.canParse(returnUrl)) return renderPage('Done', '<p>You can close this page.</p>');
  const url = new URL(returnUrl);
  url.searchParams.set(intent.object, intent.id);
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret ?? '');
  url.searchParams.set('redirect_status', status === 'requires_payment_method' ? 'failed' : 'succeeded');
  return { status: 303, location: url.href };
}

/**
 * Serves the Express dashboard. GET /express/:account shows it, and POST /express/:account/bank replaces the
 * account's bank account.
 */
function serveExpressDashboard(store: Store, method: string, account: string, button: string): StandInPage {
  const storedAccount = store.tables.account.byId.get(account);
  if (storedAccount === undefined) return renderMissingPage();
  if (method === 'POST') {
    if (button !== 'bank') return renderMissingPage();
    const tx = store.begin();
    replaceBankAccount(tx, storedAccount);
    tx.commit();
    return { status: 303, location: `/express/${account}` };
  }
  const sums = new Map<string, number>();
  for (const transfer of store.tables.transfer.where('destination', account)) {
    sums.set(transfer.currency, (sums.get(transfer.currency) ?? 0) + transfer.amount - transfer.amount_reversed);
  }
  const rows = [...sums].map(
    ([code, sum]) => `<p>Received: <strong>${escapeHtml(formatStripeAmount(sum, code))}</strong></p>`,
  );
  const bank = findBankAccount(storedAccount);
  const state =
    bank?.status === 'errored'
      ? '<p>Your bank sent a payout back. Payouts stop until the bank account is replaced.</p>'
      : '';
  return renderPage(
    'Express dashboard',
    `${rows.join('') || '<p>No payouts yet.</p>'}${state}<p>Account ${escapeHtml(storedAccount.id)}, ${escapeHtml(storedAccount.country ?? '')}</p><form method="post" action="/express/${escapeHtml(storedAccount.id)}/bank"><button class="quiet">Replace the bank account</button></form>`,
  );
}
