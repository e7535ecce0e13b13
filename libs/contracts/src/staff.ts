/**
 * Whether a person has the rights of staff. The admin role alone gives none, because a password alone must not open
 * the data of strangers: staff also need a second factor.
 */
export const isStaff = ({ role, hasFactor }: { role: string; hasFactor: boolean }): boolean =>
  role === 'admin' && hasFactor;
