/** Fingers need so many pixels. */
export const TOUCH = 40;
