import { billingDetails } from './billing.ts';
import { idField, nameField } from './fields.ts';
import { LIMITS } from './limits.ts';
import type { z } from './zod.ts';

const clientDetails = billingDetails.extend({
  name: nameField('The name', LIMITS.clientName, 'Please enter the name of the client'),
});

/**
 * A client of a brand, with the details for the documents of its bookings. Without `id`, a new client. `base` are the
 * values with which the form was opened (docs/decisions.md).
 */
export const clientForm = clientDetails.extend({ id: idField.optional(), base: clientDetails.optional() });
export type ClientForm = z.infer<typeof clientForm>;
