import { Modal, ActionIcon, Text } from '@mantine/core';
import { getPictureSrcSet } from '@marquee/contracts';
import { useWindowEvent } from '@mantine/hooks';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import classes from './PictureLightbox.module.css';
import { getPictureAlt, type CreatorPicture } from './picture.ts';

interface PictureLightboxProps {
  pictures: readonly CreatorPicture[];
  fullName: string;
  /** The index of the picture to show when the lightbox opens. */
  first: number;
  onClose: () => void;
}

/** Shows pictures in full screen. The arrow keys switch between pictures, and Escape closes the lightbox. */
export function PictureLightbox({ pictures, fullName, first, onClose }: PictureLightboxProps) {
  const [at, setAt] = useState(first);
  const go = (step: number) => setAt((at + step + pictures.length) % pictures.length);
  useWindowEvent('keydown', (event) => {
    if (event.key === 'ArrowLeft') go(-1);
    if (event.key === 'ArrowRight') go(1);
  });
  const picture = pictures[at];
  if (picture === undefined) return null;

  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      title={`Portfolio of ${fullName}`}
      classNames={{ body: classes.body ?? '', content: classes.content ?? '' }}
    >
      <figure className={classes.figure}>
        <img
          key={picture.id}
          src={picture.url}
          srcSet={getPictureSrcSet(picture.url, 'portfolio', picture.width)}
          sizes="100vw"
          width={picture.width}
          height={picture.height}
          alt={getPictureAlt(picture, at, fullName)}
          className={classes.picture}
        />
        <figcaption className={classes.caption}>
          {picture.caption !== '' && <Text span>{picture.caption}</Text>}
          <Text span size="sm" c="dimmed" aria-live="polite">
            {at + 1} of {pictures.length}
          </Text>
        </figcaption>
      </figure>
      {pictures.length > 1 && (
        <>
          <ActionIcon
            variant="default"
            size={48}
            className={classes.previous ?? ''}
            onClick={() => go(-1)}
            aria-label="Previous picture"
          >
            <ChevronLeft size={24} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={48}
            className={classes.next ?? ''}
            onClick={() => go(1)}
            aria-label="Next picture"
          >
            <ChevronRight size={24} aria-hidden />
          </ActionIcon>
        </>
      )}
    </Modal>
  );
}
