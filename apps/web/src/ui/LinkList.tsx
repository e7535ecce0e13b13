import { Anchor } from '@mantine/core';
import { formatLink } from '@marquee/validation';

/** Lists links that a user has entered. All of them use https. They open in a new tab without a referrer. */
export const LinkList = ({ links }: { links: readonly string[] }) =>
  links.length === 0 ? null : (
    <ul style={{ margin: 0, paddingLeft: 20 }}>
      {links.map((link) => (
        <li key={link} style={{ overflowWrap: 'anywhere', paddingBlock: 2 }}>
          <Anchor href={link} target="_blank" rel="noopener noreferrer nofollow" underline="always">
            {formatLink(link)}
          </Anchor>
        </li>
      ))}
    </ul>
  );
