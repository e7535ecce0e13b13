import { Avatar } from '@mantine/core';
import { getInitials, getPictureSources } from '@marquee/validation';

interface PersonAvatarProps {
  className?: string;
  person: { fullName: string; profileImageUrl: string | null };
  /** Size in CSS pixels. */
  size: number;
}

/** A user's photo or initials. The name is next to it, so screen readers skip it. */
export function PersonAvatar({ person: { fullName, profileImageUrl }, size, ...style }: PersonAvatarProps) {
  const { src, srcSet } =
    profileImageUrl === null ? { src: null, srcSet: undefined } : getPictureSources(size, profileImageUrl, 'portrait');
  return (
    <Avatar
      // Used in links, buttons and text, which must not contain block elements.
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
