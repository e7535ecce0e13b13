/** Validates the settings of a workspace. */
import { isTimeZone } from '@marquee/time';
import { z } from './zod.ts';

const ZONE_MESSAGE = 'Choose a time zone from the list';

/** The time zone in which the days and months of a workspace begin. */
export const timeZoneChange = z.strictObject({
  timeZone: z.string({ error: ZONE_MESSAGE }).max(64, ZONE_MESSAGE).refine(isTimeZone, ZONE_MESSAGE),
});
export type TimeZoneChange = z.infer<typeof timeZoneChange>;
