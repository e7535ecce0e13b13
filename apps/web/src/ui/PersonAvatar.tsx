import { Avatar } from '@mantine/core';
import { getInitials, getPictureSources } from '@marquee/validation';

interface PersonAvatarProps {
  className?: string;
  person: { fullName: string; profileImageUrl: string | null };
  /** The size in CSS pixels. */
  size: number;
}

/** Shows a user's picture or initials. Hidden from screen readers, because the name is next to it. */
export function PersonAvatar({ person: { fullName, profileImageUrl }, size, ...style }: PersonAvatarProps) {
  const { src, srcSet } =
    profileImageUrl === null ? { src: null, srcSet: undefined } : getPictureSources(size, profileImageUrl, 'portrait');
  return (
    <Avatar
      // A span, because avatars are used within links, buttons and text, which must not contain block elements.
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
