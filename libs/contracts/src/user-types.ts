/** The account types as sent in requests. Their labels are in requirements R1.3 and R2.33. */
export const USER_TYPES = ['influencer', 'brand'] as const;
export type UserType = (typeof USER_TYPES)[number];
