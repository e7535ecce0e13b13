/** Identifies the network of an IP address, to recognize users who share an internet connection. */
import { isIPv6 } from 'node:net';

/**
 * Returns the network of an address. For IPv6, this is the first 64 bits, because providers assign at least that
 * block to each customer. For IPv4, it is the whole address.
 */
export function toNetwork(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = ip.toLowerCase().split('%')[0]?.split('::') ?? [];
  const [first, last] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  const gap =
    tail === undefined ? [] : Array.from({ length: 8 - (first?.length ?? 0) - (last?.length ?? 0) }, () => '0');
  const groups = [...(first ?? []), ...gap, ...(last ?? [])]
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}
