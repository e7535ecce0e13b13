/**
 * `npm run soak -- --minutes 10 --seed 1` simulates users who go through whole bookings while faults are injected.
 * Afterwards, all faults end, and the soak waits until all work is done. Then it compares our books with Stripe's
 * and checks that every acknowledged action exists.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import pg from 'pg';
import { exitWithMessage } from '../install.mjs';
import { checkUntilClean, describeFindings, listViolations } from '../money/check.ts';
import { readJournalBooks } from '../money/journal.ts';
import { onStop } from '../signals.mjs';
import { listMissingPackages, startCluster, type Cluster } from './cluster.ts';
import { endFaults, injectFaults } from './faults.ts';
import type { Actor } from './client.ts';
import {
  registerCrowd,
  liveAsAgency,
  liveAsBank,
  liveAsBrand,
  liveAsCreator,
  liveAsMember,
  liveAsStaff,
  type Crowd,
} from './actors.ts';
import { createRandomChoices, Tally, type RandomChoices } from './random.ts';
import type { RunRecord } from './record.ts';
import { killEachProcess, browseAsVisitor, restartEachProcess, startProbe, switchLeaders } from './switches.ts';
import { countWrongReviews } from './reviews.ts';
import { countWrongConversations } from './messages.ts';
import { countWrongNotifications } from './notifications.ts';
import { rollOut, startRollout } from './rolling.ts';
import { startWorld, type World } from './world.ts';

const USAGE = `Usage: npm run soak -- [--minutes 10] [--seed 1] [--creators 6] [--brands 10] [--keep]
       npm run soak -- --cluster [--seed 1] [--creators 6] [--brands 10] [--keep]
       npm run soak -- --rolling [--seed 1] [--creators 6] [--brands 10] [--keep]`;
const API_PROCESSES = 3;
/** Time within which every problem must resolve after the faults have ended (docs/safety.md, M11). */
const QUIET_MS = 60_000;
/** Time to wait for the last calls. It must be at least as long as the slowest response takes. */
const LAST_ANSWERS_MS = 45_000;
/** Time without faults at the start of a cluster run. */
const CALM_MS = 15_000;

/** Runs a soak and exits with code 0 if every invariant holds and no acknowledged action is lost. */
export async function main(): Promise<void> {
  const { minutes, seed, creators, brands, keep, cluster: isCluster, rolling: isRolling } = readArguments();
  const missing = isCluster ? listMissingPackages() : [];
  if (missing.length > 0)
    exitWithMessage(`A cluster needs these Debian packages: apt-get install ${missing.join(' ')}`);
  const dir = mkdtempSync(join(tmpdir(), 'marquee-soak-'));
  // If root starts PostgreSQL, it runs as another user, who must be able to enter this folder.
  chmodSync(dir, 0o711);
  let world: World | undefined;
  let cluster: Cluster | undefined;
  const end = async (code: number) => {
    // `world.stop` also stops the cluster. Stop the cluster directly if the world has not started.
    await (world ?? cluster)?.stop();
    if (code === 0 && !keep) rmSync(dir, { recursive: true, force: true });
    else console.log(`The data is in ${dir}. To check it again, run npm run check:money with this folder as DATA_DIR.`);
    process.exit(code);
  };
  onStop((code) => void end(code));

  const length = isCluster ? 'on a cluster' : isRolling ? 'rolling release' : `${minutes} minutes`;
  console.log(`Seed ${seed}, ${length}, ${creators} creators, ${brands} brands, in ${dir}`);
  if (isCluster) {
    cluster = await startCluster(dir, API_PROCESSES);
    for (const line of cluster.lines) console.log(line);
  }
  const rollout = isRolling ? await startRollout(dir) : undefined;
  world = await startWorld(dir, cluster ?? rollout?.site, rollout?.previous);
  const troubles = new Tally();
  const memory: RunRecord = { acknowledged: [], said: [], reviewed: [], tally: new Tally(), unknown: new Map() };
  const crowd = await registerCrowd(world, creators, brands);
  const at = world;
  const wrong =
    (await runCrowd(at, crowd, seed, memory, (choices) =>
      cluster !== undefined
        ? switchCluster(at, cluster, memory)
        : rollout !== undefined
          ? rollOut(at, rollout, memory)
          : runFaultInjection(at, memory, troubles, minutes, choices),
    )) + (await verifyRun(at, crowd, memory));
  await printReport(world, memory, troubles);
  console.log(wrong === 0 ? `All checks passed. Seed ${seed}.` : `${wrong} problems found. Seed ${seed}.`);
  await end(wrong === 0 ? 0 : 1);
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        minutes: { type: 'string', default: '10' },
        seed: { type: 'string', default: '1' },
        creators: { type: 'string', default: '6' },
        brands: { type: 'string', default: '10' },
        keep: { type: 'boolean', default: false },
        cluster: { type: 'boolean', default: false },
        rolling: { type: 'boolean', default: false },
      },
    });
    const numbers = {
      minutes: Number(values.minutes),
      seed: Number(values.seed),
      creators: Number(values.creators),
      brands: Number(values.brands),
    };
    if (Object.values(numbers).some((number) => !(number > 0))) throw new Error('not a number');
    return { ...numbers, keep: values.keep, cluster: values.cluster, rolling: values.rolling };
  } catch {
    return exitWithMessage(USAGE);
  }
}

