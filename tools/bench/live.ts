/**
 * `npm run bench:live` measures the memory and CPU that open pages use on the server, and the time until a message
 * arrives at the recipient's page. One API process holds the event streams of the open pages, first 1, then 100,
 * then 2,000 unless `--connections` is set. Another process on the same database receives `--messages` messages per
 * second for `--seconds`. The measured time runs from the API call to the event on the stream.
 */
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LIVE_PATH, MAX_STREAMS, type LiveEvent } from '@marquee/contracts';
import { BUILDER_PASSWORD } from '../../apps/api/src/demo/builders.ts';
import { parseEnv } from '../../apps/api/src/config/env.ts';
import { openLog } from '../../apps/api/src/config/log.ts';
import { newBrand, newCreator } from '../../apps/api/src/demo/builders.ts';
import { boot, prepareDatabase } from '../../apps/api/src/process/boot.ts';
import { LOCAL_KEYS } from '../local/services.ts';
import { startPostgres } from '../local/postgres.ts';
import { startApi, type RunningApi } from './calls.ts';
import { readCpuMs, readMemoryMb, quantile } from './load.ts';

const { values: options } = parseArgs({
  options: {
    connections: { type: 'string', default: '1,100,2000' },
    seconds: { type: 'string', default: '20' },
    messages: { type: 'string', default: '20' },
  },
});

const pause = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

async function signInForCookie(origin: string, email: string): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: BUILDER_PASSWORD }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** Opens one event stream on its own connection. Resolves when the server has sent the hello event. */
const openStream = (origin: string, cookie: string, take: (event: LiveEvent) => void): Promise<http.ClientRequest> =>
  new Promise((resolve, reject) => {
    const request = http.get(origin + LIVE_PATH, { headers: { cookie }, agent: false }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`The stream answered ${answer.statusCode}`));
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk;
        const lines = text.split('\n');
        text = lines.pop() ?? '';
        for (const line of lines) {
          if (!line.startsWith('data: {')) continue;
          const event = JSON.parse(line.slice(6)) as LiveEvent;
          if (event.kind === 'hello') resolve(request);
          else take(event);
        }
      });
      answer.on('error', () => {});
    });
    request.on('error', reject);
  });

interface Figures {
  connections: number;
  openMs: number;
  kBEach: number;
  megabytes: number;
  idleShare: number;
  answered: number;
  p50: number;
  p99: number;
  most: number;
  sent: number;
}

