/**
 * `npm run abuse` sends hostile requests to every input of a running product, signed in as each role, and then opens
 * every page that shows stored text in a browser. It starts Marquee as `npm start` does, with its own data folder. It
 * exits with code 1 if a request was answered with a server error or a page ran or contained what it should not.
 *
 * `--requests` is the number of requests (100,000 by default), and `--seed` selects other requests.
 */
import { Agent, request as sendRequest } from 'node:http';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { BUILDER_PASSWORD } from '../../apps/api/src/demo/builders.ts';
import { getDemoEmail } from '../../apps/api/src/demo/accounts.ts';
import { findRunningPostgresUrl } from '../local/postgres.ts';
import { createRandomChoices, type RandomChoices } from '../soak/random.ts';
import { startTestProduct } from '../test-product.ts';
import { openPages } from './pages.ts';
import { createHostileRequest, SCRIPT_TEXTS, type HostileRequest } from './requests.ts';

const ROLES = ['visitor', 'creator', 'brand', 'staff'] as const;
type Role = (typeof ROLES)[number];
const EMAILS: Record<Role, string | null> = {
  visitor: null,
  creator: getDemoEmail('Creator'),
  brand: getDemoEmail('Brand'),
  staff: getDemoEmail('Admin'),
};
const CONCURRENT = 8;
/** The number of requests after which the sessions are checked and confirmed again, because some requests end them. */
const SESSION_CHECK_EVERY = 500;
const MAX_LISTED = 30;
const REQUEST_TIMEOUT_MS = 30_000;

interface Answer {
  status: number;
  text: string;
  cookies: string[];
}

/** Runs the command, and ends the process. */
export async function main(): Promise<void> {
  const { values: options } = parseArgs({
    options: { requests: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
  });
  const began = performance.now();
  const product = await startTestProduct();
  let isFine = false;
  try {
    isFine = await runAbuse(product.env, Number(options.requests), Number(options.seed), began);
  } finally {
    await product.stop();
  }
  process.exit(isFine ? 0 : 1);
}

async function runAbuse(env: Record<string, string>, count: number, seed: number, began: number): Promise<boolean> {
  const origin = env['MARQUEE_URL'] ?? '';
  const url = findRunningPostgresUrl(`${env['MARQUEE_DATA_DIR']}/postgres`);
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  try {
    const sessions = new Sessions(origin, db);
    await sessions.open();
    const secondsSince = (from: number) => ((performance.now() - from) / 1000).toFixed(0);
    const stormBegan = performance.now();
    const storm = await sendAll(origin, db, sessions, count, seed);
    const stormSeconds = secondsSince(stormBegan);
    await sessions.open();
    const pagesBegan = performance.now();
    const pages = await openPages(origin, await listVisitors(db, sessions));
    const pagesSeconds = secondsSince(pagesBegan);
    print(
      `${storm.tried} requests tried: ${storm.refused} refused, ${storm.answered} answered, ${storm.stored} stored`,
    );
    print(`${pages.opened} pages opened, ${pages.withStoredText} of them with stored hostile text, which is escaped`);
    print(`${storm.problems.length} server errors, ${pages.problems.length} problems on pages`);
    for (const problem of [...storm.problems, ...pages.problems].slice(0, MAX_LISTED)) print(`  ${problem}`);
    print(`${secondsSince(began)} s, of which requests ${stormSeconds} s and pages ${pagesSeconds} s; seed ${seed}`);
    return storm.problems.length + pages.problems.length === 0;
  } finally {
    await db.end();
  }
}

const print = (line: string) => void process.stdout.write(`${line}\n`);

interface Storm {
  tried: number;
  /** Answered with 4xx. */
  refused: number;
  /** Reads, pages and downloads that were answered. */
  answered: number;
  /** Writes that were accepted. */
  stored: number;
  problems: string[];
}

async function sendAll(origin: string, db: pg.Client, sessions: Sessions, count: number, seed: number): Promise<Storm> {
  const storm: Storm = { tried: 0, refused: 0, answered: 0, stored: 0, problems: [] };
  const pickId = await readIds(db);
  let next = 0;
  const send = async (worker: number) => {
    const random = createRandomChoices(seed, worker);
    const values = {
      random,
      id: (field: string, noun?: string) => pickId(random, field, noun),
      text: (maximum: number) => random.pick(SCRIPT_TEXTS.filter(({ length }) => length <= maximum).concat('x')),
    };
    while (next < count) {
      next += 1;
      if (next % SESSION_CHECK_EVERY === 0) await sessions.open();
      const role = random.pick(ROLES);
      const hostile = createHostileRequest(values);
      const answer = await sendOnce(origin, hostile, sessions.cookieOf(role));
      record(storm, role, hostile, answer);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, (_, worker) => send(worker)));
  return storm;
}

/** Statuses of servers that are briefly too busy. They have a named reason and are not errors. */
const isNamedRefusal = ({ status, text }: Answer): boolean => status === 503 && /TOO_BUSY|STORAGE_FULL/.test(text);

function record(storm: Storm, role: Role, { target, method, path, body }: HostileRequest, answer: Answer): void {
  storm.tried += 1;
  if ((answer.status >= 500 && !isNamedRefusal(answer)) || answer.status === 0) {
    const sentBody = body === undefined ? '' : ` ${body.toString('utf8').slice(0, 300)}`;
    storm.problems.push(`${answer.status} from ${target} as ${role}: ${method} ${path.slice(0, 300)}${sentBody}`);
  } else if (answer.status >= 400) storm.refused += 1;
  else if (method === 'GET') storm.answered += 1;
  else storm.stored += 1;
}

const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENT });

