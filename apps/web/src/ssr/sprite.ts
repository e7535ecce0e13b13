/**
 * The icons that lists repeat, drawn once into index.html: where one stands, ui/Icon.tsx only refers to it. Part of the
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

/** The element that holds them, out of sight. Strokes are the business of the icon that refers to one. */
export function sprite(): string {
  const symbols = Object.entries<LucideIcon | string>(ICONS).map(([name, icon]) => {
    const shapes =
      typeof icon === 'string'
        ? `<path d="${icon}"/>`
        : renderToStaticMarkup(createElement(icon)).replace(/^<svg[^>]*>|<\/svg>$/g, '');
    return `<symbol id="i-${name}" viewBox="0 0 24 24">${shapes.replaceAll(/><\/\w+>/g, '/>')}</symbol>`;
  });
  return `<div hidden><svg>${symbols.join('')}</svg></div>`;
}
