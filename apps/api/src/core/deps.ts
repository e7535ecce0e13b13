/** What every service is handed. Built once at boot (main.ts), and by tests for each database. */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Env } from '../config/env.ts';
import type { Db } from '../db/schema.ts';
import type { MailGateway } from '../gateways/mail.ts';
import type { OpenIdGateway } from '../gateways/openid.ts';
import type { PictureStore } from '../gateways/pictures.ts';
import type { StripeGateway } from '../gateways/stripe.ts';

export interface Deps {
  readonly env: Env;
  readonly db: Db;
  readonly pool: pg.Pool;
  /** Sessions of PostgreSQL itself, also where `pool` leads to a pooler: what listens or locks for longer than a transaction. */
  readonly direct: pg.Pool;
  readonly stripe: StripeGateway;
  readonly mail: MailGateway;
  /** Null: no external sign-in is configured. */
  readonly openId: OpenIdGateway | null;
  readonly pictures: PictureStore;
  readonly log: FastifyBaseLogger;
  /** The application's clock; the only thing tests replace. */
  readonly now: () => Date;
}
