/** Building blocks of the schemas: text, ids, email addresses, cursors and days. */
import type { PersonId, WorkspaceId } from '@marquee/contracts';
import { parseDollars } from '@marquee/money';
import { z } from './zod.ts';
import { isCalendarDay } from '@marquee/time';
import { LIMITS } from './limits.ts';
import { toAsciiHost } from './link-text.ts';
import { describeExcessText } from './text-length.ts';

/** Matches control characters other than tabs and line breaks. In particular, PostgreSQL cannot store NUL. */
// oxlint-disable-next-line no-control-regex -- refusing control characters is what this expression is for
const CONTROL_PATTERN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/**
 * Whether a text can be stored. Rejects control characters, and half of a surrogate pair, which cannot be encoded as
 * UTF-8.
 */
const isStorable = (value: string) => !CONTROL_PATTERN.test(value) && value.isWellFormed();

/**
 * Text of at most `max` characters, in composed Unicode form (NFC), so that "e" plus an accent equals "é". `message`
 * is the error for missing or blank text. Without `message`, blank text is allowed.
 */
export function textField(label: string, max: number, message?: string) {
  const schema = z
    .string({ error: message ?? `${label} must be text` })
    .normalize('NFC')
    .max(max, { error: ({ input }) => describeExcessText(input as string, max, label) })
    .refine(isStorable, `${label} contains characters that cannot be used`);
  return message === undefined ? schema : schema.refine((value) => value.trim() !== '', message);
}

/**
 * Matches characters that can make one name look like another: format and direction characters, blank fillers, and
 * line breaks.
 */
const INVISIBLE_PATTERN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Matches invisible characters that are legitimate parts of emoji: variation selectors, joiners and subdivision
 * flags.
 */
const EMOJI_JOINER_PATTERN =
  /\p{Emoji}[\ufe0e\ufe0f]\u20e3?|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})|\u{1f3f4}[\u{e0030}-\u{e007a}]+\u{e007f}/gu;
/** Matches invisible joiners between letters of scripts that need them. */
const SCRIPT_JOINER_PATTERN =
  /(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{scx=Arab}\p{scx=Beng}\p{scx=Deva}\p{scx=Gujr}\p{scx=Guru}\p{scx=Knda}\p{scx=Mlym}\p{scx=Mymr}\p{scx=Orya}\p{scx=Sinh}\p{scx=Taml}\p{scx=Telu}])/gu;

const isFullyVisible = (value: string) =>
  !INVISIBLE_PATTERN.test(value.replaceAll(EMOJI_JOINER_PATTERN, '').replaceAll(SCRIPT_JOINER_PATTERN, ''));

const REMOVABLE_PATTERN = new RegExp(
  `(${EMOJI_JOINER_PATTERN.source}|${SCRIPT_JOINER_PATTERN.source})|${INVISIBLE_PATTERN.source}`,
  'gu',
);

/**
 * Removes the characters that `singleLineField` rejects from text that was not typed by the user, such as the name of
 * a file. Line breaks become spaces.
 */
export const toSingleLine = (text: string): string =>
  text.toWellFormed().normalize('NFC').replaceAll(/\s+/g, ' ').replaceAll(REMOVABLE_PATTERN, '$1').trim();

/** Shortens a file name to the maximum length. Keeps its extension. */
function shortenFileName(name: string): string {
  if (name.length <= LIMITS.fileName) return name;
  const extension = /\.[^.\s]{1,15}$/.exec(name)?.[0] ?? '';
  const kept = name.slice(0, LIMITS.fileName - extension.length);
  // Do not keep half of a surrogate pair at the end.
  return (kept.isWellFormed() ? kept : kept.slice(0, -1)) + extension;
}

/** The name of an uploaded file. Devices create such names, so this field cleans them instead of rejecting them. */
export const fileNameField = z
  .string({ error: 'The file has no name' })
  .overwrite((name) => shortenFileName(toSingleLine(name)))
  .min(1, 'The file has no name');

