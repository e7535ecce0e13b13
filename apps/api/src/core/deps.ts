/** What every service is handed. Built once at boot (main.ts), and by tests for each database. */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Env } from '../config/env.ts';
import type { Db } from '../db/schema.ts';
import type { LinkGateway } from '../gateways/links.ts';
import type { MailGateway } from '../gateways/mail.ts';
import type { OpenIdGateway } from '../gateways/openid.ts';
import type { FileStore } from '../gateways/files.ts';
import type { PictureStore } from '../gateways/pictures.ts';
import type { PushGateway } from '../gateways/push.ts';
import type { StripeGateway } from '../gateways/stripe.ts';
import type { JobWatch } from './job-watch.ts';
import type { JobHandlers } from './jobs.ts';
import type { Live } from './live.ts';

export interface Deps {
  readonly env: Env;
  readonly db: Db;
  /**
   * What may be some seconds old is read here: from a standby, where there is one. The kinds of procedure in trpc.ts
   * and `withStaleReads` say what that is; nothing about money or access, and nothing that its author reads.
   */
  readonly stale: Db;
  readonly pool: pg.Pool;
  readonly jobs: JobWatch;
  /** What does each job with these dependencies, for one that is done here (`runJobInProcess`). */
  readonly handlers: (deps: Deps) => Promise<JobHandlers>;
  readonly live: Live;
  readonly stripe: StripeGateway;
  readonly mail: MailGateway;
  readonly push: PushGateway;
  /** Null: no link is looked at. */
  readonly links: LinkGateway | null;
  /** Null: no external sign-in is configured. */
  readonly openId: OpenIdGateway | null;
  readonly pictures: PictureStore;
  readonly files: FileStore;
  readonly log: FastifyBaseLogger;
  /** The application's clock; the only thing tests replace. */
  readonly now: () => Date;
}

/** The same parts, reading what may be some seconds old: for public files of nobody in particular. */
export const withStaleReads = <T extends Pick<Deps, 'db' | 'stale'>>(deps: T): T => ({ ...deps, db: deps.stale });
