/**
 * Building blocks: text without control characters, ids, and the one sentence that a refused input is answered with.
 */
import { z } from './zod.ts';
import { isCalendarDay } from './calendar-day.ts';
import { LIMITS } from './limits.ts';

/**
 * Tab and line breaks are text; the other control characters (NUL above all, which PostgreSQL cannot store) are not.
 */
// oxlint-disable-next-line no-control-regex -- refusing control characters is what this expression is for
const CONTROL_PATTERN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Half of a surrogate pair is not a character and cannot be stored as UTF-8. */
const isStorable = (value: string) => !CONTROL_PATTERN.test(value) && value.isWellFormed();

/**
 * Text of at most `max` characters, kept as typed but in the composed Unicode form (NFC): a name that was typed as "e"
 * and an accent is found by searching for "é", and the other way around.
 * `message` is used when it is missing or blank; without one, blank is allowed.
 */
export function textField(label: string, max: number, message?: string) {
  const schema = z
    .string({ error: message ?? `${label} must be text` })
    .normalize('NFC')
    .max(max, `${label} must be at most ${max} characters`)
    .refine(isStorable, `${label} contains characters that cannot be used`);
  return message === undefined ? schema : schema.refine((value) => value.trim() !== '', message);
}

/**
 * What is not seen, or turns the direction of what follows: format characters, fillers that are drawn as
 * nothing, line breaks. On one line they make a name look like another, or a text say what it does not.
 */
const INVISIBLE_PATTERN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Where such characters belong: in emoji (variation selectors, joiners, flags of countries' parts) … */
const EMOJI_JOINER_PATTERN =
  /\p{Emoji}[\ufe0e\ufe0f]\u20e3?|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})|\u{1f3f4}[\u{e0030}-\u{e007a}]+\u{e007f}/gu;
/** … and between letters of scripts that join. */
const SCRIPT_JOINER_PATTERN =
  /(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{scx=Arab}\p{scx=Beng}\p{scx=Deva}\p{scx=Gujr}\p{scx=Guru}\p{scx=Knda}\p{scx=Mlym}\p{scx=Mymr}\p{scx=Orya}\p{scx=Sinh}\p{scx=Taml}\p{scx=Telu}])/gu;

const isFullyVisible = (value: string) =>
  !INVISIBLE_PATTERN.test(value.replaceAll(EMOJI_JOINER_PATTERN, '').replaceAll(SCRIPT_JOINER_PATTERN, ''));

/** Text on one line in which everything is seen; as `text` otherwise. */
export const singleLineField = (label: string, max: number, message?: string) =>
  textField(label, max, message).refine(
    isFullyVisible,
    `${label} must not contain line breaks or invisible characters`,
  );

/** Spec §5: an e-mail address. Spaces around it are dropped; 254 is the longest address mail can carry (RFC 5321). */
export const emailField = (message: string) =>
  z.string({ error: message }).trim().max(LIMITS.email, message).pipe(z.email(message));

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Whether text has the form of one of our ids. */
export const isId = (value: string): boolean => UUID.test(value);

const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/**
 * An id from a path or a body. Text that cannot be one of our ids
 * names nothing, so it reads as "not found", not as an error.
 */
export const idField = z
  .string({ error: 'An id must be text' })
  .transform((value) => (isId(value) ? value.toLowerCase() : NIL_UUID));

/**
 * Text that names something: a token, a username, a path. What cannot be stored names nothing, so it reads as "not
 * found", not as an error.
 */
export const referenceField = (max: number, message?: string, tooLong = message) =>
  z
    .string({ ...(message !== undefined && { error: message }) })
    .max(max, tooLong)
    .transform((value) => (isStorable(value) ? value : ''));

/** Where a list goes on. The server takes a cursor that is not its own for the beginning. */
export const cursorField = referenceField(100).optional();

/** Words to look for in a list. */
export const searchField = textField('The search', LIMITS.search).transform((value) => value.trim());

/** The first failing rule of a refused input, in the order the schema states them. */
export const getFirstIssueMessage = (error: z.ZodError): string =>
  error.issues[0]?.message ?? 'The request is not valid';

/** A day that was chosen in a field. */
export const chosenDayField = z.string({ error: 'Please choose a day' }).refine(isCalendarDay, 'Please choose a day');
