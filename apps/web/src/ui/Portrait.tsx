import { initialsOf, pictureSet } from '@marquee/validation';
import { Avatar } from './plain.tsx';

interface PortraitProps {
  className?: string;
  person: { fullName: string; profileImageUrl: string | null };
  /** In CSS pixels. */
  size: number;
}

/** A person's photo, or the initials. The name stands beside it, so it is decoration to screen readers. */
export function Portrait({ person: { fullName, profileImageUrl }, size, ...style }: PortraitProps) {
  const srcSet = profileImageUrl === null ? undefined : pictureSet(profileImageUrl, 'portrait');
  return (
    <Avatar
      // It stands in links, buttons and lines of text, which take no blocks.
      component="span"
      {...style}
      src={profileImageUrl}
      imageProps={{ srcSet, sizes: `${size}px`, width: size, height: size, decoding: 'async' }}
      size={size}
      alt=""
      aria-hidden
    >
      {initialsOf(fullName)}
    </Avatar>
  );
}
