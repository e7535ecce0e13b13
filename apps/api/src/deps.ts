/** What every service is handed. Built once at boot (main.ts), and by tests for each database. */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Db } from './db/schema.ts';
import type { Env } from './env.ts';
import type { StripeGateway } from './modules/payments/payments.gateway.ts';

export interface Deps {
  readonly env: Env;
  readonly db: Db;
  readonly pool: pg.Pool;
  readonly stripe: StripeGateway;
  readonly log: FastifyBaseLogger;
  /** The application's clock; the only thing tests replace. */
  readonly now: () => Date;
}