/** Text on one line, without invisible characters. Otherwise like `textField`. */
export const singleLineField = (label: string, max: number, message?: string) =>
  textField(label, max, message).refine(
    isFullyVisible,
    `${label} must not contain line breaks or invisible characters`,
  );

/** Matches text of which mail programs make a link: 'www.example', 'https://example' and 'example.com/path'. */
const WEB_ADDRESS_PATTERN = /(?<![\p{L}\p{N}])www\.|:\/\/|[\p{L}\p{N}]\.\p{L}{2,}\//iu;

/**
 * A name that emails to other people contain, such as that of a person, workspace or package. It must not be a web
 * address, because such an email could be used to send strangers to any site.
 */
export const nameField = (label: string, max: number, message: string) =>
  singleLineField(label, max, message).refine(
    (name) => !WEB_ADDRESS_PATTERN.test(name.normalize('NFKC')),
    `${label} must not contain a web address`,
  );

/** Matches what browsers accept in email inputs (HTML Standard), with a domain of at least two labels. */
const EMAIL_PATTERN =
  /^[a-z\d.!#$%&'*+/=?^_`{|}~-]+@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;

/** Converts an internationalized domain to its ASCII form: 'info@müller.de' becomes 'info@xn--mller-kva.de'. */
function toAsciiEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  return email.slice(0, at) + toAsciiHost(email.slice(at));
}

/**
 * An email address (requirements R5.1), trimmed, with its domain in ASCII. A valid address has at most 254 characters
 * (RFC 5321).
 */
export const emailField = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .overwrite(toAsciiEmail)
    .max(LIMITS.email, message)
    .pipe(z.email({ pattern: EMAIL_PATTERN, error: message }));

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isId = (value: string): boolean => UUID.test(value);

const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/**
 * An id in a path or body. Invalid text becomes an id that does not exist, so that the response is "not found"
 * instead of a validation error.
 */
export const idField = z
  .string({ error: 'The ID must be text' })
  .transform((value) => (isId(value) ? value.toLowerCase() : NIL_UUID));

/** The id of a person in a path or body. Invalid text becomes an id that does not exist (`idField`). */
export const personIdField = idField.transform((id): PersonId => id);
/** The id of a workspace in a path or body. Invalid text becomes an id that does not exist (`idField`). */
export const workspaceIdField = idField.transform((id): WorkspaceId => id);

/**
 * A token, username or path. Invalid text becomes '', so that the response is "not found" instead of a validation
 * error.
 */
export const referenceField = (max: number, message?: string, tooLong = message) =>
  z
    .string({ ...(message !== undefined && { error: message }) })
    .max(max, tooLong)
    .transform((value) => (isStorable(value) ? value : ''));

/** The cursor of a list. With an invalid cursor, the list starts at the beginning. */
export const cursorField = referenceField(100).optional();

export const searchField = textField('The search', LIMITS.search).transform((value) => value.trim());

/** Returns the message of the first failed rule, in the schema's order. */
export const getFirstIssueMessage = (error: z.ZodError): string =>
  error.issues[0]?.message ?? 'The request is not valid';

export const chosenDayField = z.string({ error: 'Please choose a day' }).refine(isCalendarDay, 'Please choose a day');

/** Builds a field for an amount in dollars from $1, which is parsed to cents. */
export function dollarLimitField(maxCents: number) {
  const message = `Enter a limit from $1 to $${(maxCents / 100).toLocaleString('en-US')}`;
  return z.string({ error: message }).transform((text, ctx) => {
    const cents = parseDollars(text);
    if (cents === null || cents < 100 || cents > maxCents) {
      ctx.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
    return cents;
  });
}

/**
 * Identifies a file that a user has chosen for one purpose. Two chosen files have the same key only if their names and
 * contents are equal, so that an interrupted upload continues with the same file and never with another one.
 */
export const uploadKeyField = z.string().regex(/^[\w-]{1,64}$/);
