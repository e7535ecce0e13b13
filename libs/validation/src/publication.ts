import { PUBLICATION_METRIC_LABELS, PUBLICATION_METRICS, type PublicationMetric } from '@marquee/booking';
import { z } from './zod.ts';
import { LIMITS } from './limits.ts';
import { httpsAddress } from './profile.ts';
import { chosenDayField, idField, referenceField } from './fields.ts';

/**
 * The message if the creator has not confirmed that the post is disclosed as advertising. Paid posts have to be
 * disclosed in every country where our creators live.
 */
export const DISCLOSURE_MISSING_MESSAGE =
  'Paid posts must be labeled as advertising. Add “#ad” or your platform’s label to the post first, then check this box.';

export const newPublication = z.object({
  /** The booking's id. */
  id: idField,
  link: httpsAddress,
  publishedOn: chosenDayField,
  isDisclosed: z.literal(true, { error: DISCLOSURE_MISSING_MESSAGE }),
});
export type NewPublication = z.infer<typeof newPublication>;

const createMetricField = (name: PublicationMetric) => {
  const wrong = `${PUBLICATION_METRIC_LABELS[name]} must be a whole number`;
  return z
    .int({ error: wrong })
    .min(0, wrong)
    .max(LIMITS.publicationMetric, `${PUBLICATION_METRIC_LABELS[name]} are too high`)
    .nullable();
};

/**
 * The metrics of a publication, as displayed by the platform. Metrics that the platform does not display are null.
 */
export const publicationMetrics = z
  .object({
    /** The publication's id. */
    id: idField,
    views: createMetricField('views'),
    likes: createMetricField('likes'),
    comments: createMetricField('comments'),
    shares: createMetricField('shares'),
    saves: createMetricField('saves'),
    clicks: createMetricField('clicks'),
  })
  .refine((figures) => PUBLICATION_METRICS.some((name) => figures[name] !== null), {
    message: 'Enter at least one number',
    path: ['views'],
  });
export type PublicationMetrics = z.infer<typeof publicationMetrics>;

/** The query of a screenshot upload. `post` is the publication's id. */
export const publicationPictureInput = z.strictObject({ post: idField });

/** Whether viewers of shared results see the screenshot. */
export const publicationPictureSharing = z.object({ id: idField, isShared: z.boolean() });
export type PublicationPictureSharing = z.infer<typeof publicationPictureSharing>;

export const resultsSharing = z.object({ id: idField, isShared: z.boolean() });
export type ResultsSharing = z.infer<typeof resultsSharing>;

/** The token in the URL of shared results. An invalid token leads to "not found". */
export const sharedResultsInput = z.object({ token: referenceField(100) });