export async function main(): Promise<void> {
  const sizes = options.connections.split(',').map(Number);
  const folder = mkdtempSync(join(tmpdir(), 'marquee-live-'));
  // If root starts PostgreSQL, it runs as another user, who must be able to enter this folder.
  chmodSync(folder, 0o711);
  const postgres = await startPostgres({ dir: join(folder, 'postgres') });
  const env = {
    ...LOCAL_KEYS,
    DATABASE_URL: postgres.url,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    DATA_DIR: folder,
  };
  const deps = boot(parseEnv(env), openLog({ LOG_LEVEL: 'warn' }));
  await prepareDatabase(deps);
  const brand = await newBrand(deps);
  const people = Math.ceil(Math.max(...sizes) / MAX_STREAMS);
  const figures: Figures[] = [];
  const sender = await startApi({ DATABASE_URL: postgres.url });
  try {
    const emails: { email: string; username: string }[] = [];
    while (emails.length < people) emails.push(await newCreator(deps));
    const ofBrand = await signInForCookie(sender.origin, brand.email);
    const cookies: string[] = [];
    for (const { email } of emails) cookies.push(await signInForCookie(sender.origin, email));
    for (const size of sizes) {
      const listener = await startApi({ DATABASE_URL: postgres.url });
      try {
        figures.push(
          await measureLiveUpdates(size, { listener, sender, cookies, ofBrand, username: emails[0]?.username ?? '' }),
        );
      } finally {
        await listener.stop();
      }
    }
  } finally {
    await sender.stop();
    await deps.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  console.log('connections  opened in  memory   each    CPU idle  sent  answered p50  on the page p50    p99    most');
  for (const each of figures) {
    console.log(
      [
        String(each.connections).padStart(11),
        `${(each.openMs / 1000).toFixed(1)} s`.padStart(9),
        `${each.megabytes.toFixed(0)} MB`.padStart(8),
        `${each.kBEach.toFixed(1)} kB`.padStart(8),
        `${(each.idleShare * 100).toFixed(1)} %`.padStart(8),
        String(each.sent).padStart(5),
        `${each.answered.toFixed(0)} ms`.padStart(12),
        `${each.p50.toFixed(0)} ms`.padStart(15),
        `${each.p99.toFixed(0)} ms`.padStart(7),
        `${each.most.toFixed(0)} ms`.padStart(7),
      ].join('  '),
    );
  }
  process.exit(0);
}

interface Measured {
  listener: RunningApi;
  sender: RunningApi;
  cookies: readonly string[];
  ofBrand: string;
  username: string;
}

async function measureLiveUpdates(
  size: number,
  { listener, sender, cookies, ofBrand, username }: Measured,
): Promise<Figures> {
  const heardAt = new Map<number, number>();
  const waiting = new Map<number, () => void>();
  const receive = ({ kind, number }: LiveEvent) => {
    if (kind !== 'message' || heardAt.has(number)) return;
    heardAt.set(number, performance.now());
    waiting.get(number)?.();
  };
  // The first stream belongs to the recipient of the messages. It also warms the process up before the measurement.
  const first = await openStream(listener.origin, cookies[0] ?? '', receive);
  await pause(3_000);
  const before = readMemoryMb(listener.pid);
  const startedAt = performance.now();
  const streams = [first];
  for (let at = 1; at < size; at += 50) {
    const some = Array.from({ length: Math.min(50, size - at) }, (_, more) =>
      openStream(listener.origin, cookies[Math.floor((at + more) / MAX_STREAMS)] ?? '', receive),
    );
    streams.push(...(await Promise.all(some)));
  }
  const openMs = performance.now() - startedAt;
  await pause(10_000);
  const cpu = readCpuMs(listener.pid);
  const idleFrom = performance.now();
  await pause(Number(options.seconds) * 1_000);
  const idleShare = (readCpuMs(listener.pid) - cpu) / (performance.now() - idleFrom);
  const after = readMemoryMb(listener.pid);

  const times: number[] = [];
  const answers: number[] = [];
  const gap = 1_000 / Number(options.messages);
  const last = performance.now() + Number(options.seconds) * 1_000;
  const sends: Promise<void>[] = [];
  const send = async () => {
    const pressedAt = performance.now();
    const answer = await fetch(`${sender.origin}/trpc/messages.send`, {
      method: 'POST',
      headers: { cookie: ofBrand, 'content-type': 'application/json' },
      body: JSON.stringify({ to: { username }, clientId: randomUUID(), text: 'Measured' }),
    });
    const { result } = (await answer.json()) as { result: { data: { message: { number: number } } } };
    const { number } = result.data.message;
    answers.push(performance.now() - pressedAt);
    if (!heardAt.has(number))
      await Promise.race([new Promise<void>((resolve) => waiting.set(number, resolve)), pause(15_000)]);
    const heard = heardAt.get(number);
    if (heard === undefined) throw new Error(`Message ${number} was not heard`);
    times.push(heard - pressedAt);
  };
  while (performance.now() < last) {
    sends.push(send());
    await pause(gap);
  }
  await Promise.all(sends);
  for (const request of streams) request.destroy();
  return {
    connections: size,
    openMs,
    megabytes: after,
    kBEach: size > 1 ? ((after - before) * 1_024) / (size - 1) : 0,
    idleShare,
    answered: quantile(answers, 0.5),
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    most: Math.max(...times),
    sent: times.length,
  };
}
