/** Tables of synonyms and known search terms. */

/** A search term. Terms with the same `meaning` are treated as equal. */
export interface SearchSynonymTable {
  term: string;
  meaning: string;
}

/** A word, package name or place that users may search for. A job rebuilds the table. */
export interface SearchTermTable {
  kind: 'word' | 'package' | 'place';
  term: string;
  shown: string;
  uses: number;
}