/** Sends a request with the paths and bodies exactly as given, which `fetch` would correct. */
const sendOnce = (origin: string, hostile: HostileRequest, cookie: string | null): Promise<Answer> =>
  new Promise((resolve) => {
    const { method, path, headers, body } = hostile;
    const sentRequest = sendRequest(
      `${origin}/`,
      {
        agent,
        method,
        path,
        timeout: REQUEST_TIMEOUT_MS,
        headers: {
          ...headers,
          ...(cookie !== null && { cookie }),
          ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', () => resolve({ status: 0, text: '', cookies: [] }));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(chunks).toString('utf8'),
            cookies: response.headers['set-cookie'] ?? [],
          }),
        );
      },
    );
    // A body that is too large is refused while it is still being sent, and the connection is closed.
    sentRequest.on('error', (error: NodeJS.ErrnoException) =>
      resolve({
        status: ['EPIPE', 'ECONNRESET'].includes(error.code ?? '') ? 413 : 0,
        text: String(error),
        cookies: [],
      }),
    );
    sentRequest.on('timeout', () => sentRequest.destroy(new Error('no answer')));
    sentRequest.end(body);
  });

/** The sessions of the roles. */
class Sessions {
  readonly #origin: string;
  readonly #db: pg.Client;
  readonly #cookies = new Map<Role, string>();
  #passwordHash: string | undefined;
  #opening: Promise<void> = Promise.resolve();

  constructor(origin: string, db: pg.Client) {
    this.#origin = origin;
    this.#db = db;
  }

  cookieOf(role: Role): string | null {
    return this.#cookies.get(role) ?? null;
  }

  /** Signs in each role whose session has ended, and confirms all sessions as with a passkey. */
  open(): Promise<void> {
    return (this.#opening = this.#opening.then(() => this.#openAll()));
  }

  async #openAll(): Promise<void> {
    for (const role of ROLES) {
      const email = EMAILS[role];
      if (email === null) continue;
      const me = await this.#send('GET', '/api/auth/user', role);
      if (me.status === 200) continue;
      // Some requests change the password or suspend the account. A passkey needs a browser, so a staff member signs in
      // before the account has one.
      await this.#db.query(
        `with reinstated as (
           update workspace set suspended_at = null, suspended_reason = null
           where id in (select id from person where email = $1))
         update person set has_factor = false, password_hash = $2 where email = $1`,
        [email, await this.#findPasswordHash()],
      );
      const body = JSON.stringify({ email, password: BUILDER_PASSWORD });
      const signedIn = await this.#send('POST', '/api/auth/login', role, body);
      if (signedIn.status !== 200) throw new Error(`The ${role} could not sign in: ${signedIn.text}`);
      this.#cookies.set(role, signedIn.cookies.map((each) => each.split(';')[0]).join('; '));
    }
    await this.#db.query("update person set has_factor = true where role = 'admin'");
    await this.#db.query(
      `update session set data = data || jsonb_build_object('confirmedAt', now(), 'confirmedBy', 'passkey',
         'passkeyTrustedFrom', now())
       where person_id is not null`,
    );
  }

  /** Returns the hash of the demo password, as it was when the run began. */
  async #findPasswordHash(): Promise<string | undefined> {
    if (this.#passwordHash === undefined) {
      const { rows } = await this.#db.query<{ hash: string }>(
        'select password_hash as hash from person where email = $1',
        [EMAILS.creator],
      );
      this.#passwordHash = rows[0]?.hash;
    }
    return this.#passwordHash;
  }

  #send(method: string, path: string, role: Role, body?: string): Promise<Answer> {
    const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    return sendOnce(
      this.#origin,
      { target: path, method, path, headers, ...(body !== undefined && { body }) },
      this.cookieOf(role),
    );
  }
}

