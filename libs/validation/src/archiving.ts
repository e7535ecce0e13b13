import { idField } from './fields.ts';
import { z } from './zod.ts';

/** Archives a client or a budget, or restores it. */
export const archiving = z.strictObject({ id: idField, isArchived: z.boolean() });
export type Archiving = z.infer<typeof archiving>;
