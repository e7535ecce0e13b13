/** Fingers need so many pixels. */
export const TOUCH_TARGET_PX = 40;
