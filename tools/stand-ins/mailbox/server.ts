/**
 * Runs a mail server that delivers no emails. It stores every email and shows it on a page for developers and tests.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

interface MailboxOptions {
  /** Folder for emails, or null to keep them in memory. */
  dir: string | null;
  /** Port of the mail server, or 0 for a free one. `port` is that of the page. */
  smtpPort?: number;
  port?: number;
}

export interface RunningMailbox {
  /** Address of the page. The API is at `/api/messages`. */
  url: string;
  /** Value for SMTP_URL. Its `name` parameter identifies this server as the local mailbox. */
  smtpUrl: string;
  messages(): readonly MailboxMessage[];
  stop(): Promise<void>;
}

/** An email as the mailbox page receives it. Times are ISO strings. */
export interface MailboxMessage {
  id: string;
  messageId: string;
  from: string;
  to: string[];
  replyTo: string | null;
  /** One-click unsubscribe address, if the email has one (RFC 8058). */
  unsubscribe: string | null;
  subject: string;
  receivedAt: string;
  text: string;
  html: string;
  /** Distinct link addresses in the HTML. */
  links: string[];
}

const HOST = '127.0.0.1';
const MAX_MAIL = 5_000_000;
/** Number of emails to keep. The server deletes older emails. */
const MAX_STORED_MAILS = 500;
/** Addresses that simulate nonexistent mailboxes. The server rejects them permanently, as a real server would. */
const BOUNCING_PATTERN = /^bounce[@+.-]/i;

export async function startMailbox({ dir, smtpPort = 0, port = 0 }: MailboxOptions): Promise<RunningMailbox> {
  const box = await openMailStore(dir);
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_MAIL,
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      done(
        BOUNCING_PATTERN.test(address) ? Object.assign(new Error('No such user here'), { responseCode: 550 }) : null,
      );
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        box.add(Buffer.concat(chunks), to).then(() => done(), done);
      });
    },
  });
  // A client that disconnects in the middle of an email must not crash the server.
  smtp.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    smtp.server.once('error', reject);
    smtp.listen(smtpPort, HOST, resolve);
  });

  const page = readFileSync(join(import.meta.dirname, 'page.html'), 'utf8');
  const web = createServer((request, response) => handleRequest(box, page, request, response));
  await new Promise<void>((resolve, reject) => {
    web.once('error', reject);
    web.listen(port, HOST, resolve);
  });
  const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

  return {
    url: `http://${HOST}:${portOf(web)}`,
    smtpUrl: `smtp://${HOST}:${portOf(smtp.server)}?name=local-mailbox`,
    messages: () => box.messages,
    async stop() {
      const closed = [
        new Promise<void>((resolve) => web.close(() => resolve())),
        new Promise<void>((resolve) => smtp.close(() => resolve())),
      ];
      web.closeAllConnections();
      await Promise.all(closed);
    },
  };
}

interface MailStore {
  /** Newest first. */
  readonly messages: MailboxMessage[];
  add(raw: Buffer, to: string[]): Promise<void>;
}

/**
 * Opens the folder of emails, which contains one file per email. A file name begins with the time, and the first
 * line of a file contains the recipients.
 */
async function openMailStore(dir: string | null): Promise<MailStore> {
  const messages: MailboxMessage[] = [];
  let counter = 0;
  const forget = () => {
    for (const { id } of messages.splice(MAX_STORED_MAILS))
      if (dir !== null) rmSync(join(dir, `${id}.eml`), { force: true });
  };
  if (dir !== null) {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(dir)
      .filter((file) => file.endsWith('.eml'))
      .toSorted()) {
      const file = readFileSync(join(dir, name));
      const end = file.indexOf('\n');
      const to = /^X-Envelope-To: (.*)$/.exec(file.subarray(0, end).toString().trim())?.[1]?.split(', ') ?? [];
      messages.unshift(await parseMail(name.slice(0, -'.eml'.length), file, to));
    }
    forget();
  }
  return {
    messages,
    async add(raw, to) {
      const id = `${String(Date.now()).padStart(15, '0')}-${String(counter++).padStart(6, '0')}`;
      const message = await parseMail(id, raw, to);
      if (dir !== null)
        writeFileSync(
          join(dir, `${id}.eml`),
          Buffer.concat([Buffer.from(`X-Envelope-To: ${to.join(', ')}\r\n`), raw]),
          { mode: 0o600 },
        );
      messages.unshift(message);
      forget();
    },
  };
}

async function parseMail(id: string, raw: Buffer, to: string[]): Promise<MailboxMessage> {
  const mail = await PostalMime.parse(raw);
  const html = mail.html ?? '';
  const links = [...html.matchAll(/<a\s[^>]*href="([^"]+)"/g)].map(([, href]) => (href ?? '').replaceAll('&amp;', '&'));
  const headerOf = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? '';
  return {
    id,
    messageId: mail.messageId ?? '',
    from: mail.from === undefined ? '' : `${mail.from.name ?? ''} <${mail.from.address ?? ''}>`.trim(),
    to,
    replyTo: mail.replyTo?.[0]?.address ?? null,
    unsubscribe:
      headerOf('list-unsubscribe-post') === 'List-Unsubscribe=One-Click'
        ? headerOf('list-unsubscribe').replace(/^<(.*)>$/, '$1')
        : null,
    subject: mail.subject ?? '',
    receivedAt: new Date(Number(id.split('-')[0])).toISOString(),
    text: mail.text ?? '',
    html,
    links: [...new Set(links)],
  };
}

const COMMON_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};
const PAGE_POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'";
/**
 * Content security policy for a displayed email, which may only contain inline content and open links in a new tab.
 */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";

function handleRequest(box: MailStore, page: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', `http://${HOST}`);
  const send = (status: number, type: string, body: string, headers: Record<string, string> = {}) => {
    response.writeHead(status, { ...COMMON_HEADERS, 'content-type': `${type}; charset=utf-8`, ...headers });
    response.end(body);
  };
  // Refuse other host names that resolve to this address (DNS rebinding), because the links in these emails grant
  // access to accounts.
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? ''))
    return send(403, 'text/plain', 'Open this page by its own address.');
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return send(405, 'text/plain', 'Mails are only read here.');

  if (url.pathname === '/') return send(200, 'text/html', page, { 'content-security-policy': PAGE_POLICY });
  if (url.pathname === '/api/messages') {
    const to = url.searchParams.get('to')?.toLowerCase();
    const foundMessages = box.messages.filter(
      (message) => to === undefined || message.to.some((address) => address.toLowerCase() === to),
    );
    return send(200, 'application/json', JSON.stringify(foundMessages));
  }
  const message = box.messages.find(({ id }) => url.pathname === `/messages/${id}`);
  if (message === undefined) return send(404, 'text/plain', 'There is no such mail.');
  send(200, 'text/html', message.html.replace(/<head>/i, '<head><base target="_blank">'), {
    'content-security-policy': MAIL_POLICY,
  });
}
