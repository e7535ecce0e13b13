import type { UserType } from '@marquee/validation';

/** Spec §2 "Register screen". */
export const USER_TYPE_LABELS: Record<UserType, string> = {
  influencer: 'Creator / Influencer',
  brand: 'Brand / Business',
};
