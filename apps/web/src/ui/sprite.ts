/**
 * The icons that lists repeat, drawn once into index.html: where one stands, Icon.tsx only refers to it. Part of the
 * build; pages carry no code for these icons.
 */
import type { Platform } from '@marquee/validation';
import {
  AtSign,
  Bookmark,
  CalendarClock,
  Check,
  Clock,
  Ghost,
  Mail,
  MapPin,
  Newspaper,
  Plus,
  Podcast,
  Star,
  type LucideIcon,
} from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** Each is an icon of Lucide's, or an outline on its 24 × 24 grid for its stroke. */
const ICONS = {
  bookmark: Bookmark,
  'calendar-clock': CalendarClock,
  check: Check,
  clock: Clock,
  'map-pin': MapPin,
  plus: Plus,
  star: Star,
  instagram:
    'M7 2h10a5 5 0 0 1 5 5v10a5 5 0 0 1-5 5H7a5 5 0 0 1-5-5V7a5 5 0 0 1 5-5ZM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM17.5 6.5h.01',
  tiktok: 'M13 3v12.5a4 4 0 1 1-4-4M13 3c.4 3 2.4 5 6 5.2',
  youtube: 'M5 5h14a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3ZM10 9v6l5-3-5-3Z',
  twitch: 'M5 2h16v11l-4 4h-4l-4 4v-4H3V6l2-4ZM11 7v4M16 7v4',
  x: 'M4 4l16 16M20 4L4 20',
  linkedin:
    'M4 2h16a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2ZM7 11v6M7 7h.01M11 17v-6M11 14a3 3 0 0 1 6 0v3',
  pinterest:
    'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20ZM9.5 21l2.7-11M9 13.5c-2-3 .5-6.5 3.5-6.5 4 0 4.5 4 3 6.5-1.3 2-3.8 1.8-4.5.5',
  facebook: 'M18 2h-3a5 5 0 0 0-5 5v3H7v4h3v8h4v-8h3l1-4h-4V7a1 1 0 0 1 1-1h3V2Z',
  snapchat: Ghost,
  threads: AtSign,
  podcast: Podcast,
  newsletter: Mail,
  blog: Newspaper,
} satisfies Record<Platform, LucideIcon | string> & Record<string, LucideIcon | string>;

export type IconName = keyof typeof ICONS;

/** Mantine's own signs of a list that opens, and of what is chosen: areas, on a grid of their own. */
const AREAS = {
  chevron: {
    box: '0 0 15 15',
    d: 'M4.93179 5.43179C4.75605 5.60753 4.75605 5.89245 4.93179 6.06819C5.10753 6.24392 5.39245 6.24392 5.56819 6.06819L7.49999 4.13638L9.43179 6.06819C9.60753 6.24392 9.89245 6.24392 10.0682 6.06819C10.2439 5.89245 10.2439 5.60753 10.0682 5.43179L7.81819 3.18179C7.73379 3.0974 7.61933 3.04999 7.49999 3.04999C7.38064 3.04999 7.26618 3.0974 7.18179 3.18179L4.93179 5.43179ZM10.0682 9.56819C10.2439 9.39245 10.2439 9.10753 10.0682 8.93179C9.89245 8.75606 9.60753 8.75606 9.43179 8.93179L7.49999 10.8636L5.56819 8.93179C5.39245 8.75606 5.10753 8.75606 4.93179 8.93179C4.75605 9.10753 4.75605 9.39245 4.93179 9.56819L7.18179 11.8182C7.35753 11.9939 7.64245 11.9939 7.81819 11.8182L10.0682 9.56819Z',
  },
  tick: {
    box: '0 0 10 7',
    d: 'M4 4.586L1.707 2.293A1 1 0 1 0 .293 3.707l3 3a.997.997 0 0 0 1.414 0l5-5A1 1 0 1 0 8.293.293L4 4.586z',
  },
};

/** The element that holds them, out of sight. Strokes are the business of the icon that refers to one. */
export function sprite(): string {
  const symbols = Object.entries<LucideIcon | string>(ICONS).map(([name, icon]) => {
    const shapes =
      typeof icon === 'string'
        ? `<path d="${icon}"/>`
        : renderToStaticMarkup(createElement(icon)).replace(/^<svg[^>]*>|<\/svg>$/g, '');
    return `<symbol id="i-${name}" viewBox="0 0 24 24">${shapes.replaceAll(/><\/\w+>/g, '/>')}</symbol>`;
  });
  const areas = Object.entries(AREAS).map(
    ([name, { box, d }]) =>
      `<symbol id="i-${name}" viewBox="${box}"><path d="${d}" fill="currentColor" fill-rule="evenodd"/></symbol>`,
  );
  return `<div hidden><svg>${[...symbols, ...areas].join('')}</svg></div>`;
}
