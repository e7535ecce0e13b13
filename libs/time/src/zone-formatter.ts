/**
 * Maximum number of cached formatters. The limit is needed because there are hundreds of time zones, and a formatter
 * uses about ten kilobytes.
 */
const MAX_ZONES = 100;

/**
 * Returns a function that formats a time as `Intl.DateTimeFormat` does with `options`, in an IANA time zone
 * (undefined means the system's own). Caches up to `most` formatters, because creating one takes as long as
 * formatting a hundred times.
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
