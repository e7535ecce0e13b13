import type { Question } from '@marquee/validation';

/** Downloads the questions as a JSON file in the format of `parseQuestions`. */
export function downloadQuestions(packageName: string, questions: readonly Question[]): void {
  const file = new Blob([`${JSON.stringify({ package: packageName, questions }, null, 2)}\n`], {
    type: 'application/json',
  });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `questions-${toFileName(packageName)}.json`;
  link.click();
  // Gives the browser time to start the download.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const toFileName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60) || 'package';
