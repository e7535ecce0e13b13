/**
 * Tests deploy/nginx.conf in front of a running server. Skipped where nginx or openssl is not installed
 * (apt-get install nginx-light openssl).
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { FILE_PART_BYTES, LIVE_PATH } from '@marquee/contracts';
import { findFreePort } from '@marquee/tools/local/postgres';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCreator } from '../../src/demo/builders.ts';
import { buildServer } from '../../src/http/server.ts';
import { signInForCookies } from '../support/event-stream.ts';
import { useStack } from '../support/stack.ts';
import { waitFor } from '../support/wait.ts';

const CONFIGURATION = join(import.meta.dirname, '../../../../deploy/nginx.conf');
/** Debian installs servers in /usr/sbin, which may be missing on the PATH. */
const ENV = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };
const isInstalled = (program: string, argument: string) => spawnSync(program, [argument], { env: ENV }).status === 0;
const canRun = isInstalled('nginx', '-v') && isInstalled('openssl', 'version');

const stack = useStack({ TRUST_PROXY: '1' });

describe.skipIf(!canRun)('the nginx configuration (needs nginx and openssl)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-nginx-'));
  const ports = { product: 0, http: 0, https: 0 };
  let app: FastifyInstance;
  let nginx: ChildProcess;

  beforeAll(async () => {
    for (const name of ['product', 'http', 'https'] as const) ports[name] = await findFreePort();
    app = await buildServer(stack.deps);
    app.get('/seen-by-the-server', ({ ip, protocol }) => ({ ip, protocol }));
    await app.listen({ port: ports.product, host: '127.0.0.1' });
    const certificate = ['-out', join(folder, 'fullchain.pem'), '-keyout', join(folder, 'privkey.pem')];
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
    spawnSync('openssl', ['req', '-x509', ...key, '-subj', '/CN=marquee.example', ...certificate], { env: ENV });
    const example = readFileSync(CONFIGURATION, 'utf8')
      .replaceAll('/etc/letsencrypt/live/marquee.example', folder)
      .replaceAll(/listen \[::\]:\d+.*;/g, '')
      .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
      .replace('listen 443 ', `listen 127.0.0.1:${ports.https} `)
      .replace('127.0.0.1:3000', `127.0.0.1:${ports.product}`);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(folder, name)};`,
    );
    writeFileSync(join(folder, 'site.conf'), example);
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off; user ${userInfo().username}; pid ${join(folder, 'pid')}; error_log stderr;
      events {} http { access_log off; ${temporary.join(' ')} include ${join(folder, 'site.conf')}; }`,
    );
    nginx = spawn('nginx', ['-e', 'stderr', '-c', join(folder, 'nginx.conf')], { env: ENV, stdio: 'ignore' });
    await waitFor(async () => expect((await ask('/healthz')).statusCode).toBe(200));
  });

  afterAll(async () => {
    nginx.kill('SIGTERM');
    if (nginx.exitCode === null) await once(nginx, 'exit');
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Sends a request over TLS and returns the response when its headers have arrived. */
  const ask = (
    path: string,
    options: { method?: string; headers?: Record<string, string> } = {},
    body?: Buffer,
  ): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const headers = { host: 'marquee.example', ...options.headers };
      // The certificate was made for this test and is not signed by an authority.
      const server = { host: '127.0.0.1', port: ports.https, path, rejectUnauthorized: false };
      request({ ...server, ...options, headers }, resolve)
        .on('error', reject)
        .end(body);
    });

  it('passes the address of the client on, and drops the one that the client sends', async () => {
    const answer = await ask('/seen-by-the-server', { headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect(JSON.parse(await text(answer))).toEqual({ ip: '127.0.0.1', protocol: 'https' });
  });

  it('redirects pages from http to https, and refuses http for programs', async () => {
    const get = (path: string) =>
      fetch(`http://127.0.0.1:${ports.http}${path}`, { redirect: 'manual', headers: { host: 'marquee.example' } });
    const page = await get('/pricing-guide?a=1');
    expect([page.status, new URL(page.headers.get('location') ?? '').pathname]).toEqual([301, '/pricing-guide']);
    expect((await get('/api/packages')).status).toBe(403);
    expect((await get('/trpc/packages.byId')).status).toBe(403);
  });

  it('accepts TLS 1.2 and refuses TLS 1.1', async () => {
    const open = (version: 'TLSv1.1' | 'TLSv1.2') =>
      new Promise((resolve) => {
        const socket = connectTls({
          host: '127.0.0.1',
          port: ports.https,
          rejectUnauthorized: false,
          minVersion: version,
          maxVersion: version,
          // OpenSSL refuses to offer TLS 1.1 itself at its default security level.
          ciphers: 'DEFAULT:@SECLEVEL=0',
        });
        socket.once('secureConnect', () => resolve(socket.getProtocol())).once('error', () => resolve('refused'));
        socket.once('secureConnect', () => socket.destroy());
      });
    expect([await open('TLSv1.2'), await open('TLSv1.1')]).toEqual(['TLSv1.2', 'refused']);
  });

  it('lets the largest part of a file through to the server, which answers itself', async () => {
    const headers = { 'content-type': 'application/octet-stream' };
    const put = { method: 'PUT', headers };
    const answer = await ask('/api/files/none/parts/0', put, Buffer.alloc(FILE_PART_BYTES));
    expect([answer.statusCode, JSON.parse(await text(answer))]).toEqual([
      401,
      expect.objectContaining({ code: 'SIGNED_OUT' }),
    ]);
  });

  it('passes live updates on at once', async () => {
    const cookie = await signInForCookies(`http://127.0.0.1:${ports.product}`, await newCreator(stack.deps));
    const stream = await ask(LIVE_PATH, { headers: { cookie } });
    // The stream stays open, so a proxy that waits for its end, or for a full buffer, would pass nothing on.
    const [first] = (await once(stream, 'data')) as [Buffer];
    expect(first.length).toBeGreaterThan(0);
    stream.destroy();
  });
});
