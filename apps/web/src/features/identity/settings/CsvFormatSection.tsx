import { NativeSelect } from '@mantine/core';
import { CSV_FORMATS, type CsvFormat } from '@marquee/money';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { queryUtils, trpc } from '../../../trpc.ts';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';

const FORMAT_LABELS: Record<CsvFormat, string> = {
  comma: 'Commas between columns, decimal points (1200.50)',
  semicolon: 'Semicolons between columns, decimal commas (1200,50)',
};

/** Lets the user choose the format of all CSV files that they download. The choice is saved immediately. */
export function CsvFormatSection() {
  const [format] = trpc.receipts.csvFormat.useSuspenseQuery();
  const save = trpc.receipts.saveCsvFormat.useMutation({
    onSuccess: (saved) => {
      queryUtils.receipts.csvFormat.setData(undefined, saved);
      notify('CSV format saved');
    },
    onError: (error) => notifyFailure(error, 'The CSV format could not be saved'),
  });
  return (
    <AnchoredSection
      id="csv"
      title="CSV files"
      text="If a downloaded file opens with everything in one column, choose the other format."
    >
      <NativeSelect
        label="CSV format"
        data={CSV_FORMATS.map((value) => ({ value, label: FORMAT_LABELS[value] }))}
        value={save.isPending ? save.variables.format : format}
        disabled={save.isPending}
        onChange={(event) => save.mutate({ format: event.currentTarget.value as CsvFormat })}
      />
    </AnchoredSection>
  );
}
