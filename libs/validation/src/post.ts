/** Where delivered work was published, and the figures that its creator reports of it. */
import { POST_FIGURE_LABELS, POST_FIGURES, type PostFigure } from '@marquee/booking';
import { z } from './zod.ts';
import { LIMITS } from './limits.ts';
import { publicLink } from './profile.ts';
import { chosenDay, id, reference } from './text.ts';

/** Why a post without it is not taken: who is paid for a post has to say so, wherever our creators live. */
export const DISCLOSURE_MISSING =
  'A paid post has to be marked as advertising. Mark it with “#ad” or your platform’s label first, then tick this.';

export const newPost = z.object({
  /** The booking's. */
  id,
  link: publicLink,
  publishedOn: chosenDay,
  isDisclosed: z.literal(true, { error: DISCLOSURE_MISSING }),
});
export type NewPost = z.infer<typeof newPost>;

const figure = (name: PostFigure) => {
  const wrong = `${POST_FIGURE_LABELS[name]} must be a whole number`;
  return z
    .int({ error: wrong })
    .min(0, wrong)
    .max(LIMITS.postFigure, `${POST_FIGURE_LABELS[name]} are too many`)
    .nullable();
};

/** What the platform's statistics of a post say. Null: they do not say it. */
export const postFigures = z
  .object({
    /** The post's. */
    id,
    views: figure('views'),
    likes: figure('likes'),
    comments: figure('comments'),
    shares: figure('shares'),
    saves: figure('saves'),
    clicks: figure('clicks'),
  })
  .refine((figures) => POST_FIGURES.some((name) => figures[name] !== null), {
    message: 'Enter at least one figure',
    path: ['views'],
  });
export type PostFigures = z.infer<typeof postFigures>;

/** Whose picture is sent; from the query of an upload. */
export const postPicture = z.strictObject({ post: id });

/** Whether the picture of a post is seen by those who open results that are shared. */
export const postPictureShared = z.object({ id, isShared: z.boolean() });
export type PostPictureShared = z.infer<typeof postPictureShared>;

export const resultsShared = z.object({ id, isShared: z.boolean() });
export type ResultsShared = z.infer<typeof resultsShared>;

/** The end of a shared address; what is no token names nothing. */
export const resultsShown = z.object({ token: reference(100) });
