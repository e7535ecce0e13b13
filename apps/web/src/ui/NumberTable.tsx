import { Box, Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { Link } from 'react-router-dom';
import { downloadCsv } from '../lib/downloadCsv.ts';
import { Money } from './Money.tsx';
import classes from './NumberTable.module.css';
import { WideTable } from './WideTable.tsx';

/** The content of a cell. A number is an amount in cents, as in `downloadCsv`. Counts have to be passed as text. */
export type TableCell = string | number;

interface NumberTableRow {
  /** The row's label, followed by its values. */
  cells: readonly TableCell[];
  /** The path of the page that the label links to. */
  to?: string | null;
}

/** Renders a table of numbers. Each row starts with a label. */
export function NumberTable(props: { label: string; head: readonly string[]; rows: readonly NumberTableRow[] }) {
  const { label, head, rows } = props;
  return (
    <WideTable label={label}>
      <table className={classes.table}>
        <thead>
          <tr>
            {head.map((each) => (
              <th key={each} scope="col">
                {each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells: [about = '', ...figures], to = null }, at) => (
            // Labels are not unique, because two packages can have the same name.
            <tr key={`${at}:${about}`}>
              <th scope="row">{to === null ? renderCell(about) : <Link to={to}>{about}</Link>}</th>
              {figures.map((figure, column) => (
                <td key={head[column + 1]}>{renderCell(figure)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  );
}

const renderCell = (cell: TableCell) => (typeof cell === 'number' ? <Money cents={cell} /> : cell);

/** Renders a button that downloads a table as CSV. The first row contains the headings. */
export function DownloadCsvButton(props: {
  name: string;
  rows: () => readonly (readonly TableCell[])[];
  isBelow?: boolean;
}) {
  const { name, rows, isBelow = false } = props;
  return (
    <Box {...(isBelow && { mt: 'md' })}>
      <Button
        variant="default"
        {...(isBelow && { size: 'sm' })}
        leftSection={<Download size={16} aria-hidden />}
        onClick={() => void downloadCsv(rows(), name)}
      >
        Download as CSV
      </Button>
    </Box>
  );
}
