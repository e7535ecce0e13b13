import { Container, Skeleton } from '@mantine/core';
import classes from './PageSkeleton.module.css';

/**
 * Shows a placeholder while a page loads. `shape` is the layout of the page: a header and rows (`list`), a header
 * and a grid (`cards`), or one narrow card (`form`).
 */
export function PageSkeleton({ shape }: { shape: 'list' | 'cards' | 'form' }) {
  return (
    <Container
      component="output"
      // `output` is an inline element, which would have no width.
      display="block"
      size={shape === 'form' ? 480 : 'lg'}
      py="xl"
      aria-busy
      aria-label="Loading"
    >
      <Skeleton height={34} width={220} mb={10} />
      <Skeleton height={18} width="min(100%, 380px)" mb="xl" />
      <div className={classes[shape]}>
        {SKELETON_HEIGHTS[shape].map((height, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- they are all alike
          <Skeleton key={index} height={height} radius="lg" />
        ))}
      </div>
    </Container>
  );
}

const SKELETON_HEIGHTS = { list: [84, 84, 84, 84, 84], cards: [280, 280, 280, 280, 280, 280], form: [360] };
