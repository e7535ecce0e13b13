/** Where delivered work was published, and the figures that its creator reports of it. */
import { PUBLICATION_METRIC_LABELS, PUBLICATION_METRICS, type PublicationMetric } from '@marquee/booking';
import { z } from './zod.ts';
import { LIMITS } from './limits.ts';
import { publicLink } from './profile.ts';
import { chosenDayField, idField, referenceField } from './fields.ts';

/** Why a post without it is not taken: who is paid for a post has to say so, wherever our creators live. */
export const DISCLOSURE_MISSING_MESSAGE =
  'A paid post has to be marked as advertising. Mark it with “#ad” or your platform’s label first, then tick this.';

export const newPublication = z.object({
  /** The booking's. */
  id: idField,
  link: publicLink,
  publishedOn: chosenDayField,
  isDisclosed: z.literal(true, { error: DISCLOSURE_MISSING_MESSAGE }),
});
export type NewPublication = z.infer<typeof newPublication>;

const createMetricField = (name: PublicationMetric) => {
  const wrong = `${PUBLICATION_METRIC_LABELS[name]} must be a whole number`;
  return z
    .int({ error: wrong })
    .min(0, wrong)
    .max(LIMITS.publicationMetric, `${PUBLICATION_METRIC_LABELS[name]} are too many`)
    .nullable();
};

/** What the platform's statistics of a post say. Null: they do not say it. */
export const publicationMetrics = z
  .object({
    /** The post's. */
    id: idField,
    views: createMetricField('views'),
    likes: createMetricField('likes'),
    comments: createMetricField('comments'),
    shares: createMetricField('shares'),
    saves: createMetricField('saves'),
    clicks: createMetricField('clicks'),
  })
  .refine((figures) => PUBLICATION_METRICS.some((name) => figures[name] !== null), {
    message: 'Enter at least one figure',
    path: ['views'],
  });
export type PublicationMetrics = z.infer<typeof publicationMetrics>;

/** Whose picture is sent; from the query of an upload. */
export const publicationPictureInput = z.strictObject({ post: idField });

/** Whether the picture of a post is seen by those who open results that are shared. */
export const publicationPictureSharing = z.object({ id: idField, isShared: z.boolean() });
export type PublicationPictureSharing = z.infer<typeof publicationPictureSharing>;

export const resultsSharing = z.object({ id: idField, isShared: z.boolean() });
export type ResultsSharing = z.infer<typeof resultsSharing>;

/** The end of a shared address; what is no token names nothing. */
export const sharedResultsInput = z.object({ token: referenceField(100) });
