/** The only file that connects to the mail server. */
import type { Transporter } from 'nodemailer';
import type { Env } from '../config/env.ts';

export interface OutgoingMail {
  /**
   * Stays unchanged for each attempt to send an email, so that mail servers and mail clients can recognize
   * duplicates.
   */
  messageId: string;
  to: string;
  replyTo?: string;
  /** The URL for one-click unsubscribing, which accepts a POST. */
  unsubscribe?: string;
  subject: string;
  html: string;
  text: string;
}

/** The mail server has rejected this email permanently. */
export class MailRefusedError extends Error {}

export interface MailGateway {
  /**
   * Sends an email. Null if no mail server is configured. Throws MailRefusedError if the mail server rejects the
   * email permanently, or another error if a later attempt may succeed.
   */
  readonly send: ((letter: OutgoingMail) => Promise<void>) | null;
  close(): void;
}

// Short timeouts, because a worker runs only a few jobs at once and an unresponsive mail server must not block them.
const CONNECT_TIMEOUT_MS = 5_000;
const SOCKET_TIMEOUT_MS = 15_000;
/** Not more than the number of jobs that a worker runs at once. */
const MAX_CONNECTIONS = 4;

const LOOPBACK_PATTERN = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Opens a client for SMTP_URL. Connects when the first email is sent. */
export function openMailGateway(env: Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'NODE_ENV' | 'TIMING'>): MailGateway {
  if (env.SMTP_URL === '') return { send: null, close: () => {} };
  const url = new URL(env.SMTP_URL);
  // Created with the first email, because web processes do not send any.
  let transport: Promise<Transporter> | undefined;
  const open = async () =>
    (await import('nodemailer')).createTransport({
      url: env.SMTP_URL,
      // Reuse connections, because opening one takes several round trips, and more with TLS.
      pool: true,
      maxConnections: MAX_CONNECTIONS,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      // Links in emails give access to accounts, so production sends emails to other machines only over TLS.
      ...(env.NODE_ENV === 'production' &&
        url.protocol === 'smtp:' &&
        !LOOPBACK_PATTERN.test(url.hostname) && { requireTLS: true }),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  // After a failed connection, no email is tried for half of the retry pause of jobs, so that jobs for an unreachable
  // server end at once, and emails are sent within 45 s after it responds again.
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
          // Prevents automatic replies (RFC 3834).
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
          awayUntil = performance.now() + env.TIMING.retryMs / 2;
        if (isPermanentRefusal(error))
          throw new MailRefusedError('The mail server refused the letter', { cause: error });
        // Names the mail server, because a refused connection could also be one to the database (db/away.ts).
        throw new Error(`The mail server failed: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        });
      }
    },
  };
}

/**
 * Status codes 500 to 599 are permanent (RFC 5321 §4.2.1). If the server rejects our credentials, the configuration
 * is wrong and not the email, so the email is retried later.
 */
function isPermanentRefusal(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return code !== 'EAUTH' && responseCode !== undefined && responseCode >= 500 && responseCode < 600;
}
