/**
 * Looks whether links that people gave still answer. The only file that connects to addresses that somebody typed: over
 * TLS, to public addresses alone, to the very address that was checked, and without reading what is answered.
 */
import { Resolver } from 'node:dns/promises';
import { request, type RequestOptions } from 'node:https';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { PRODUCT_NAME } from '@marquee/booking';
import ipaddr from 'ipaddr.js';
import type { Env } from '../config/env.ts';

/** `unknown`: nothing can be said: it refuses programs, or leads to where we do not look. */
export type LinkStatus = 'answered' | 'silent' | 'unknown';

export interface LinkGateway {
  /** Whether a link answers now. Never throws. */
  look(link: string): Promise<LinkStatus>;
}

interface ResolvedAddress {
  address: string;
  family: number;
}

/** How names are resolved and connections made; tests give others. */
export interface LinkTransport {
  /** Every address of a name. */
  resolve: (host: string) => Promise<readonly ResolvedAddress[]>;
  isPublic: (address: string) => boolean;
  request: (options: RequestOptions, answered: (response: IncomingMessage) => void) => ClientRequest;
  port: number;
  /** For all of a look, with what it is led to. */
  patienceMs: number;
}

const MAX_REDIRECTS = 3;
/** Of what is answered only the head is read, and of that no more. */
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
 * Asks the name servers itself: the system's look-up holds one of the few threads that files and other connections need
 * for as long as a name server says nothing. IPv4 first: not every machine of ours reaches the other.
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

/** A gateway where POST_LINK_CHECKS is on; null: no link is looked at. */
export const openLinkGateway = (env: Pick<Env, 'POST_LINK_CHECKS'>): LinkGateway | null =>
  env.POST_LINK_CHECKS === 'on' ? createLinkGateway(DEFAULT_TRANSPORT) : null;

/**
 * Addresses that are given out like any other, but lead to a service of the cloud that this server may run in:
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
 * Whether an address belongs to the open internet: not by IANA's registries of special-purpose addresses, which
 * ipaddr.js follows, nor by what clouds document of their own.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  // Outside of 2000::/3 nothing is given to anybody.
  if (parsed.kind() === 'ipv6') return parsed.match(ipaddr.parseCIDR('2000::/3'));
  return !CLOUD_ADDRESSES.some((range) => parsed.match(ipaddr.parseCIDR(range)));
}

/** A gateway that resolves and connects as it is told. */
export const createLinkGateway = (ways: LinkTransport): LinkGateway => ({
  async look(link) {
    const ended = AbortSignal.timeout(ways.patienceMs);
    try {
      return await Promise.race([followLink(ways, new URL(link), ended), rejectOnAbort(ended)]);
    } catch {
      // No such name, nobody there, no valid certificate, too late: who opens the link meets the same.
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
    // Many do not know HEAD, and some say so with another word.
    if (status >= 400) ({ status, location } = await requestHead(ways, url, address, 'GET', ended));
    if (status < 300 || status >= 400 || location === undefined) return toLinkStatus(status);
    if (!URL.canParse(location, url.href)) return 'unknown';
    url = new URL(location, url);
  }
  return 'unknown';
}

/**
 * Where a name is to be connected to; null: nowhere. One address that is not public is enough: a name that has both
 * kinds is made to be taken for the one and used for the other.
 */
async function findPublicAddress(
  { resolve, isPublic: isAllowed }: LinkTransport,
  url: URL,
): Promise<ResolvedAddress | null> {
  const { protocol, hostname, port, username, password } = url;
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return null;
  // A number in place of a name is nothing that a platform has.
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) return null;
  const addresses = await resolve(hostname);
  return addresses.every(({ address }) => isAllowed(address)) ? (addresses[0] ?? null) : null;
}

/** The head of what is answered. The name is not resolved again: `lookup` hands out the address that was checked. */
const requestHead = (
  ways: LinkTransport,
  url: URL,
  { address, family }: ResolvedAddress,
  method: 'HEAD' | 'GET',
  signal: AbortSignal,
): Promise<{ status: number; location: string | undefined }> =>
  new Promise((resolve, reject) => {
    const asked = ways.request(
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
        // What follows is not read.
        response.destroy();
      },
    );
    asked.on('error', reject);
    asked.end();
  });

/** Platforms answer programs with 401, 403, 429 or numbers of their own: that says nothing about a post. */
function toLinkStatus(status: number): LinkStatus {
  if (status >= 200 && status < 300) return 'answered';
  return status === 404 || status === 410 || (status >= 500 && status < 600) ? 'silent' : 'unknown';
}
