/** The format of a document's verification code. The SQL function `document_code` generates these codes. */
const DOCUMENT_CODE_PATTERN = /^[0-9A-HJKMNP-TV-Z]{12}$/;

/**
 * Parses a code that a user typed, with or without hyphens and spaces, in upper or lower case. Corrects O to 0, and
 * I and L to 1. Returns null if the code is invalid.
 */
export function parseDocumentCode(typed: string): string | null {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return DOCUMENT_CODE_PATTERN.test(code) ? code : null;
}

/** Formats a code in groups: 'ABCD-EFGH-JKMN'. */
export const formatDocumentCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-');