/** Lets all actors act until `trouble` resolves. Returns the number of problems that `trouble` found. */
async function runCrowd(
  world: World,
  crowd: Crowd,
  seed: number,
  memory: RunRecord,
  trouble: (choices: () => RandomChoices) => Promise<number>,
): Promise<number> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let actor = 0;
  const choices = () => createRandomChoices(seed, ++actor);
  const lives = [
    ...crowd.brands.map((brand) => liveAsBrand(world, crowd, brand, choices(), memory, signal)),
    ...crowd.creators.map((creator) => liveAsCreator(world, creator, choices(), memory, signal)),
    ...crowd.teams.flatMap((team) =>
      team.members.map((member) => liveAsMember(world, crowd, team, member, choices(), memory, signal)),
    ),
    liveAsAgency(world, crowd, choices(), memory, signal),
    liveAsStaff(world, crowd.staff, choices(), memory, signal),
    liveAsBank(world, choices(), memory, signal),
  ];
  const wrong = await trouble(choices);
  stopping.abort();
  await Promise.race([Promise.all(lives), sleep(LAST_ANSWERS_MS)]);
  return wrong;
}

/** Injects three faults at a time for `minutes`. Returns 0, because faults are not problems. */
async function runFaultInjection(
  world: World,
  memory: RunRecord,
  troubles: Tally,
  minutes: number,
  choices: () => RandomChoices,
): Promise<number> {
  const stopping = new AbortController();
  const trouble = Promise.all([1, 2, 3].map(() => injectFaults(world, choices(), troubles, stopping.signal)));
  const until = performance.now() + minutes * 60_000;
  while (performance.now() < until) {
    await sleep(Math.min(30_000, Math.max(0, until - performance.now())));
    console.log(
      `  ${memory.tally.total} actions, ${memory.acknowledged.length} acknowledged, ${troubles.total} troubles`,
    );
  }
  stopping.abort();
  await trouble;
  return 0;
}

/** Restarts and kills processes and switches the database leader, one at a time. Returns the number of problems. */
async function switchCluster(world: World, cluster: Cluster, memory: RunRecord): Promise<number> {
  await sleep(CALM_MS);
  const calm = [...memory.unknown.values()].reduce((sum, count) => sum + count, 0);
  console.log(`Before the first restart: ${memory.tally.total} calls, ${calm} without a response.`);
  const refusedCount = await restartEachProcess(world, cluster, memory);
  await killEachProcess(world, cluster);
  const probe = await startProbe(cluster.databaseUrl, cluster.env['DATABASE_URL'] ?? '');
  const leaving = new AbortController();
  const visitor = browseAsVisitor(world, leaving.signal);
  const restarts = await switchLeaders(world, cluster, probe, memory);
  leaving.abort();
  const visits = await visitor;
  console.log(`A visitor during the restarts: ${visits.answered} calls with a response, ${visits.unanswered} without.`);
  const { answered, lost } = await probe.finish();
  console.log(`${answered} rows were committed during the failovers, ${lost} of them are lost.`);
  console.log(`${restarts} processes of the product restarted during the failovers.`);
  return calm + refusedCount + restarts + lost;
}

/** Ends the faults, waits until all work is done, and runs all checks. Returns the number of problems. */
async function verifyRun(world: World, crowd: Crowd, memory: RunRecord): Promise<number> {
  console.log('All faults have ended.');
  await endFaults(world);
  const began = performance.now();
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  const findings = await checkUntilClean(
    client,
    () => readJournalBooks(world.stripeDir),
    QUIET_MS,
    () => ({ now: world.now(), acknowledged: memory.acknowledged }),
  );
  await client.end();
  for (const line of describeFindings(findings)) console.log(line);
  console.log(
    `${memory.acknowledged.length} acknowledged actions checked. All work was done after ${((performance.now() - began) / 1000).toFixed(1)} s.`,
  );
  const [rates] = await world.query<{ bookings: number; rates: number }>(
    'select count(*)::int as bookings, count(distinct fee_bps)::int as rates from booking',
  );
  console.log(`${rates?.bookings} bookings with ${rates?.rates} different fee rates.`);
  const wrongWords = await countWrongConversations(world, [...crowd.creators, ...crowd.brands], memory.said);
  const wrongStars = await countWrongReviews(world, [...crowd.creators, ...crowd.brands], memory.reviewed);
  const wrongTold = await countWrongNotifications(world);
  return (
    listViolations(findings).length + (await countWrongDashboards(world, crowd)) + wrongWords + wrongStars + wrongTold
  );
}

