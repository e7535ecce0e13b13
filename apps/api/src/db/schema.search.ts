/** Words that searches know. */

/** Terms with the same meaning stand for each other in a search. */
export interface SearchSynonymTable {
  term: string;
  meaning: string;
}

/** Words, package names and places that searchers may mean. A job rebuilds it. */
export interface SearchTermTable {
  kind: 'word' | 'package' | 'place';
  term: string;
  shown: string;
  uses: number;
}
