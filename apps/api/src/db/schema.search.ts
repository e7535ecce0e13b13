/** Tables of synonyms and known search terms. */

/** A search term. Searches treat terms with the same meaning as equal. */
export interface SearchSynonymTable {
  term: string;
  meaning: string;
}

/** A word, package name or place that a search may refer to. A job rebuilds the table. */
export interface SearchTermTable {
  kind: 'word' | 'package' | 'place';
  term: string;
  shown: string;
  uses: number;
}
