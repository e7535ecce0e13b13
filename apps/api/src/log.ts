import { pino, type Logger } from 'pino';
import type { Env } from './env.ts';

/** Structured logs, without what must never be in them (safety.md "Access"). */
export const openLog = (env: Pick<Env, 'LOG_LEVEL'>): Logger =>
  pino({
    level: env.LOG_LEVEL,
    redact: {
      paths: [
        'req.headers.cookie', 'req.headers.authorization', '*.password', '*.passwordHash', '*.clientSecret', '*.client_secret', '*.token',
      ],
      censor: '[redacted]',
    },
  });
