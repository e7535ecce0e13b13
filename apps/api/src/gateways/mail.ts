/** The only file that talks to the mail server. */
import type { Transporter } from 'nodemailer';
import type { Env } from '../config/env.ts';

export interface OutgoingMail {
  /** The same for every try: a mail server or reader that sees it twice can tell. */
  messageId: string;
  to: string;
  replyTo?: string;
  /** Where a program ends mails of this kind with one press: an address that takes a POST. */
  unsubscribe?: string;
  subject: string;
  html: string;
  text: string;
}

/** The mail server will never take this letter (as opposed to being away, or asking to try later). */
export class MailRefusedError extends Error {}

export interface MailGateway {
  /** Null when no mail server is configured. Throws MailRefused, or any other error when a later try may work. */
  readonly send: ((letter: OutgoingMail) => Promise<void>) | null;
  /** Ends the connections to the mail server. */
  close(): void;
}

// The worker has few hands: a server that says nothing must not keep them, so it is asked again only after a while.
const CONNECT_TIMEOUT_MS = 5_000;
const SOCKET_TIMEOUT_MS = 15_000;
const UNREACHABLE_PAUSE_MS = 15_000;
/** No more than the worker has hands. */
const MAX_CONNECTIONS = 4;

const LOOPBACK_PATTERN = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Opens a client for SMTP_URL. Nothing is connected until a mail is sent. */
export function openMailGateway(env: Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'NODE_ENV'>): MailGateway {
  if (env.SMTP_URL === '') return { send: null, close: () => {} };
  const url = new URL(env.SMTP_URL);
  // With the first letter: a process that only serves pages sends none.
  let transport: Promise<Transporter> | undefined;
  const open = async () =>
    (await import('nodemailer')).createTransport({
      url: env.SMTP_URL,
      // Letters share connections: opening one costs several turns, with TLS many more.
      pool: true,
      maxConnections: MAX_CONNECTIONS,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      // Links in mails open accounts: they leave the machine encrypted or not at all.
      ...(env.NODE_ENV === 'production' &&
        url.protocol === 'smtp:' &&
        !LOOPBACK_PATTERN.test(url.hostname) && { requireTLS: true }),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  let awayUntil = 0;
  return {
    close: () => void transport?.then((opened) => opened.close()),
    send: async ({ replyTo, unsubscribe, ...letter }) => {
      if (performance.now() < awayUntil) throw new Error('The mail server was away a moment ago');
      try {
        const opened = await (transport ??= open());
        await opened.sendMail({
          ...letter,
          ...(replyTo !== undefined && { replyTo }),
          from: env.MAIL_FROM,
          // Out-of-office robots stay silent (RFC 3834).
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribe !== undefined && {
              'List-Unsubscribe': `<${unsubscribe}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        });
      } catch (error) {
        if ((error as { responseCode?: number }).responseCode === undefined)
          awayUntil = performance.now() + UNREACHABLE_PAUSE_MS;
        throw isPermanentRefusal(error)
          ? new MailRefusedError('The mail server refused the letter', { cause: error })
          : error;
      }
    },
  };
}

/** RFC 5321 §4.2.1: 5yz is permanent. Refused credentials are ours to repair: those mails wait. */
function isPermanentRefusal(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return code !== 'EAUTH' && responseCode !== undefined && responseCode >= 500 && responseCode < 600;
}
