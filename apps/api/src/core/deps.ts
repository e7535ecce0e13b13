/** The dependencies of services. main.ts creates them at startup, and tests create them per database. */
import type { FastifyBaseLogger } from 'fastify';
import type { Transaction } from 'kysely';
import type pg from 'pg';
import type { Env } from '../config/env.ts';
import type { Database, Db } from '../db/schema.ts';
import type { LinkGateway } from '../gateways/links.ts';
import type { MailGateway } from '../gateways/mail.ts';
import type { OpenIdGateway } from '../gateways/openid.ts';
import type { FileStore } from '../gateways/files.ts';
import type { PlaceGateway } from '../gateways/places.ts';
import type { PictureStore } from '../gateways/pictures.ts';
import type { PushGateway } from '../gateways/push.ts';
import type { StripeGateway } from '../gateways/stripe.ts';
import type { JobWatch } from './job-watch.ts';
import type { JobHandlers } from './jobs.ts';
import type { Live } from './live.ts';
import type { Metrics } from './metrics.ts';
import type { ProcessMemory } from './process-memory.ts';

/** Checks in each transaction of a user's changes (core/caller-guard.ts). If one throws, nothing is written. */
export interface TransactionGuard {
  /** Runs first. */
  before?: (db: Transaction<Database>) => Promise<void>;
  /** Runs at the end, or when the service calls `checkCaller` of the unit of work. */
  after?: (db: Transaction<Database>) => Promise<void>;
}

export interface Deps {
  readonly env: Env;
  readonly db: Db;
  /**
   * The database for reads that may be a few seconds old, which is a standby if there is one. trpc.ts and
   * `withStaleReads` decide which reads use it. Reads about money, access checks and reads of the user's own changes
   * must not.
   */
  readonly stale: Db;
  /** Null for jobs, and for calls without a signed-in user. */
  readonly transactionGuard: TransactionGuard | null;
  readonly pool: pg.Pool;
  readonly jobs: JobWatch;
  /** The job handlers, for jobs that run in this process (`runJobInProcess`). */
  readonly handlers: (deps: Deps) => Promise<JobHandlers>;
  readonly live: Live;
  readonly stripe: StripeGateway;
  readonly mail: MailGateway;
  readonly push: PushGateway;
  /** Null if links are not checked. */
  readonly links: LinkGateway | null;
  readonly openId: OpenIdGateway | null;
  /** Null if there is no location database. */
  readonly places: PlaceGateway | null;
  readonly pictures: PictureStore;
  readonly files: FileStore;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly memory: ProcessMemory;
  /** The application's clock, which is the only dependency that tests replace. */
  readonly now: () => Date;
}

/** Returns the dependencies with `stale` as the database, for public reads whose result may be a few seconds old. */
export const withStaleReads = (deps: Deps): Deps => (deps.stale === deps.db ? deps : { ...deps, db: deps.stale });
