import { Text } from '@mantine/core';
import { lazy } from 'react';
import { paths } from '../../../paths.ts';
import { LazyPart } from '../../../ui/LazyPart.tsx';
import { DateTime } from '../../../ui/DateTime.tsx';
import type { Publication } from './results.ts';
import classes from './Results.module.css';

// Loads on demand, because most viewers cannot change the screenshot.
const LazyPublicationPictureTools = lazy(() =>
  import('./PublicationPictureTools.tsx').then((module) => ({ default: module.PublicationPictureTools })),
);

/**
 * Shows a thumbnail of a post's screenshot, which links to the full image. `token` grants access on a shared results
 * page. `isOwn` is true for the creator who uploaded the screenshot.
 */
export function PublicationPicture({
  post,
  token,
  isOwn,
}: {
  post: Publication;
  token: string | null;
  isOwn: boolean;
}) {
  const { id, link, picture } = post;
  if (picture === null) return null;
  const { at, width, height } = picture;
  const address = token === null ? paths.publicationPicture({ id, at }) : paths.sharedPicture({ token, id, at });
  return (
    <figure className={classes.figure}>
      <a href={address} target="_blank" rel="noopener noreferrer" className={classes.picture}>
        <img src={address} width={width} height={height} loading="lazy" alt={`The post at ${link}`} />
      </a>
      <figcaption>
        <Text size="sm" c="dimmed">
          Screenshot by the creator, <DateTime at={at} dateOnly />. We have not verified it.
        </Text>
        {isOwn && (
          <LazyPart>
            <LazyPublicationPictureTools post={post} />
          </LazyPart>
        )}
      </figcaption>
    </figure>
  );
}
