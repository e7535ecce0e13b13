/**
 * Returns the path of a publication's screenshot for the parties of the booking. `getSharedPicturePath` returns the
 * path for viewers of shared results.
 */
export const getPublicationPicturePath = ({ id: post }: { id: string }): string => `/api/posts/${post}/picture`;
export const getSharedPicturePath = ({ token, id: post }: { token: string; id: string }): string =>
  `/api/shared-results/${token}/posts/${post}/picture`;
