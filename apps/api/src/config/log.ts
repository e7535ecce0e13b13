import { pino, type Logger } from 'pino';
import type { Env } from './env.ts';

interface Described {
  type: string;
  message: string;
  code?: unknown;
  stack?: string;
  cause?: Described;
}

function describe(error: unknown): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  return {
    type: error.name,
    message: error.message,
    ...('code' in error && { code: error.code }),
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(error.cause instanceof Error && { cause: describe(error.cause) }),
  };
}

/** Structured logs, without what must never be in them (safety.md "Access"). */
export const openLog = (env: Pick<Env, 'LOG_LEVEL'>): Logger =>
  pino({
    level: env.LOG_LEVEL,
    // Errors of drivers carry whole connections: what is told of an error is named.
    serializers: { err: describe },
    redact: {
      paths: [
        'req.headers.cookie',
        'req.headers.authorization',
        '*.password',
        '*.passwordHash',
        '*.clientSecret',
        '*.client_secret',
        '*.token',
      ],
      censor: '[redacted]',
    },
  });
