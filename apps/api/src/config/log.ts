import { pino, type DestinationStream, type Logger } from 'pino';
import type { Env } from './env.ts';

interface DescribedError {
  type: string;
  message: string;
  code?: unknown;
  stack?: string;
  cause?: DescribedError;
}

function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  return {
    type: error.name,
    message: error.message,
    ...('code' in error && { code: error.code }),
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  };
}

interface LoggedRequest {
  method: string;
  routeOptions?: { url?: string };
}

/**
 * Opens the structured log. It must not contain sensitive data (docs/safety.md "Access"), so requests are logged
 * with only their method and route. `destination` replaces the standard output.
 */
export const openLog = (env: Pick<Env, 'LOG_LEVEL'>, destination?: DestinationStream): Logger => {
  const options = {
    level: env.LOG_LEVEL,
    // Log only named fields, because database errors contain the whole connection.
    serializers: {
      err: describeError,
      req: ({ method, routeOptions }: LoggedRequest) => ({ method, route: routeOptions?.url ?? null }),
    },
    redact: {
      paths: ['*.password', '*.passwordHash', '*.clientSecret', '*.client_secret', '*.token'],
      censor: '[redacted]',
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
};
