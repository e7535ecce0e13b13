import { Avatar } from '@mantine/core';
import { getInitials, getPictureSources } from '@marquee/validation';

interface PersonAvatarProps {
  className?: string;
  person: { fullName: string; profileImageUrl: string | null };
  /** In CSS pixels. */
  size: number;
}

/** A person's photo, or the initials. The name stands beside it, so it is decoration to screen readers. */
export function PersonAvatar({ person: { fullName, profileImageUrl }, size, ...style }: PersonAvatarProps) {
  const { src, srcSet } =
    profileImageUrl === null ? { src: null, srcSet: undefined } : getPictureSources(size, profileImageUrl, 'portrait');
  return (
    <Avatar
      // It stands in links, buttons and lines of text, which take no blocks.
      component="span"
      {...style}
      src={src}
      imageProps={{ srcSet, sizes: srcSet && `${size}px`, width: size, height: size, decoding: 'async' }}
      size={size}
      alt=""
      aria-hidden
    >
      {getInitials(fullName)}
    </Avatar>
  );
}
