import { Button, Group, Text, Title } from '@mantine/core';
import { Languages, MapPin, Pencil } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import type { Outputs } from '../../trpc.ts';
import { Portrait } from './Portrait.tsx';
import classes from './ProfileHeader.module.css';
import { ShareProfile } from './ShareProfile.tsx';

/** Who this is: photo, name, where, which languages and subjects, and in their own words. */
export function ProfileHeader({ creator, isOwner }: { creator: Outputs['profiles']['byUsername']; isOwner: boolean }) {
  return (
    <header className={classes.header}>
      <Portrait person={creator} size={148} className={classes.portrait ?? ''} />
      <div className={classes.about}>
        <div className={classes.top}>
          <div className={classes.names}>
            <Title order={1} className={classes.name ?? ''}>
              {creator.fullName}
            </Title>
            <Text c="dimmed" size="lg">
              @{creator.username}
            </Text>
          </div>
          <Group gap="xs" className={classes.actions ?? ''}>
            {isOwner && (
              <Button component={Link} to={paths.settings()} size="sm" leftSection={<Pencil size={16} aria-hidden />}>
                Edit profile
              </Button>
            )}
            <ShareProfile creator={creator} />
          </Group>
        </div>
        <Text className={classes.bio ?? ''}>{creator.bio}</Text>
        <ul className={classes.facts} aria-label="At a glance">
          <li>
            <MapPin size={17} aria-hidden />
            {creator.location}
          </li>
          {creator.languages.length > 0 && (
            <li>
              <Languages size={17} aria-hidden />
              {creator.languages.join(', ')}
            </li>
          )}
        </ul>
        {creator.categories.length > 0 && (
          <ul className={classes.chips} aria-label="Categories">
            {creator.categories.map((category) => (
              <li key={category}>
                <Link to={paths.findInfluencers({ category })} className={classes.chip ?? ''}>
                  {category}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </header>
  );
}
