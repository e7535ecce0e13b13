import { Box, Button } from '@mantine/core';
import { csvOf } from '@marquee/money';
import { Download } from 'lucide-react';
import { Link } from 'react-router-dom';
import { downloadText } from './downloadText.ts';
import { Money } from './Money.tsx';
import classes from './NumberTable.module.css';
import { WideTable } from './WideTable.tsx';

/** A number is an amount in cents, as `csvOf` has it; what is counted is written as text. */
export type Cell = string | number;

interface Row {
  /** What the row is about, then its figures. */
  cells: readonly Cell[];
  /** Where what it is about has a page. */
  to?: string | null;
}

/** Figures in a table: each row begins with what it is about. */
export function NumberTable(props: { label: string; head: readonly string[]; rows: readonly Row[] }) {
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
            // Two of one name have a row each.
            <tr key={`${at}:${about}`}>
              <th scope="row">{to === null ? shown(about) : <Link to={to}>{about}</Link>}</th>
              {figures.map((figure, column) => (
                <td key={head[column + 1]}>{shown(figure)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  );
}

const shown = (cell: Cell) => (typeof cell === 'number' ? <Money cents={cell} /> : cell);

/** Gives a table as a file for spreadsheets; the first row says what stands below it. */
export function DownloadCsv(props: { name: string; rows: () => readonly (readonly Cell[])[]; isBelow?: boolean }) {
  const { name, rows, isBelow = false } = props;
  return (
    <Box {...(isBelow && { mt: 'md' })}>
      <Button
        variant="default"
        {...(isBelow && { size: 'sm' })}
        leftSection={<Download size={16} aria-hidden />}
        onClick={() => downloadText(csvOf(rows()), name)}
      >
        Download as CSV
      </Button>
    </Box>
  );
}
