import type { RouterOutputs } from '../../trpc.ts';

export type Client = RouterOutputs['clients']['list'][number];

/** Returns what `PersonAvatar` shows of a client: its logo, or the initials of its name. */
export const toClientFace = ({ name, logoUrl }: Client) => ({ fullName: name, profileImageUrl: logoUrl });
