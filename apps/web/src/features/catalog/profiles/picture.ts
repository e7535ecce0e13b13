import type { RouterOutputs } from '../../../trpc.ts';

export type CreatorPicture = RouterOutputs['profiles']['byUsername']['portfolio'][number];

/** Returns the creator's caption, or a generic description if there is none. */
export const getPictureAlt = ({ caption }: CreatorPicture, index: number, fullName: string): string =>
  caption === '' ? `Picture ${index + 1} by ${fullName}` : caption;
