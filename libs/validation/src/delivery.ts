import { MAX_DELIVERABLES, VERDICTS } from '@marquee/booking';
import { z } from './zod.ts';
import { FILE_EMPTY, FILE_TOO_LARGE } from './file.ts';
import { LIMITS } from './limits.ts';
import { httpsAddress } from './profile.ts';
import { chosenDayField, fileNameField, idField, singleLineField, textField, uploadKeyField } from './fields.ts';

export const newDeliverable = z.object({
  /** The booking's id. */
  id: idField,
  title: singleLineField('The name', LIMITS.deliverableTitle, 'Please enter a name for this deliverable'),
});
export type NewDeliverable = z.infer<typeof newDeliverable>;

/**
 * The days on which the creator plans to send deliverables. A `day` of null removes the plan. Deliverables that are
 * not listed keep their day.
 */
export const deliveryPlan = z.object({
  /** The booking's id. */
  id: idField,
  days: z
    .array(z.object({ deliverableId: idField, day: chosenDayField.nullable() }))
    .min(1)
    .max(MAX_DELIVERABLES, `A booking can have at most ${MAX_DELIVERABLES} deliverables`),
});
export type DeliveryPlan = z.infer<typeof deliveryPlan>;

/** A file that the creator is about to upload. If it matches an interrupted upload, that upload is continued. */
export const newFile = z.object({
  deliverableId: idField,
  name: fileNameField,
  bytes: z.int().min(1, FILE_EMPTY).max(LIMITS.fileBytes, FILE_TOO_LARGE),
  uploadKey: uploadKeyField,
});
export type NewFile = z.infer<typeof newFile>;

/** A new version of a deliverable. */
export const newVersion = z
  .object({
    deliverableId: idField,
    /**
     * The number of the new version. The server rejects it if another version was sent since the creator loaded the
     * page.
     */
    number: z.int().min(1),
    note: textField('The note', LIMITS.deliveryNote),
    links: z.array(httpsAddress).max(LIMITS.deliveryLinks, `Add at most ${LIMITS.deliveryLinks} links`),
    files: z.array(idField).max(LIMITS.deliveryFiles, `Add at most ${LIMITS.deliveryFiles} files`),
    /** True if the creator also marks the work as completed. */
    completes: z.boolean().default(false),
  })
  .refine(({ note, links, files }) => note.trim() !== '' || links.length + files.length > 0, {
    message: 'Add a file, a link or a note',
    path: ['note'],
  });
export type NewVersion = z.infer<typeof newVersion>;

const shareField = z.number().min(0).max(1);

/**
 * A comment on a file. The comment refers to a position in a picture, to a time in a video or audio file, or to the
 * whole file.
 */
export const newFileComment = z.object({
  fileId: idField,
  /** Time in the video or audio file, in milliseconds from its start, or null. */
  ms: z.int().min(0).max(86_400_000).nullable(),
  /** Position in the picture, as fractions of its width and height from the upper left corner, or null. */
  place: z.object({ x: shareField, y: shareField }).nullable(),
  text: textField('The comment', LIMITS.fileComment, 'Please write a comment'),
});
export type NewFileComment = z.infer<typeof newFileComment>;

export const newVerdict = z.discriminatedUnion('verdict', [
  z.object({ deliverableId: idField, number: z.int().min(1), verdict: z.literal(VERDICTS[0]) }),
  z.object({
    deliverableId: idField,
    number: z.int().min(1),
    verdict: z.literal(VERDICTS[1]),
    changeRequest: textField('The change request', LIMITS.changeRequest, 'Please describe what should change'),
    remarks: z.array(newFileComment).max(LIMITS.fileComments, `Add at most ${LIMITS.fileComments} comments`),
  }),
]);
export type NewVerdict = z.infer<typeof newVerdict>;
