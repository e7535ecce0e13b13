import { billingDetails } from './billing.ts';
import { idField, singleLineField } from './fields.ts';
import { LIMITS } from './limits.ts';
import type { z } from './zod.ts';

/** A client of a brand, with the details for the documents of its bookings. Without `id`, a new client. */
export const clientForm = billingDetails.extend({
  id: idField.optional(),
  name: singleLineField('The name', LIMITS.clientName, 'Please enter the name of the client'),
});
export type ClientForm = z.infer<typeof clientForm>;
