/** Identifies the network of an IP address, to recognize users who share an internet connection. */
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Returns the network of an address. For IPv6, this is the first 64 bits, because providers assign at least that
 * block to each customer. For IPv4, it is the whole address. Returns any other text as it is.
 */
export function toNetwork(ip: string): string {
  if (!isIPv6(ip)) return ip;
  // Converts IPv4 addresses that are written as IPv6 addresses.
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const groups = address.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
