/** Adopts the server's answer about the own profile wherever it is already loaded; nothing is fetched again. */
import { queryUtils, type RouterOutputs } from '../../trpc.ts';

export type OwnProfile = RouterOutputs['profiles']['own'];

/** Takes over a profile as the server saved it. */
export function cacheProfile(saved: OwnProfile): void {
  const { formerUsernames, ...profile } = saved;
  queryUtils.profiles.own.setData(undefined, saved);
  const { username, fullName, profileImageUrl } = saved;
  queryUtils.auth.session.setData(undefined, (user) => user && { ...user, username, fullName, profileImageUrl });
  if (saved.userType !== 'influencer') return;
  queryUtils.profiles.creator.setData({ id: saved.id }, profile);
  // Its earlier addresses lead here as well.
  for (const each of [username, ...formerUsernames])
    queryUtils.profiles.byUsername.setData({ username: each }, profile);
}
