import { queryUtils, type RouterOutputs } from '../../../trpc.ts';

export type OwnProfile = RouterOutputs['profiles']['own'];

/**
 * Puts the user's saved profile in the query cache, both as the user's own profile and as the public profile, so
 * that it need not be fetched again.
 */
export function cacheProfile(saved: OwnProfile): void {
  const { formerUsernames, ...profile } = saved;
  queryUtils.profiles.own.setData(undefined, saved);
  const { username, fullName, profileImageUrl } = saved;
  queryUtils.auth.session.setData(undefined, (user) => user && { ...user, username, fullName, profileImageUrl });
  if (saved.userType !== 'influencer') return;
  queryUtils.profiles.byId.setData({ id: saved.id }, profile);
  // Former usernames still lead to the same profile.
  for (const each of [username, ...formerUsernames])
    queryUtils.profiles.byUsername.setData({ username: each }, profile);
}
