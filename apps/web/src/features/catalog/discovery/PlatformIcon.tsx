import type { Platform } from '@marquee/contracts';
import { AtSign, createLucideIcon, Ghost, Mail, Newspaper, Podcast, type LucideIcon } from 'lucide-react';

/** Creates an icon from an SVG path on Lucide's 24 × 24 grid, because Lucide has no brand icons. */
const createPlatformIcon = (name: string, d: string): LucideIcon =>
  createLucideIcon(name, [['path', { d, key: 'path' }]]);

const PLATFORM_ICONS: Record<Platform, LucideIcon> = {
  instagram: createPlatformIcon(
    'instagram',
    'M7 2h10a5 5 0 0 1 5 5v10a5 5 0 0 1-5 5H7a5 5 0 0 1-5-5V7a5 5 0 0 1 5-5ZM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM17.5 6.5h.01',
  ),
  tiktok: createPlatformIcon('tiktok', 'M13 3v12.5a4 4 0 1 1-4-4M13 3c.4 3 2.4 5 6 5.2'),
  youtube: createPlatformIcon(
    'youtube',
    'M5 5h14a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3ZM10 9v6l5-3-5-3Z',
  ),
  twitch: createPlatformIcon('twitch', 'M5 2h16v11l-4 4h-4l-4 4v-4H3V6l2-4ZM11 7v4M16 7v4'),
  x: createPlatformIcon('x', 'M4 4l16 16M20 4L4 20'),
  linkedin: createPlatformIcon(
    'linkedin',
    'M4 2h16a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2ZM7 11v6M7 7h.01M11 17v-6M11 14a3 3 0 0 1 6 0v3',
  ),
  pinterest: createPlatformIcon(
    'pinterest',
    'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20ZM9.5 21l2.7-11M9 13.5c-2-3 .5-6.5 3.5-6.5 4 0 4.5 4 3 6.5-1.3 2-3.8 1.8-4.5.5',
  ),
  facebook: createPlatformIcon('facebook', 'M18 2h-3a5 5 0 0 0-5 5v3H7v4h3v8h4v-8h3l1-4h-4V7a1 1 0 0 1 1-1h3V2Z'),
  snapchat: Ghost,
  threads: AtSign,
  podcast: Podcast,
  newsletter: Mail,
  blog: Newspaper,
};

/** Renders a platform's icon. It is hidden from screen readers, because the platform's name is always next to it. */
export function PlatformIcon({ platform }: { platform: Platform }) {
  const Icon = PLATFORM_ICONS[platform];
  return <Icon size={16} aria-hidden />;
}
