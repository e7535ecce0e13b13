/** The minimum size of touch targets, in CSS pixels. */
export const TOUCH_TARGET_PX = 40;
