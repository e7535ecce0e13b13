/** Adopts the server's answer about the own profile wherever it is already loaded; nothing is fetched again. */
import { data, type Outputs } from '../../trpc.ts';

export type OwnProfile = Outputs['profiles']['own'];

/** Takes over a profile as the server saved it. */
export function adoptProfile(saved: OwnProfile): void {
  const { formerUsernames, ...profile } = saved;
  data.profiles.own.setData(undefined, saved);
  const { username, fullName, profileImageUrl } = saved;
  data.auth.session.setData(undefined, (user) => user && { ...user, username, fullName, profileImageUrl });
  if (saved.userType !== 'influencer') return;
  data.profiles.creator.setData({ id: saved.id }, profile);
  // Its earlier addresses lead here as well.
  for (const each of [username, ...formerUsernames]) data.profiles.byUsername.setData({ username: each }, profile);
}
