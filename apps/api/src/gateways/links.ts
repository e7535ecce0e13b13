/**
 * Checks whether links entered by users still work. This is the only file that connects to user-supplied addresses.
 * It uses TLS, connects only to public addresses, and does not read response bodies. It connects to exactly the IP
 * address that it checked, without resolving the name again.
 */
import { Resolver } from 'node:dns/promises';
import { request, type RequestOptions } from 'node:https';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { PRODUCT_NAME } from '@marquee/brand';
import ipaddr from 'ipaddr.js';
import type { Env } from '../config/env.ts';

/**
 * `answered`: the linked page exists. `silent`: the page or its site cannot be reached. `unknown`: the site rejects
 * automated requests, or redirects to an address that must not be requested.
 */
export type LinkStatus = 'answered' | 'silent' | 'unknown';

export interface LinkGateway {
  /** Checks a link. Never throws. */
  look(link: string): Promise<LinkStatus>;
}

interface ResolvedAddress {
  address: string;
  family: number;
}

/** Name resolution and connections. Tests replace them. */
export interface LinkTransport {
  resolve: (host: string) => Promise<readonly ResolvedAddress[]>;
  isPublic: (address: string) => boolean;
  request: (options: RequestOptions, answered: (response: IncomingMessage) => void) => ClientRequest;
  port: number;
  /** Timeout of the whole check, including redirects. */
  patienceMs: number;
}

const MAX_REDIRECTS = 3;
/** Maximum size of the response headers. The body is not read. */
const MAX_HEAD_BYTES = 16_384;

const DEFAULT_TRANSPORT: LinkTransport = {
  resolve: resolveHost,
  isPublic: isPublicAddress,
  request,
  port: 443,
  patienceMs: 5_000,
};

const RESOLVE_TIMEOUT_MS = 2_000;

/**
 * Queries the name servers directly. The system's lookup would block one of Node's few worker threads, which file
 * access and other connections need, until a slow name server responds. IPv4 is preferred, because not all of our
 * machines have IPv6.
 */
async function resolveHost(host: string): Promise<readonly ResolvedAddress[]> {
  const resolver = new Resolver({ timeout: RESOLVE_TIMEOUT_MS, tries: 1 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  return [
    ...(four.status === 'fulfilled' ? four.value : []).map((address) => ({ address, family: 4 })),
    ...(six.status === 'fulfilled' ? six.value : []).map((address) => ({ address, family: 6 })),
  ];
}

export const openLinkGateway = (env: Pick<Env, 'POST_LINK_CHECKS'>): LinkGateway | null =>
  env.POST_LINK_CHECKS === 'on' ? createLinkGateway(DEFAULT_TRANSPORT) : null;

/**
 * Addresses that look public, but lead to internal services of the cloud in which this server may run:
 * https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16,
 * https://cloud.google.com/vpc/docs/configure-private-google-access,
 * https://cloud.google.com/dns/docs/zones/forwarding-zones,
 * https://cloud.ibm.com/docs/vpc?topic=vpc-service-endpoints-for-vpc.
 */
const CLOUD_ADDRESSES = [
  '168.63.129.16/32',
  '199.36.153.4/30',
  '199.36.153.8/30',
  '35.199.192.0/19',
  '161.26.0.0/16',
  '166.8.0.0/14',
];

/**
 * Whether an IP address is on the public internet. It must be neither in IANA's registries of special-purpose
 * addresses (checked by ipaddr.js) nor in `CLOUD_ADDRESSES`.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  // Global unicast addresses are assigned only from 2000::/3.
  if (parsed.kind() === 'ipv6') return parsed.match(ipaddr.parseCIDR('2000::/3'));
  return !CLOUD_ADDRESSES.some((range) => parsed.match(ipaddr.parseCIDR(range)));
}

export const createLinkGateway = (ways: LinkTransport): LinkGateway => ({
  async look(link) {
    const ended = AbortSignal.timeout(ways.patienceMs);
    try {
      return await Promise.race([followLink(ways, new URL(link), ended), rejectOnAbort(ended)]);
    } catch {
      // If a name is unknown, a connection fails, a certificate is invalid or a request times out, users who open
      // the link see an error, too.
      return 'silent';
    }
  },
});

const rejectOnAbort = (ended: AbortSignal) =>
  new Promise<never>((_, reject) => {
    ended.addEventListener('abort', () => reject(new Error('too late')), { once: true });
  });

async function followLink(ways: LinkTransport, link: URL, ended: AbortSignal): Promise<LinkStatus> {
  let url = link;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const address = await findPublicAddress(ways, url);
    if (address === null) return 'unknown';
    let { status, location } = await requestHead(ways, url, address, 'HEAD', ended);
    // Many servers do not support HEAD, and some respond to it with an unusual status.
    if (status >= 400) ({ status, location } = await requestHead(ways, url, address, 'GET', ended));
    if (status < 300 || status >= 400 || location === undefined) return toLinkStatus(status);
    if (!URL.canParse(location, url.href)) return 'unknown';
    url = new URL(location, url);
  }
  return 'unknown';
}

/**
 * Returns the address to connect to, or null if the URL must not be requested. If any address of the name is not
 * public, the name is rejected. Otherwise, the check could see a public address and the connection use a private
 * one.
 */
async function findPublicAddress(
  { resolve, isPublic: isAllowed }: LinkTransport,
  url: URL,
): Promise<ResolvedAddress | null> {
  const { protocol, hostname, port, username, password } = url;
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return null;
  // Platforms use host names, so an IP address is suspicious.
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) return null;
  const addresses = await resolve(hostname);
  return addresses.every(({ address }) => isAllowed(address)) ? (addresses[0] ?? null) : null;
}

/**
 * Sends a request and returns the response's headers. `lookup` returns the checked address, so that the name is not
 * resolved again.
 */
const requestHead = (
  ways: LinkTransport,
  url: URL,
  { address, family }: ResolvedAddress,
  method: 'HEAD' | 'GET',
  signal: AbortSignal,
): Promise<{ status: number; location: string | undefined }> =>
  new Promise((resolve, reject) => {
    const clientRequest = ways.request(
      {
        method,
        hostname: url.hostname,
        servername: url.hostname,
        port: ways.port,
        path: `${url.pathname}${url.search}`,
        headers: { 'user-agent': `${PRODUCT_NAME} link check`, accept: '*/*' },
        agent: false,
        maxHeaderSize: MAX_HEAD_BYTES,
        signal,
        lookup: (_host, options, done) =>
          options.all === true ? done(null, [{ address, family }]) : done(null, address, family),
      },
      (response) => {
        const { statusCode = 0, headers } = response;
        resolve({ status: statusCode, location: headers.location });
        response.destroy();
      },
    );
    clientRequest.on('error', reject);
    clientRequest.end();
  });

/**
 * Other status codes, such as 401, 403 and 429, mean that the platform rejects automated requests. They do not
 * reveal whether the post exists.
 */
function toLinkStatus(status: number): LinkStatus {
  if (status >= 200 && status < 300) return 'answered';
  return status === 404 || status === 410 || (status >= 500 && status < 600) ? 'silent' : 'unknown';
}
