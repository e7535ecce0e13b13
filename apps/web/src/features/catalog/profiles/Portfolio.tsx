import { Button, Title } from '@mantine/core';
import { getPictureSrcSet } from '@marquee/contracts';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { getPictureAlt, type CreatorPicture } from './picture.ts';
import classes from './Portfolio.module.css';

const LazyPictureLightbox = lazy(() =>
  import('./PictureLightbox.tsx').then(({ PictureLightbox: component }) => ({ default: component })),
);

/** The number of pictures in the mosaic. A button shows the remaining ones. */
const MOSAIC_PICTURE_COUNT = 5;

/** Shows a creator's pictures, the first one enlarged. Clicking a picture opens the lightbox. */
export function PortfolioSectionCard({
  pictures,
  fullName,
}: {
  pictures: readonly CreatorPicture[];
  fullName: string;
}) {
  const [showsAll, setShowsAll] = useState(false);
  const [opened, setOpened] = useState<number | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpened(null);
    opener.current?.focus();
  };
  const list = useRef<HTMLUListElement>(null);
  // The clicked button has been removed, so the focus moves to the first added picture.
  useEffect(() => {
    if (showsAll) list.current?.querySelectorAll('button')[MOSAIC_PICTURE_COUNT]?.focus();
  }, [showsAll]);
  const shownPictures = showsAll ? pictures : pictures.slice(0, MOSAIC_PICTURE_COUNT);
  return (
    <section aria-labelledby="portfolio">
      <Title order={2} id="portfolio" mb="md">
        Portfolio
      </Title>
      <ul
        ref={list}
        className={classes.mosaic}
        data-count={shownPictures.length > MOSAIC_PICTURE_COUNT ? 'all' : shownPictures.length}
      >
        {shownPictures.map((picture, index) => (
          <li key={picture.id} className={classes.tile}>
            <button
              type="button"
              className={classes.open}
              onClick={(event) => {
                opener.current = event.currentTarget;
                setOpened(index);
              }}
            >
              <img
                src={picture.url}
                srcSet={getPictureSrcSet(picture.url, 'portfolio', picture.width)}
                sizes={
                  index === 0
                    ? '(max-width: 48em) 92vw, (max-width: 62em) 31vw, 560px'
                    : '(max-width: 48em) 46vw, (max-width: 62em) 31vw, 280px'
                }
                width={picture.width}
                height={picture.height}
                alt={getPictureAlt(picture, index, fullName)}
                // Browsers differ in how early they load lazy pictures, so the mosaic loads with the page, but last.
                loading={index < MOSAIC_PICTURE_COUNT ? 'eager' : 'lazy'}
                fetchPriority="low"
                decoding="async"
              />
            </button>
          </li>
        ))}
      </ul>
      {pictures.length > shownPictures.length && (
        <Button variant="default" mt="md" onClick={() => setShowsAll(true)}>
          Show all {pictures.length} pictures
        </Button>
      )}
      {opened !== null && (
        <Suspense>
          <LazyPictureLightbox pictures={pictures} fullName={fullName} first={opened} onClose={close} />
        </Suspense>
      )}
    </section>
  );
}
