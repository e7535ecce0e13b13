import { plural } from '../../ui/plural.ts';

/** How long a service takes. */
export const DAYS = (days: number): string => `${plural(days, 'day')} delivery`;
