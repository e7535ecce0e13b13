/** Where the picture of a post is read by the two sides of its booking, and by others where it is shared. */
export const getPublicationPicturePath = ({ id: post }: { id: string }): string => `/api/posts/${post}/picture`;
export const getSharedPicturePath = ({ token, id: post }: { token: string; id: string }): string =>
  `/api/shared-results/${token}/posts/${post}/picture`;
