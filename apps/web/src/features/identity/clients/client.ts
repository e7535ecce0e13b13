import type { RouterOutputs } from '../../../trpc.ts';

export type Client = RouterOutputs['clients']['list'][number];

/** Returns the properties of a client for `PersonAvatar`: its logo, and its name for the initials. */
export const toAvatarPerson = ({ name, logoUrl }: Client) => ({ fullName: name, profileImageUrl: logoUrl });