/** The tables whose ids appear in inputs about each noun. */
const TABLES_BY_NOUN: Record<string, readonly string[]> = {
  packages: ['package'],
  questionnaires: ['package'],
  questionnaire: ['package'],
  availability: ['package', 'waiting_list_entry'],
  bookings: ['booking'],
  cancellations: ['booking'],
  disputes: ['booking'],
  shipments: ['booking'],
  settlements: ['booking'],
  receipts: ['booking'],
  reviews: ['booking', 'review'],
  deliveries: ['booking', 'deliverable'],
  publications: ['booking', 'publication'],
  payments: ['package', 'booking', 'offer'],
  offers: ['offer', 'offer_version', 'workspace'],
  messages: ['conversation', 'booking'],
  profiles: ['portfolio_picture', 'workspace'],
  savedItems: ['saved_list', 'saved_item', 'saved_search', 'package'],
  matching: ['saved_brief'],
  reports: ['package', 'workspace', 'review', 'moderation_decision'],
  notifications: ['notification'],
  admin: [
    'dispute',
    'booking',
    'person',
    'workspace',
    'package',
    'contact_message',
    'report',
    'follower_proof',
    'money_exception',
  ],
};
/** The table of an id, by the name of its field. */
const TABLE_BY_FIELD: Record<string, string> = {
  packageId: 'package',
  bookingId: 'booking',
  brandUserId: 'workspace',
  creatorId: 'workspace',
  personId: 'person',
  workspaceId: 'workspace',
  listId: 'saved_list',
  deliverableId: 'deliverable',
  versionId: 'offer_version',
};
/** The objects of the accounts that the run is signed in with. Other objects are chosen from whole tables. */
const OWN_IDS: Record<string, string> = {
  package: 'creator_id in (select id from me)',
  booking: 'creator_id in (select id from me) or brand_id in (select id from me)',
  offer: 'creator_id in (select id from me) or brand_id in (select id from me)',
  conversation: 'creator_id in (select id from me) or brand_id in (select id from me)',
  saved_list: 'workspace_id in (select id from me)',
  person: 'id in (select id from me)',
  workspace: 'id in (select id from me)',
};

/** Returns a function that picks an id that probably fits the request. */
async function readIds(db: pg.Client): Promise<(random: RandomChoices, field: string, noun?: string) => string> {
  const ids = new Map<string, string[]>();
  const emails = Object.values(EMAILS).filter((email) => email !== null);
  for (const table of new Set([...Object.values(TABLES_BY_NOUN).flat(), ...Object.values(TABLE_BY_FIELD)])) {
    const own = OWN_IDS[table] ?? 'id is null';
    const { rows } = await db.query<{ id: string }>(
      `with me as (select id from person where email = any($1))
       select id::text from ${table} order by (${own}) desc, md5(id::text) limit 25`,
      [emails],
    );
    ids.set(
      table,
      rows.map(({ id }) => id),
    );
  }
  const all = [...ids.values()].flat();
  return (random, field, noun = '') => {
    if (random.chance(0.05)) return random.pick(all);
    const table = TABLE_BY_FIELD[field] ?? random.pick(TABLES_BY_NOUN[noun] ?? [...ids.keys()]);
    const idsOfTable = ids.get(table) ?? [];
    return idsOfTable.length === 0 ? crypto.randomUUID() : random.pick(idsOfTable);
  };
}

