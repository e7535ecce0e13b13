/** The characters of a document's code. The SQL function `paper_code` uses the same. */
const DOCUMENT_CODE_PATTERN = /^[0-9A-HJKMNP-TV-Z]{12}$/;

/** Parses a typed code, with or without hyphens and spaces, in any case. Returns null if it is invalid. */
export function parseDocumentCode(typed: string): string | null {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return DOCUMENT_CODE_PATTERN.test(code) ? code : null;
}

/** Formats a code: 'ABCD-EFGH-JKMN'. */
export const formatDocumentCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-');
