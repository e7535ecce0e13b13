import { expect, it } from 'vitest';
import { formatLink, formatLinkHost } from './link-text.ts';

it.each([
  ['https://apple.com/a', 'apple.com/a', 'apple.com'],
  ['https://www.apple.com', 'www.apple.com', 'apple.com'],
  // The first letter of the host is Cyrillic.
  ['https://аpple.com/a?b#c', 'xn--pple-43d.com/a?b#c', 'xn--pple-43d.com (аpple.com)'],
  ['https://www.аpple.com:8443/', 'www.xn--pple-43d.com:8443/', 'xn--pple-43d.com (аpple.com)'],
  ['https://müller.example/', 'xn--mller-kva.example/', 'xn--mller-kva.example (müller.example)'],
  ['https://xn--mller-kva.example/', 'xn--mller-kva.example/', 'xn--mller-kva.example'],
  ['https://ａpple.com/', 'apple.com/', 'apple.com (ａpple.com)'],
  // Only the host is converted to Punycode.
  ['https://example.com/москва', 'example.com/москва', 'example.com'],
  ['HTTPS://Example.com/A', 'Example.com/A', 'example.com'],
])('formats the link %s as %s, and its host as %s', (link, text, site) => {
  expect([formatLink(link), formatLinkHost(link)]).toEqual([text, site]);
});
