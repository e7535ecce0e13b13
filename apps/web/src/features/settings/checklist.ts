/** What makes a creator's profile complete, in the order in which it is best done. */
import { DEFAULT_BIO } from '@marquee/validation';
import { paths } from '../../paths.ts';
import type { OwnProfile } from '../profiles/profileCache.ts';

export interface Step {
  label: string;
  /** What to do, as a link's text. */
  action: string;
  /** A part of the settings ('#photo') or another screen. */
  to: string;
  isDone: boolean;
}

interface State {
  profile: OwnProfile;
  /** Whether brands can book something. */
  hasPackage: boolean;
  payoutsEnabled: boolean;
}

/** Every step with whether it is done. */
export const stepsOf = ({ profile, hasPackage, payoutsEnabled }: State): Step[] => [
  { label: 'Profile photo', action: 'Upload a photo', to: '#photo', isDone: profile.profileImageUrl !== null },
  { label: 'Bio', action: 'Write your bio', to: '#about', isDone: profile.bio !== DEFAULT_BIO },
  { label: 'Category', action: 'Choose a category', to: '#topics', isDone: profile.categories.length > 0 },
  { label: 'Platform', action: 'Add a platform', to: '#platforms', isDone: profile.platforms.length > 0 },
  { label: 'Package', action: 'Publish a package', to: paths.packages(), isDone: hasPackage },
  { label: 'Payout setup', action: 'Finish your payout setup', to: paths.payouts(), isDone: payoutsEnabled },
];
