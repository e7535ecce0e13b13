/** Moments in words on the clocks of many time zones. */

/** There are some hundreds of zones, many ways to write each, and each format takes some ten kilobytes. */
const MAX_ZONES = 100;

/**
 * Prints moments as `Intl.DateTimeFormat` does with these options, on the clock of a zone (IANA; undefined: the
 * machine's own). A format is made once a zone, as making one takes as long as printing a hundred moments; at most so
 * many of them are kept.
 */
export function createZoneFormatter(
  locale: string,
  options: Intl.DateTimeFormatOptions,
  most = MAX_ZONES,
): (moment: Date, timeZone: string | undefined) => string {
  const formats = new Map<string | undefined, Intl.DateTimeFormat>();
  return (moment, timeZone) => {
    let format = formats.get(timeZone);
    if (format === undefined) {
      if (formats.size >= most) formats.clear();
      format = new Intl.DateTimeFormat(locale, { ...options, timeZone });
      formats.set(timeZone, format);
    }
    return format.format(moment);
  };
}
