/** Letters and digits of a document's code. The function `paper_code` of the database uses the same. */
const DOCUMENT_CODE_PATTERN = /^[0-9A-HJKMNP-TV-Z]{12}$/;

/**
 * The code of a paper as somebody typed it: with or without hyphens and spaces, in either case; null when it is none.
 */
export function parseDocumentCode(typed: string): string | null {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return DOCUMENT_CODE_PATTERN.test(code) ? code : null;
}

/** How a code is written: 'ABCD-EFGH-JKMN'. */
export const formatDocumentCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-');
