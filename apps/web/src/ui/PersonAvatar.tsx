import { Avatar } from '@mantine/core';
import { getInitials, getPictureSources } from '@marquee/contracts';

interface PersonAvatarProps {
  className?: string;
  person: { fullName: string; profileImageUrl: string | null };
  /** The size in CSS pixels. */
  size: number;
  /** Portraits, the default, are circles. The logos of clients are rounded squares, because a circle would cut them. */
  kind?: 'portrait' | 'logo';
}

/** Shows the picture or initials of a user or a client. Hidden from screen readers, because the name is next to it. */
export function PersonAvatar(props: PersonAvatarProps) {
  const { person, size, kind = 'portrait', ...style } = props;
  const { fullName, profileImageUrl } = person;
  const { src, srcSet } =
    profileImageUrl === null ? { src: null, srcSet: undefined } : getPictureSources(size, profileImageUrl, kind);
  return (
    <Avatar
      // A span, because avatars are used within links, buttons and text, which must not contain block elements.
      component="span"
      {...style}
      {...(kind === 'logo' && { radius: 'sm' })}
      // Shows where a logo ends whose background has the color of the page.
      {...(kind === 'logo' && src !== null && { bd: '1px solid var(--marquee-line)' })}
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
