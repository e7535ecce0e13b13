/**
 * A push service like those of browser vendors, and a browser that decrypts its messages. Both follow RFC 8030,
 * 8188, 8291 and 8292 and share no code with the sender.
 */
import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushDevice } from '@marquee/validation';

interface ReceivedPush {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface PushService {
  url: string;
  taken: ReceivedPush[];
  /** Sets the status of all further responses, or only of those for the browser at `path`. */
  answer(status: number, path?: string): void;
  stop(): Promise<void>;
}

export async function startPushService(): Promise<PushService> {
  const taken: ReceivedPush[] = [];
  let status = 201;
  let special: { path: string; status: number } | undefined;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      taken.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(request.url !== undefined && special?.path === request.url ? special.status : status).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    answer(next, path) {
      special = path === undefined ? undefined : { path, status: next };
      if (path === undefined) status = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

export interface PushBrowser {
  device: PushDevice;
  /** Decrypts a message. Throws if it was sent to another browser or with another key than the subscription's. */
  read(message: ReceivedPush): unknown;
}

/** Creates a browser that is subscribed at the service under its own path with the sender's public key. */
export function createPushBrowser(service: PushService, path: string, senderKey: string): PushBrowser {
  const own = createECDH('prime256v1');
  own.generateKeys();
  const auth = randomBytes(16);
  return {
    device: {
      endpoint: service.url + path,
      p256dh: own.getPublicKey('base64url'),
      auth: auth.toString('base64url'),
    },
    read({ headers, body }) {
      assertSender(headers.authorization ?? '', senderKey, service.url);
      const salt = body.subarray(0, 16);
      const length = body[20] ?? 0;
      const sender = body.subarray(21, 21 + length);
      const hmac = (key: Buffer, ...parts: (Buffer | string)[]) =>
        parts.reduce((hash, part) => hash.update(part), createHmac('sha256', key)).digest();
      const one = Buffer.from([1]);
      const shared = hmac(auth, own.computeSecret(sender));
      const secret = hmac(shared, 'WebPush: info\0', own.getPublicKey(), sender, one);
      const key = hmac(salt, secret);
      const cipher = createDecipheriv(
        'aes-128-gcm',
        hmac(key, 'Content-Encoding: aes128gcm\0', one).subarray(0, 16),
        hmac(key, 'Content-Encoding: nonce\0', one).subarray(0, 12),
      );
      cipher.setAuthTag(body.subarray(-16));
      const padded = Buffer.concat([cipher.update(body.subarray(21 + length, -16)), cipher.final()]);
      // The last nonzero byte is 2, and the message precedes it.
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString()) as unknown;
    },
  };
}

/**
 * Checks that the sender has signed a token for this service with the subscription's key, valid for a day at most.
 */
function assertSender(authorization: string, senderKey: string, audience: string): void {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(\S+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(senderKey, 'base64url');
  const publicKey = createPublicKey({
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
    format: 'jwk',
  });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, string | number>;
  if (!isSigned || key !== senderKey || aud !== audience) throw new Error('The sender is another one');
  if (Number(exp) * 1000 > Date.now() + 24 * 3_600_000 || !String(sub).startsWith('mailto:'))
    throw new Error('The sender says no time, or nobody to ask');
}
