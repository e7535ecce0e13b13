import { Card, Title } from '@mantine/core';
import { ArrowUpRight } from 'lucide-react';
import type { Outputs } from '../../trpc.ts';
import classes from './ProfileLinks.module.css';

/** Where else a creator is found. They lead away, so each says to which site. */
export function ProfileLinks({ links }: { links: Outputs['profiles']['byUsername']['links'] }) {
  return (
    <Card component="section" aria-labelledby="links">
      <Title order={2} id="links" fz="lg" mb={6}>
        Links
      </Title>
      <ul className={classes.list}>
        {links.map(({ label, url }, index) => (
          <li key={`${index}:${url}`}>
            <a href={url} target="_blank" rel="nofollow noopener noreferrer ugc" className={classes.link}>
              <span className={classes.words}>
                <span className={classes.label}>{label}</span>
                <span className={classes.site}>{new URL(url).hostname.replace(/^www\./, '')}</span>
              </span>
              <ArrowUpRight size={18} aria-label="opens in a new tab" />
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