const PUBLIC_PAGES = ['/', '/find-influencers', '/pricing-guide', '/resources', '/trust', '/contact', '/creators'];
const OWN_PAGES = [
  '/dashboard',
  '/bookings',
  '/messages',
  '/offers',
  '/notifications',
  '/saved',
  '/analytics',
  '/settings',
  '/settings/account',
  '/settings/billing',
  '/settings/notifications',
];
const PAGES_BY_ROLE: Record<Role, readonly string[]> = {
  visitor: PUBLIC_PAGES,
  creator: [...OWN_PAGES, '/packages', '/payouts', '/payouts/statements', '/settings/availability'],
  brand: [...OWN_PAGES, '/receipts', '/customer-info', '/match'],
  staff: [
    '/admin',
    ...['disputes', 'chargebacks', 'payouts', 'exceptions', 'refunds', 'bookings', 'users', 'packages', 'messages'].map(
      (page) => `/admin/${page}`,
    ),
    ...['reports', 'proofs', 'audit', 'revenue', 'market', 'terms', 'health'].map((page) => `/admin/${page}`),
  ],
};

/** Lists the pages of each role: the fixed ones, and those of the objects that were written most recently. */
async function listVisitors(db: pg.Client, sessions: Sessions) {
  const read = async (sql: string): Promise<string[]> =>
    (await db.query<{ path: string }>(sql)).rows.map(({ path }) => path);
  const ofUser = (role: Role) => `(select id from person where email = '${EMAILS[role]}')`;
  const bookings = (role: Role, side: string) =>
    read(
      `select '/booking-details?bookingId=' || id as path from booking where ${side} = ${ofUser(role)}
       order by created_at desc limit 8`,
    );
  const offers = (role: Role, side: string) =>
    read(`select '/offers/' || id as path from offer where ${side} = ${ofUser(role)} order by id limit 4`);
  const talks = (role: Role, side: string) =>
    read(`select '/messages?conversation=' || id as path from conversation where ${side} = ${ofUser(role)} limit 4`);
  const extra: Record<Role, string[]> = {
    visitor: [
      ...(await read(
        `select '/profile/' || username as path from workspace where user_type = 'influencer' and suspended_at is null
         order by id in ${ofUser('creator')} desc limit 6`,
      )),
      ...(await read(
        `select '/order-questionnaire?packageId=' || id as path from package where is_active and hidden_at is null
         order by updated_at desc limit 6`,
      )),
      ...(await read(`select '/lists/' || token as path from saved_list where token is not null limit 3`)),
      '/find-influencers?q=data-abuse',
    ],
    creator: [
      ...(await bookings('creator', 'creator_id')),
      ...(await offers('creator', 'creator_id')),
      ...(await talks('creator', 'creator_id')),
      ...(await read(
        `select '/packages?edit=' || id as path from package where creator_id = ${ofUser('creator')} limit 4`,
      )),
      ...(await read(
        `select '/questionnaire-builder?packageId=' || id as path from package
         where creator_id = ${ofUser('creator')} limit 3`,
      )),
    ],
    brand: [
      ...(await bookings('brand', 'brand_id')),
      ...(await offers('brand', 'brand_id')),
      ...(await talks('brand', 'brand_id')),
      ...(await read(
        `select '/saved?list=' || id as path from saved_list where workspace_id = ${ofUser('brand')} limit 5`,
      )),
    ],
    staff: [
      ...(await read(`select '/admin/bookings/' || id as path from booking order by created_at desc limit 4`)),
      ...(await read(`select '/admin/users/' || id as path from workspace order by created_at desc limit 4`)),
      ...(await read(`select '/admin/disputes/' || id as path from dispute limit 4`)),
      ...(await read(`select '/admin/messages/' || id as path from contact_message order by created_at desc limit 4`)),
    ],
  };
  return ROLES.map((role) => ({
    role,
    cookie: sessions.cookieOf(role),
    paths: [...PAGES_BY_ROLE[role], ...extra[role]],
  }));
}