/** Returns the number of dashboards and analytics pages that differ from the ledger and the events (M12). */
async function countWrongDashboards(world: World, crowd: Crowd): Promise<number> {
  let wrong = 0;
  for (const creator of crowd.creators) {
    const shownFigures = await creator.ask<{ totalEarningsCents: number }>('profiles.dashboard', {});
    const [ledger] = await world.query<{ cents: number }>(
      `select coalesce(-sum(e.amount_cents), 0)::int as cents from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
       where e.account = 'creator' and e.workspace_id = $1 and t.kind in ('earn', 'unearn', 'chargeback_lost', 'recovery')`,
      [creator.id],
    );
    if (shownFigures.is === 'done' && shownFigures.data.totalEarningsCents === ledger?.cents) continue;
    wrong++;
    console.log(`FAIL M12 ${creator.email} sees ${JSON.stringify(shownFigures)}, the ledger has ${ledger?.cents}`);
  }
  for (const creator of crowd.creators) wrong += await countWrongFunnel(world, creator);
  for (const brand of crowd.brands) wrong += await countWrongSpending(world, brand);
  return wrong;
}

/** Returns 1 if the order funnel of a creator differs from the events, and 0 otherwise. */
async function countWrongFunnel(world: World, creator: Actor): Promise<number> {
  const shownFigures = await creator.ask<{ days: { from: string; to: string }; funnel: object }>('analytics.orders', {
    span: '12m',
  });
  if (shownFigures.is !== 'done') throw new Error(`${creator.email} has no figures: ${JSON.stringify(shownFigures)}`);
  const { days, funnel } = shownFigures.data;
  const [expected] = await world.query(
    `select count(*)::int as orders, count(*) filter (where events @> '{payment.authorized}')::int as paid,
       count(*) filter (where events @> '{accepted}')::int as accepted, count(*) filter (where status = 'completed')::int as completed
     from booking cross join lateral (
       select array_agg(case when kind = 'booking.moved' then data ->> 'to' else kind end) as events from event
         where booking_id = booking.id
     ) as happened
     where creator_id = $1 and cancel_reason is distinct from 'superseded' and (created_at at time zone 'UTC')::date between $2 and $3`,
    [creator.id, days.from, days.to],
  );
  if (isDeepStrictEqual(funnel, { ...expected })) return 0;
  console.log(
    `FAIL ${creator.email} sees ${JSON.stringify(funnel)} of its orders, the events say ${JSON.stringify(expected)}`,
  );
  return 1;
}

/**
 * Returns 1 if the spending of a brand, over time or by creator, differs from its charges minus its refunds, and 0
 * otherwise.
 */
async function countWrongSpending(world: World, brand: Actor): Promise<number> {
  const money = await brand.ask<{ total: { cents: number; more: number } }>('analytics.money', { span: '12m' });
  const spent = await brand.ask<{
    days: { from: string; to: string };
    total: { cents: number; bookings: number };
  }>('analytics.spending', { span: '12m' });
  if (money.is !== 'done' || spent.is !== 'done') throw new Error(`${brand.email} has no figures`);
  const { days, total } = spent.data;
  const over = { cents: money.data.total.cents, bookings: money.data.total.more };
  const [stored] = await world.query(
    `select coalesce(sum(total_cents - coalesce(refund_cents, 0)), 0)::int as cents, count(*)::int as bookings
     from (select id, total_cents, accepted_at from booking where brand_id = $1 and payment_state <> 'refunded') as own
       join ledger_transaction on booking_id = own.id and kind = 'capture'
       left join (select booking_id as settled, refund_cents from settlement) as settlement on settled = own.id
     where (accepted_at at time zone 'UTC')::date between $2 and $3`,
    [brand.id, days.from, days.to],
  );
  if (isDeepStrictEqual(over, { ...stored }) && isDeepStrictEqual(total, { ...stored })) return 0;
  const texts = [over, total, stored].map((each) => JSON.stringify(each));
  console.log(
    `FAIL ${brand.email} spent ${texts[0]} over time, ${texts[1]} on creators, and charged and kept are ${texts[2]}`,
  );
  return 1;
}

async function printReport(world: World, memory: RunRecord, troubles: Tally): Promise<void> {
  for (const line of world.fired()) troubles.add(line);
  const rows = await world.query<{ state: string; count: number }>(
    `select status || '/' || payment_state as state, count(*)::int as count from booking group by 1 order by 2 desc`,
  );
  const exceptions = await world.query<{ kind: string; open: number; count: number }>(
    `select kind, count(*) filter (where resolved_at is null)::int as open, count(*)::int as count from money_exception
      group by 1 order by 1`,
  );
  console.log(`Faults, ${troubles.kinds} kinds:`);
  for (const line of troubles.lines()) console.log(line);
  console.log('Actions and their outcomes:');
  for (const line of memory.tally.lines()) console.log(line);
  console.log('Calls without a response or with a 5xx:');
  for (const [why, count] of memory.unknown) console.log(`  ${count} × ${why.slice(0, 160)}`);
  console.log('Bookings:');
  for (const { state, count } of rows) console.log(`  ${state}: ${count}`);
  console.log('Exceptions for staff:');
  for (const { kind, open, count } of exceptions) console.log(`  ${kind}: ${count}, ${open} open`);
  console.log(`Starts: ${[...world.starts].map(([name, count]) => `${name} ${count}`).join(', ')}`);
}
