/** Minimum size of touch targets in pixels. */
export const TOUCH_TARGET_PX = 40;
